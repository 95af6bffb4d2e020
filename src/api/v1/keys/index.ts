import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { createApiKey, findApiKey, listApiKeys, revokeApiKey, setKeySpends } from '../../../core/people/keys.ts'
import { requireFreshSignIn, stepUpMinutes } from '../../../core/people/step-up.ts'
import { badRequest, notFound } from '../../../errors.ts'
import { required } from '../../../lookup.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { KeyScopeWord, KeySpendsWord, KeyView, presentKey } from './key-view.ts'
import { personBehind } from '../session/person.ts'
import { workspacesToGive } from '../../../core/people/members.ts'

const section = 'People'
export const keys = operation({
  name: 'list_keys',
  rest: { method: 'GET', path: '/v1/keys' },
  section,
  summary: 'The API keys of the company that open something, the newest first.',
  description: 'Whoever works in some workspaces sees the keys that they made themselves.',
  scope: 'admin',
  effect: 'reads',
  forPeople: true,
  input: z.object(pageFields(100, 100)),
  reply: pageOf(KeyView),
  async handle(deps, call, input) {
    const window = windowOf(input)
    const found = await listApiKeys(deps, call, window)
    return pageWith(found.keys.map(presentKey), window, found.total)
  },
})

export const createKey = operation({
  name: 'create_key',
  rest: { method: 'POST', path: '/v1/keys', status: 201 },
  section,
  summary: 'Make an API key. It is shown in this answer alone, and kept as a hash.',
  description:
    'It opens at most the workspaces that its maker works in: when they are given fewer, so is the key, from its next call on. ' +
    `One with the scope admin needs a sign-in of the last ${stepUpMinutes} minutes.`,
  failures: ['step_up_required'],
  scope: 'admin',
  effect: 'changes',
  forPeople: 'flightdeck key create',
  input: z.object({
    name: z.string().trim().min(1).max(100).meta({ description: 'What it is for, such as CI.' }),
    scopes: z
      .array(KeyScopeWord)
      .min(1)
      .max(KeyScopeWord.options.length)
      .default(['read', 'launch'])
      .meta({ description: 'What it may do; every scope includes reading.' }),
    expiresAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .meta({ description: 'When it ends; left out: not by itself.', format: 'date-time' }),
    workspaceIds: z
      .array(z.coerce.number().int().min(1))
      .min(1)
      .max(100)
      .nullish()
      .meta({ description: 'The workspaces that it opens; left out: all that you work in.' }),
    for: z.enum(['script', 'agent']).default('script').meta({
      id: 'KeyUser',
      description: 'Who uses it. A key for an agent asks before it spends, unless spends says otherwise.',
    }),
    spends: KeySpendsWord.optional().meta({
      description:
        'ask: whatever spends waits for a person first, also where no guard asks. Left out: act for a script, ask for an agent.',
    }),
  }),
  reply: KeyView.extend({ key: z.string().meta({ description: 'The key itself, told this once.' }) }).meta({
    id: 'NewApiKey',
  }),
  async handle(deps, call, { name, scopes: wanted, expiresAt, workspaceIds: given, for: user, spends: chosen }) {
    const ends = expiresAt ? new Date(expiresAt) : null
    if (ends && ends <= call.now) throw badRequest([{ path: 'expiresAt', message: 'must be in the future' }])
    if (wanted.includes('admin')) await requireFreshSignIn(deps.db, call)
    const { id: userId, name: maker, role } = personBehind(call.actor)
    const workspaceIds = await workspacesToGive(deps.db, call.company, given ?? [])
    const companyId = call.company.id
    const spends = chosen ?? (user === 'agent' ? ('ask' as const) : ('act' as const))
    const created = { companyId, name, scopes: [...new Set(wanted)], userId, expiresAt: ends, workspaceIds, spends }
    const { id, key, createdAt } = await createApiKey(deps.db, created)
    const view = presentKey({
      ...{ id, name, start: key.slice(0, 7), scopes: created.scopes, workspaceIds, spends },
      ...{ createdAt, lastUsedAt: null, expiresAt: ends },
      madeBy: { id: userId, name: maker, role },
    })
    call.touched({ targets: [`key:${id}`], after: view })
    return { ...view, key }
  },
})

const KeyId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: 'Id of the key.' })

export const patchKey = operation({
  name: 'update_key',
  rest: { method: 'PATCH', path: '/v1/keys/{id}' },
  section,
  summary: 'Say whether an API key acts or asks before it spends.',
  description:
    'It holds from its next call on. What waits for a person already goes on waiting, and rules and drafts of the time when it asked stay as they are. ' +
    `From ask to act needs a sign-in of the last ${stepUpMinutes} minutes.`,
  failures: ['step_up_required'],
  scope: 'admin',
  effect: 'changes',
  forPeople: 'flightdeck key set',
  input: z.object({
    id: KeyId,
    spends: KeySpendsWord.meta({ description: 'ask: whatever spends waits for a person first; act: it does not.' }),
  }),
  reply: KeyView,
  async handle(deps, call, { id, spends }) {
    const maker = call.company.workspaces === undefined ? null : personBehind(call.actor).id
    const key = await deps.db.transaction().execute(async (trx) => {
      const changed = await setKeySpends(trx, call.company.id, { keyId: id, spends, maker })
      if (!changed) throw notFound('key', id)
      if (changed.before === 'ask' && spends === 'act') await requireFreshSignIn(trx, call)
      call.touched({ targets: [`key:${id}`], before: { spends: changed.before }, after: { spends } })
      return required(await findApiKey(trx, call.company.id, id), 'key')
    })
    return presentKey(key)
  },
})

export const deleteKey = operation({
  name: 'revoke_key',
  rest: { method: 'DELETE', path: '/v1/keys/{id}' },
  section,
  summary: 'Revoke an API key: from this moment it opens nothing.',
  scope: 'admin',
  effect: 'changes',
  forPeople: true,
  input: z.object({ id: KeyId }),
  reply: z.object({ id: z.number().int().meta({ description: 'Id of the key that was revoked.' }) }),
  async handle(deps, call, { id }) {
    const before = await deps.db
      .selectFrom('api_keys')
      .where('company_id', '=', call.company.id)
      .select(['name', 'scopes', 'expires_at as expiresAt'])
      .where('id', '=', id)
      .executeTakeFirst()
    const maker = call.company.workspaces === undefined ? null : personBehind(call.actor).id
    if (!(await revokeApiKey(deps.db, call.company.id, id, maker))) throw notFound('key', id)
    call.touched({ before, after: { revoked: true } })
    return { id }
  },
})
