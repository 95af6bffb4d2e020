import { z } from 'zod'
import { addConnection } from '../../../core/connections/paste.ts'
import { requireFreshSignIn, stepUpMinutes } from '../../../core/people/step-up.ts'
import { operation } from '../../../call/operation.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'
import {
  Connection,
  connectionWithId,
  PlatformParam,
  PlatformStanding,
  section,
  shownConnections,
} from './connection-view.ts'
import { readFields } from './read-fields.ts'

export const connections = operation({
  name: 'list_connections',
  rest: { method: 'GET', path: '/v1/connections' },
  section,
  summary: 'How the company reaches each platform, how long that lasts, and how much of each allowance is used.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object(pageFields(500, 500)),
  example: {},
  reply: pageOf(Connection).extend({
    metadata: z
      .object({
        platforms: z.array(PlatformStanding).meta({ description: 'How the company works with each platform.' }),
      })
      .meta({ id: 'ConnectionMetadata', description: 'What the list alone does not tell.' }),
  }),
  async handle(deps, call, input) {
    const { connections: all, platforms } = await shownConnections(deps, call)
    return { ...sliceOf(all, windowOf(input), true), metadata: { platforms } }
  },
})

export const pasteConnection = operation({
  name: 'add_connection',
  rest: { method: 'POST', path: '/v1/connections', status: 201 },
  section,
  summary: 'Connect a platform with a token or keys that somebody pastes.',
  description:
    'The platform is asked first, and what it refuses is not stored. They are kept sealed and never shown again. The same label again replaces ' +
    `what it held. Needs a sign-in of the last ${stepUpMinutes} minutes.`,
  failures: ['step_up_required', 'platform_unavailable', 'conflict'],
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  forPeople: 'flightdeck connection add',
  input: z.object({
    platform: PlatformParam,
    label: z.string().trim().min(1).max(100).default('main').meta({ description: 'What to call it.' }),
    credentials: z
      .record(z.string(), z.string().max(20_000))
      .meta({ description: "What opens the platform, in its own fields: see the platform's page in docs/platforms." }),
    sandbox: z.boolean().default(false).meta({ description: 'true: it leads to the simulator of the platform.' }),
    check: z
      .boolean()
      .default(true)
      .meta({ description: 'false: they are stored without asking the platform; the next call or check finds out.' }),
  }),
  reply: Connection,
  async handle(deps, call, { platform: word, credentials: given, ...input }) {
    const { platform, credentials } = readFields(deps, word, given)
    await requireFreshSignIn(deps.db, call)
    const wanted = { platform, credentials, label: input.label, isSandbox: input.sandbox, isChecked: input.check }
    const { id, before, after } = await addConnection(deps, call, wanted)
    call.touched({ targets: [`connection:${id}`], before, after })
    return connectionWithId(deps, call, id)
  },
})
