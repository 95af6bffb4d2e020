import { z } from 'zod'
import { operation } from '../../call/operation.ts'
import { findPerson } from '../../core/people/members.ts'
import {
  addPasskey,
  listPasskeys,
  newPasskeyOptions,
  removePasskey,
  siteOf,
} from '../../core/people/sessions/passkeys.ts'
import type { Passkey } from '../../core/people/sessions/passkeys.ts'
import { requireFreshSignIn, stepUpMinutes } from '../../core/people/step-up.ts'
import { personBehind } from './session/person.ts'

const section = 'People'
const afterSignIn = `Needs a sign-in of the last ${stepUpMinutes} minutes.`

const PasskeyView = z
  .object({
    id: z.number().int().meta({ description: 'Id of the passkey.' }),
    name: z.string().meta({ description: 'What it is called.' }),
    createdAt: z.string().meta({ description: 'When it was made.', format: 'date-time' }),
    lastUsedAt: z.string().nullable().meta({ description: 'When it was last used; null: never.', format: 'date-time' }),
  })
  .meta({ id: 'Passkey' })

function present({ createdAt, lastUsedAt, ...rest }: Passkey): z.input<typeof PasskeyView> {
  return { ...rest, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}

export const passkeyOptions = operation({
  name: 'begin_passkey',
  rest: { method: 'POST', path: '/v1/passkeys/options' },
  section,
  summary: 'What a browser needs to make a passkey for the person who asks.',
  description: afterSignIn,
  failures: ['step_up_required'],
  scope: 'read',
  effect: 'changes',
  forPeople: true,
  reply: z.object({
    options: z
      .record(z.string(), z.unknown())
      .meta({ description: 'For navigator.credentials.create, in the form of JSON.' }),
  }),
  async handle(deps, call) {
    await requireFreshSignIn(deps.db, call)
    const { id, sessionId } = personBehind(call.actor)
    const person = await findPerson(deps, call, id)
    return { options: await newPasskeyOptions(deps, siteOf(deps.publicUrl()), person, sessionId) }
  },
})

export const createPasskey = operation({
  name: 'create_passkey',
  rest: { method: 'POST', path: '/v1/passkeys', status: 201 },
  section,
  summary: 'Keep the passkey that the browser has made.',
  description: `${afterSignIn} Every company of the person is told.`,
  failures: ['step_up_required'],
  scope: 'read',
  effect: 'changes',
  forPeople: true,
  input: z.object({
    name: z.string().trim().min(1).max(100).meta({ description: 'What to call it.' }),
    response: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What the browser answered, in the form of JSON.' }),
  }),
  reply: PasskeyView,
  async handle(deps, call, input) {
    await requireFreshSignIn(deps.db, call)
    const { id: userId, sessionId } = personBehind(call.actor)
    const wanted = { ...input, userId, sessionId, companyId: call.company.id }
    return present(await addPasskey(deps, siteOf(deps.publicUrl()), wanted))
  },
})

export const passkeys = operation({
  name: 'list_passkeys',
  rest: { method: 'GET', path: '/v1/passkeys' },
  section,
  summary: 'The passkeys of the person who asks.',
  scope: 'read',
  effect: 'reads',
  forPeople: true,
  reply: z.object({ data: z.array(PasskeyView).meta({ description: 'The oldest first.' }) }),
  handle: async (deps, call) => ({ data: (await listPasskeys(deps.db, personBehind(call.actor).id)).map(present) }),
})

export const deletePasskey = operation({
  name: 'delete_passkey',
  rest: { method: 'DELETE', path: '/v1/passkeys/{id}' },
  section,
  summary: 'Remove one: it opens nothing from this moment on.',
  scope: 'read',
  effect: 'changes',
  forPeople: true,
  input: z.object({
    id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: 'Id of the passkey.' }),
  }),
  reply: PasskeyView,
  async handle(deps, call, { id }) {
    const member = { userId: personBehind(call.actor).id, companyId: call.company.id }
    return present(await removePasskey(deps.db, member, id))
  },
})
