import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { disconnect, endChoices } from '../../../core/ends/disconnect.ts'
import { namedEnd } from '../../../core/ends/store.ts'
import { requireFreshSignIn, stepUpMinutes } from '../../../core/people/step-up.ts'
import { Deleted } from '../../shapes.ts'
import { ConnectionId, section } from './connection-view.ts'
import { ConnectionUses } from './uses.ts'

const EndChoiceWord = z
  .enum(endChoices)
  .meta({ id: 'EndChoice', description: 'pause: paused now; drop: goes on without an end.' })

export const removeConnection = operation({
  name: 'delete_connection',
  rest: { method: 'DELETE', path: '/v1/connections/{id}' },
  section,
  summary:
    'Disconnect: what opens the platform is taken back there and forgotten here. What was read and done through it stays.',
  description:
    'GET /v1/connections/{id}/uses tells before what stops, and the answer what has stopped. A platform that does not answer keeps no ' +
    `connection: then a person takes the consent back there. Needs a sign-in of the last ${stepUpMinutes} minutes.`,
  failures: ['step_up_required', 'conflict'],
  scope: 'admin',
  effect: 'destroys',
  wholeCompany: true,
  forPeople: 'flightdeck connection remove',
  input: z.object({
    id: ConnectionId,
    ends: EndChoiceWord.optional().meta({
      description:
        'What becomes of what is to end by us in its accounts: pause pauses it now, drop lets it go on without an end. Left out: 409 where there is such a thing.',
    }),
  }),
  reply: Deleted.extend({
    revoked: z.boolean().meta({ description: 'Whether the consent was taken back at the platform.' }),
    revokeByHand: z
      .string()
      .nullable()
      .meta({ description: 'Where a person takes it back themselves; null: it was taken back, or there is none.' }),
    stopped: ConnectionUses.omit({ revokeByHand: true }).meta({ description: 'What stops with it.' }),
  }).meta({ id: 'Disconnected' }),
  async handle(deps, call, { id, ends = null }) {
    await requireFreshSignIn(deps.db, call)
    const done = await disconnect(deps, call.company, { id, ends }, async (_trx, change) => call.touched(change))
    const { ends: dropped, ...uses } = done.uses
    return {
      ...{ id, deleted: true as const, revoked: done.revocation.revoked, revokeByHand: done.revocation.byHand },
      stopped: { ...uses, ends: dropped.map(namedEnd) },
    }
  },
})
