import { z } from 'zod'
import { latestRehearsals } from '../../../core/rehearsals/store.ts'
import { connectionStates, listConnections } from '../../../core/connections/list.ts'
import { platformStates } from '../../../core/connections/opened/sandbox-use.ts'
import type { ConnectionView, ConnectionList } from '../../../core/connections/list.ts'
import type { Context } from '../../../core/context.ts'
import type { AccountDeps } from '../../../core/deps.ts'
import { notFound } from '../../../errors.ts'
import { accountStates } from '../../../platforms/contract/health.ts'
import { PlatformName } from '../../shapes.ts'
import { Rehearsed, rehearsalView } from './rehearsal-view.ts'

const day = { format: 'date', examples: ['2026-11-01'] }

const MissingPermissions = z
  .object({
    feature: z.string().meta({ description: 'What cannot work yet.' }),
    scopes: z.array(z.string()).meta({ description: "The permissions that it lacks, in the platform's own words." }),
  })
  .meta({ id: 'MissingPermissions' })

const AccountSpendLimit = z
  .object({
    limit: z.number().meta({ description: 'What the ad account may spend in all, in main units of its currency.' }),
    spent: z.number().meta({ description: 'What of that it has spent.' }),
  })
  .meta({ id: 'AccountSpendLimit' })

const AccountStanding = z
  .object({
    state: z.enum(accountStates).meta({ description: 'Ads run only in an active ad account.' }),
    stateReason: z
      .string()
      .nullable()
      .meta({ description: 'Why it is not active; null: it is, or the platform does not say.' }),
    spendLimit: AccountSpendLimit.nullable().meta({
      description: 'At its limit ads stop; null: it has none, or the platform does not tell.',
    }),
  })
  .meta({ id: 'AccountStanding' })

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
    health: AccountStanding.nullable().meta({
      description: 'How it was when its connection was looked at last; null: that has not happened yet.',
    }),
  })
  .meta({ id: 'ConnectedAccount' })

const PlatformEnding = z
  .object({
    on: z.string().meta({ description: 'The day it ends on.', ...day }),
    what: z.string().meta({ description: 'What ends, and what to do about it.' }),
  })
  .meta({ id: 'PlatformEnding' })

export const Connection = z
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
    checkedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it was looked at last, which happens once a day; null: not yet.' }),
    origin: z.enum(['consent', 'paste']).nullable().meta({
      description:
        'consent: somebody consented at the platform; paste: a token or keys were pasted; null: the sandbox.',
    }),
    identity: z
      .string()
      .nullable()
      .meta({ description: 'As whom the platform knows whoever opened it; null: it has not said so.' }),
    scopes: z.array(z.string()).meta({ description: "The permissions it has, in the platform's own words." }),
    missingScopes: z
      .array(MissingPermissions)
      .meta({ description: 'Features that cannot work yet, each with the permissions that the connection lacks.' }),
    accountsMode: z.enum(['all', 'chosen']).meta({
      description: 'all: whatever it opens is used; chosen: what a person chose (PUT /v1/connections/{id}/accounts).',
    }),
    accounts: z
      .array(ConnectedAccount)
      .meta({ description: 'The ad accounts that are used and that it opens; another connection may open them too.' }),
    unusedAccounts: z.number().int().meta({
      description: 'How many further accounts it opens that nobody chose: GET /v1/connections/{id}/accounts.',
    }),
    rehearsal: Rehearsed.nullable().meta({
      description:
        'The last time that launching through it was tried; null: never, or the caller works in some workspaces alone.',
    }),
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

export const PlatformStanding = z
  .object({
    platform: PlatformName,
    platformTitle: z.string().meta({ description: "The platform's own name, for people." }),
    state: z.enum(platformStates).meta({
      description:
        'connected: there is a connection, live or to the simulator; sandbox: the sandbox stands in for one; ' +
        'not_connected: there was a live connection, and the sandbox is not used before a person says so.',
    }),
    liveSince: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the first live connection to it came; null: there was none.' }),
  })
  .meta({ id: 'PlatformStanding' })

export const section = 'Accounts and people'

/** Which platform, in a path. */
export const PlatformParam = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .meta({ description: 'Which platform, by any of its words, such as primary.' })

export const ConnectionId = z.coerce
  .number()
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ description: 'Id of the connection.' })

type ShownConnection = ConnectionView & Pick<z.input<typeof Connection>, 'rehearsal'>

/** All of them, each with its last rehearsal: that tells of accounts of every workspace. */
export async function shownConnections(
  deps: AccountDeps,
  { company }: Pick<Context, 'company'>,
): Promise<{ connections: ShownConnection[]; platforms: ConnectionList['platforms'] }> {
  const { connections: views, platforms } = await listConnections(deps, { company })
  const rehearsals = company.workspaces === undefined ? await latestRehearsals(deps.db, { company }) : []
  const byConnection = new Map(rehearsals.map((row) => [String(row.connection_id), row]))
  const connections = views.map((view) => {
    const row = byConnection.get(view.id ?? '')
    return { ...view, rehearsal: row ? rehearsalView(row) : null }
  })
  return { connections, platforms }
}

/** One of the company's connections as the list shows it, or 404. */
export async function connectionWithId(
  deps: AccountDeps,
  { company }: Pick<Context, 'company'>,
  id: number,
): Promise<ShownConnection> {
  const { connections } = await shownConnections(deps, { company })
  const found = connections.find((each) => each.id === String(id))
  if (!found) throw notFound('connection', id)
  return found
}
