import { z } from 'zod'
import { connectionStates, listConnections } from '../../../core/connections/list.ts'
import { operation } from '../../../call/operation.ts'
import { pageFields, pageOf, sliceOf, windowOf } from '../../pages.ts'
import { PlatformName } from '../../shapes.ts'

const day = { format: 'date', examples: ['2026-11-01'] }

const MissingPermissions = z
  .object({
    feature: z.string().meta({ description: 'What cannot work yet.' }),
    scopes: z.array(z.string()).meta({ description: "The permissions that it lacks, in the platform's own words." }),
  })
  .meta({ id: 'MissingPermissions' })

const ConnectedAccount = z
  .object({
    id: z.string().meta({ description: 'Id of the ad account.' }),
    name: z.string().meta({ description: 'Its name on the platform.' }),
    usagePercent: z.number().meta({
      description: 'How much of what the platform allows is used up, from 0 to 100; 0 also where it tells nothing.',
    }),
    blockedUntil: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the platform takes calls for it again; null: it does now.' }),
  })
  .meta({ id: 'ConnectedAccount' })

const PlatformEnding = z
  .object({
    on: z.string().meta({ description: 'The day it ends on.', ...day }),
    what: z.string().meta({ description: 'What ends, and what to do about it.' }),
  })
  .meta({ id: 'PlatformEnding' })

const Connection = z
  .object({
    id: z.string().nullable().meta({ description: 'Its id; null: the sandbox, which stands in for a connection.' }),
    platform: PlatformName,
    platformTitle: z.string().meta({ description: "The platform's own name, for people." }),
    label: z.string().meta({ description: 'What people call it.' }),
    sandbox: z.boolean().meta({ description: 'Whether it leads to the sandbox: nothing there costs money.' }),
    state: z.enum(connectionStates).meta({ description: 'Whether it works, works but ends soon, or does not work.' }),
    stateReason: z.string().nullable().meta({ description: 'Why it does not work; null: it does.' }),
    expiresAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it ends; null: never, or the platform does not say.' }),
    scopes: z.array(z.string()).meta({ description: "The permissions it has, in the platform's own words." }),
    missingScopes: z
      .array(MissingPermissions)
      .meta({ description: 'Features that cannot work yet, each with the permissions that the connection lacks.' }),
    accounts: z.array(ConnectedAccount).meta({ description: 'The ad accounts that are reached through it.' }),
    platformVersion: z.string().meta({ description: "The version of the platform's interface that is used." }),
    platformVersionEndsOn: z
      .string()
      .nullable()
      .meta({ description: 'The day on which that version ends; null: none is announced.', ...day }),
    platformEndings: z
      .array(PlatformEnding)
      .meta({ description: 'What else ends on the platform, and on which day, for you to prepare for.' }),
  })
  .meta({ id: 'Connection' })

export const connections = operation({
  name: 'list_connections',
  rest: { method: 'GET', path: '/v1/connections' },
  section: 'Accounts and people',
  summary: 'How the company reaches each platform, how long that lasts, and how much of each allowance is used.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object(pageFields(500, 500)),
  example: {},
  reply: pageOf(Connection),
  handle: async (deps, call, input) => sliceOf(await listConnections(deps, call), windowOf(input), true),
})
