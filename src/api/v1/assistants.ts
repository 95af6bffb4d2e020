import { z } from 'zod'
import { operation } from '../../call/operation.ts'
import { assistantScopes } from '../../core/assistants/rights.ts'
import { addressForPeople } from '../../core/people/address.ts'
import { stepUpMinutes } from '../../core/people/step-up.ts'
import { maxMoney } from '../../core/guards/guard.ts'
import { badRequest, notFound } from '../../errors.ts'
import { isCurrency } from '../../core/currency/codes.ts'
import { CurrencyCode } from '../shapes.ts'
import { KeySpendsWord } from './keys/key-view.ts'
import { personBehind } from './session/person.ts'

const section = 'People'
const AssistantScopeWord = z.enum(assistantScopes).meta({ id: 'AssistantScope' })
const Currency = CurrencyCode.refine(isCurrency, 'must be the code of a currency, such as EUR')

const Limit = z
  .object({
    amount: z.number().meta({ description: 'How much it may let run on a day.' }),
    currency: z.string().meta({ description: 'In which currency.' }),
  })
  .meta({ id: 'AssistantLimit' })

const Id = z.number().int().meta({ description: 'Id of the assistant; guards name it (assistant:31).' })
const Name = z.string().meta({ description: 'What it calls itself.' })
const workspaceList = (description: string) => z.array(z.number().int()).nullable().meta({ description })

const AssistantView = z
  .object({
    id: Id,
    name: Name,
    returnsTo: z.string().meta({ description: 'Where it was sent back to when it was connected.' }),
    person: z
      .object({
        id: z.number().int().meta({ description: 'Id of the person.' }),
        name: z.string().meta({ description: 'What they are called.' }),
      })
      .meta({ description: 'For whom it acts: it has no more than they have.' }),
    scopes: z.array(AssistantScopeWord).meta({ description: 'What it may do today.' }),
    spends: KeySpendsWord.meta({ description: 'ask: a person is asked before it spends; act: nobody is.' }),
    workspaceIds: workspaceList('The workspaces that it sees; null: all of the company’s.'),
    dailyLimit: Limit.nullable().meta({ description: 'What it may let run on a day; null: nothing was set.' }),
    connectedAt: z.string().meta({ description: 'When it was last consented to.', format: 'date-time' }),
    lastUsedAt: z
      .string()
      .nullable()
      .meta({ description: 'When it last did something; null: never.', format: 'date-time' }),
  })
  .meta({ id: 'Assistant' })

/** What does it is loaded when somebody asks: most installations start without. */
const consents = () => import('../../core/assistants/consent/consent.ts')
const lists = () => import('../../core/assistants/list.ts')

export const assistants = operation({
  name: 'list_assistants',
  rest: { method: 'GET', path: '/v1/assistants' },
  section,
  summary: 'The assistants that people have connected by consent, the latest first.',
  description: 'Admins of the whole company see everybody’s, everybody else their own.',
  scope: 'read',
  effect: 'reads',
  forPeople: true,
  reply: z.object({
    address: z.string().meta({ description: 'What is pasted into an assistant to connect it.' }),
    data: z.array(AssistantView).meta({ description: 'Every connected assistant.' }),
  }),
  async handle(deps, call) {
    const { listAssistants } = await lists()
    const found = await listAssistants(deps, call, personBehind(call.actor).id)
    return {
      address: `${addressForPeople(deps.agentUrl())}/mcp`,
      data: found.map(({ limit, connectedAt, lastUsedAt, scopes, ...rest }) => ({
        ...rest,
        scopes: assistantScopes.filter((scope) => scopes.includes(scope)),
        dailyLimit: limit,
        ...{ connectedAt: connectedAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null },
      })),
    }
  },
})

const Query = z
  .string()
  .min(1)
  .max(8_000)
  .meta({ description: 'What stands behind the question mark of the address that the assistant led to.' })
const Digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'Of what was shown.' })

const RequestView = z
  .object({
    problem: z
      .object({
        message: z.string().meta({ description: 'What stands against it.' }),
        returnTo: z.string().nullable().meta({ description: 'Where one can be sent back with it; null: nowhere.' }),
      })
      .nullable()
      .meta({ description: 'Why it cannot be consented to; null: it can.' }),
    asks: z
      .object({
        digest: Digest,
        name: Name,
        vouchedBy: z.string().nullable().meta({ description: 'Whose word its name is; null: nobody’s but its own.' }),
        returnPlace: z.string().meta({ description: 'Where it wants to be sent back to.' }),
        isOnDevice: z.boolean().meta({ description: 'Whether any program on the same device could be behind it.' }),
        refuseTo: z.string().meta({ description: 'Where a refusal leads.' }),
        scopes: z
          .array(
            z.object({
              scope: AssistantScopeWord.meta({ description: 'Its word.' }),
              words: z.string().meta({ description: 'What it lets an assistant do.' }),
              asked: z.boolean().meta({ description: 'Whether the assistant asks for it now.' }),
              had: z.boolean().meta({ description: 'Whether it has it by an earlier consent.' }),
            }),
          )
          .meta({ description: 'What you could let it do.' }),
        before: z
          .object({
            id: Id,
            connected: z.boolean().meta({ description: 'Whether it is connected now.' }),
            isSame: z.boolean().meta({
              description:
                'false: it bears another name, and only returns to where a revoked one did; its limit goes on.',
            }),
            spends: KeySpendsWord.meta({ description: 'Whether it asked before it spent.' }),
            workspaceIds: workspaceList('The workspaces that it was given; null: all.'),
            dailyLimit: Limit.nullable().meta({ description: 'The limit that it has.' }),
          })
          .nullable()
          .meta({ description: 'What it was given before; null: it is new.' }),
        mayAct: z.boolean().meta({ description: 'Whether you may let it spend without asking, and raise its limit.' }),
      })
      .nullable()
      .meta({ description: 'What it asks for; null: there is a problem.' }),
  })
  .meta({ id: 'ConsentRequest' })

export const readConsentRequest = operation({
  name: 'read_consent_request',
  rest: { method: 'POST', path: '/v1/assistants/requests' },
  section,
  summary: 'What an assistant asks of the person who is signed in.',
  scope: 'read',
  effect: 'reads',
  forPeople: true,
  input: z.object({ query: Query }),
  reply: RequestView,
  async handle(deps, call, { query }) {
    const { showRequest } = await import('../../core/assistants/consent/show.ts')
    return showRequest(deps, call, personBehind(call.actor), query)
  },
})

export const connectAssistant = operation({
  name: 'connect_assistant',
  rest: { method: 'POST', path: '/v1/assistants', status: 201 },
  section,
  summary: 'Consent to what an assistant asks for: it acts for you from then on, with at most what you have.',
  description:
    'What it may let run on a day is a spend guard in mode refuse (by), and needed for one that may do more than read. ' +
    `To let it spend without asking, or more than before, is for those who may loosen guards, with a sign-in of the last ${stepUpMinutes} minutes.`,
  failures: ['step_up_required'],
  scope: 'read',
  effect: 'changes',
  forPeople: true,
  input: z.object({
    query: Query,
    digest: Digest,
    scopes: z.array(AssistantScopeWord).max(10).meta({ description: 'What it may do; reading is part of it.' }),
    workspaceIds: z
      .array(z.coerce.number().int().min(1))
      .max(100)
      .default([])
      .meta({ description: 'The workspaces that it sees; none: all that you work in.' }),
    spends: KeySpendsWord.default('ask').meta({ description: 'ask: whatever spends waits for a person first.' }),
    dailyLimit: z
      .number()
      .min(0)
      .max(maxMoney)
      .optional()
      .meta({ description: 'How much it may let run on a day; left out: as before.' }),
    currency: Currency.optional().meta({ description: 'Of the limit.' }),
  }),
  reply: z.object({ id: Id, returnTo: z.string().meta({ description: 'Where the browser goes.' }) }),
  async handle(deps, call, { query, digest, scopes, workspaceIds, spends, dailyLimit, currency }) {
    if (dailyLimit !== undefined && currency === undefined)
      throw badRequest([{ path: 'currency', message: 'is needed with dailyLimit', expected: 'such as EUR' }])
    const limit = dailyLimit === undefined ? null : { amount: dailyLimit, currency: currency ?? '' }
    const person = personBehind(call.actor)
    const { connectAssistant: connect } = await consents()
    const decision = { query, digest, scopes, workspaceIds, spends, limit }
    const { keyId, before, rights, returnTo } = await connect(deps, call, person, decision)
    call.touched({ targets: [`assistant:${keyId}`], before, after: { ...rights, limit } })
    return { id: keyId, returnTo }
  },
})

export const revokeAssistant = operation({
  name: 'revoke_assistant',
  rest: { method: 'DELETE', path: '/v1/assistants/{id}' },
  section,
  summary: 'Revoke an assistant: from this moment none of its tokens opens anything.',
  description: 'Its limit stays, and what it let run today goes on counting when the same person connects it anew.',
  scope: 'read',
  effect: 'changes',
  forPeople: true,
  input: z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: 'Its id.' }) }),
  reply: z.object({ id: z.number().int().meta({ description: 'Id of the assistant that was revoked.' }) }),
  async handle(deps, call, { id }) {
    const { revokeAssistant: revoke } = await lists()
    const isDone = await revoke(deps, call, { id, person: personBehind(call.actor).id })
    if (!isDone) throw notFound('connected assistant', id)
    call.touched({ targets: [`assistant:${id}`], after: { revoked: true } })
    return { id }
  },
})
