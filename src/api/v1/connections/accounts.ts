import { z } from 'zod'
import { TextId } from '../../../core/launch/plan/request.ts'
import { rulesWaiting } from '../../../core/automations/rule/waiting.ts'
import { chooseAccounts, listOpened, takeIn } from '../../../core/connections/opened/choose.ts'
import type { OpenedAccount, OpenedList } from '../../../core/connections/opened/choose.ts'
import { beginRehearsal } from '../../../core/rehearsals/store.ts'
import { stepUpMinutes } from '../../../core/people/step-up.ts'
import { notFound } from '../../../errors.ts'
import { accountStates } from '../../../platforms/contract/health.ts'
import type { Call } from '../../../call/operation.ts'
import { operation } from '../../../call/operation.ts'
import type { Services } from '../../../services.ts'
import { CurrencyCode, PlatformName, TimeZone } from '../../shapes.ts'

const WaitingRule = z
  .object({
    id: z.number().int().meta({ description: 'Id of the automation.' }),
    name: z.string().meta({ description: 'What it is called.' }),
    mode: z.literal('act').meta({ description: 'It does what it says without asking anybody.' }),
    does: z.array(z.string()).meta({ description: 'What it does, in words.' }),
  })
  .meta({ id: 'WaitingRule' })

const OpenedAccount = z
  .object({
    id: z.string().meta({ description: 'Id of the ad account.' }),
    name: z.string().meta({ description: 'Its name on the platform.' }),
    currency: CurrencyCode.meta({ description: 'What its money is in, by the ISO 4217 code.' }),
    timeZone: TimeZone,
    status: z.enum(accountStates).meta({ description: 'Whether ads can run in it: only in an active one.' }),
    sandbox: z.boolean().meta({ description: 'Whether it is made up: nothing in it costs money.' }),
    listed: z.boolean().meta({ description: 'Whether the platform still lists it for this connection.' }),
    chosen: z.boolean().meta({ description: 'Whether it is to be used through this connection.' }),
    workspaceId: z
      .string()
      .nullable()
      .meta({ description: 'The workspace that it is in; null: the company does not use it.' }),
    reachedThrough: z
      .string()
      .nullable()
      .meta({ description: 'The connection that it is reached through now, of several the healthiest; null: none.' }),
    takenIn: z.boolean().nullable().meta({
      description: 'Whether rules in mode act may work in it; null: the company does not use it.',
    }),
    firstSeenAt: z.iso.datetime().meta({ description: 'When this connection was first seen to open it.' }),
    rules: z.array(WaitingRule).meta({
      description: 'Rules in mode act that would work in it once it is taken in; empty where it is.',
    }),
  })
  .meta({ id: 'OpenedAccount' })

const OpenedAccounts = z
  .object({
    connectionId: z.string().meta({ description: 'Id of the connection.' }),
    platform: PlatformName,
    label: z.string().meta({ description: 'What people call the connection.' }),
    sandbox: z.boolean().meta({ description: 'Whether it leads to the simulator: nothing there costs money.' }),
    accountsMode: z
      .enum(['all', 'chosen'])
      .meta({ description: 'all: whatever it opens is used; chosen: what a person chose.' }),
    data: z.array(OpenedAccount).meta({ description: 'What it opens, the longest known first.' }),
    accounts: z.array(OpenedAccount).meta({ description: 'The same.' }),
    unread: z.string().nullable().meta({
      description: 'Why the platform could not be asked just now, so that some may be missing; null: it was.',
    }),
  })
  .meta({ id: 'OpenedAccounts' })

const Id = z.string().max(20).meta({ description: 'Id of the connection.' })
const section = 'Accounts and people'

export const connectionAccounts = operation({
  name: 'list_connection_accounts',
  rest: { method: 'GET', path: '/v1/connections/{id}/accounts' },
  section,
  summary: 'All ad accounts that a connection opens, used or not. For people.',
  description:
    'What is not chosen stays unused: it is in no other list, no report and no search, and is not read. Whoever works in ' +
    'some workspaces sees what is used in those.',
  scope: 'admin',
  effect: 'reads',
  forPeople: 'flightdeck connection accounts',
  input: z.object({ id: Id }),
  reply: OpenedAccounts,
  handle: async (deps, call, { id }) => shown(deps, call, await listOpened(deps, call, connectionId(id))),
})

export const putConnectionAccounts = operation({
  name: 'choose_connection_accounts',
  rest: { method: 'PUT', path: '/v1/connections/{id}/accounts' },
  section,
  summary: 'Say which of the accounts that a connection opens the company uses. For people.',
  description:
    'The list takes the place of the one before. A new account goes into its workspace, or into the first one; guards look ' +
    'at it at once, and rules in mode act only once it is taken in. One that is left out is not connected unless another ' +
    `connection opens it: its history stays. Needs a sign-in of the last ${stepUpMinutes} minutes.`,
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  forPeople: 'flightdeck connection choose',
  failures: ['step_up_required', 'conflict'],
  input: z.object({
    id: Id,
    accounts: z
      .array(
        z
          .object({
            accountId: TextId.meta({ description: 'Id of an ad account that the connection opens.' }),
            workspaceId: z
              .string()
              .max(20)
              .optional()
              .meta({ description: 'The workspace that it goes into. Left out: where it is, or the first one.' }),
          })
          .meta({ id: 'AccountChoice' }),
      )
      .max(10_000)
      .meta({ description: 'The accounts to use; none at all is a choice, too.' }),
  }),
  reply: OpenedAccounts,
  async handle(deps, call, { id, accounts }) {
    const { before, list } = await chooseAccounts(deps, call, { id: connectionId(id), accounts })
    call.touched({ targets: [`connection:${id}`], before: chosenIn(before), after: chosenIn(list.accounts) })
    await rehearseChosen(deps, call, connectionId(id), list.accounts)
    return shown(deps, call, list)
  },
})

/** What launching would meet in the accounts that were chosen; where a rehearsal runs already, that one goes on. */
async function rehearseChosen({ db, tasks }: Services, call: Call, id: number, list: OpenedAccount[]): Promise<void> {
  const reached = list.filter((each) => each.is_chosen && each.reached_through === id)
  const accountIds = reached.map((each) => each.account_id)
  if (accountIds.length > 0) await beginRehearsal({ db, tasks }, call, { connectionId: id, accountIds })
}

export const takeInConnectionAccounts = operation({
  name: 'take_in_connection_accounts',
  rest: { method: 'POST', path: '/v1/connections/{id}/accounts/take-in' },
  section,
  summary: 'Let rules that act by themselves work in newly chosen accounts. For people.',
  description:
    'Before that, no rule in mode act sees them and none launches into them. GET /v1/connections/{id}/accounts lists the ' +
    'rules that would.',
  scope: 'admin',
  effect: 'changes',
  forPeople: 'flightdeck connection take-in',
  input: z.object({
    id: Id,
    accountIds: z
      .array(TextId)
      .min(1)
      .max(10_000)
      .meta({ description: 'Ad accounts that the company uses through the connection.' }),
  }),
  reply: OpenedAccounts,
  async handle(deps, call, { id, accountIds }) {
    const list = await takeIn(deps, call, { id: connectionId(id), accountIds })
    call.touched({ targets: [`connection:${id}`], after: { takenIn: accountIds } })
    return shown(deps, call, list)
  },
})

function connectionId(id: string): number {
  if (!/^\d{1,15}$/.test(id)) throw notFound('connection', id)
  return Number(id)
}

/** What the audit log keeps of a choice. */
function chosenIn(accounts: OpenedAccount[]) {
  return { accounts: accounts.flatMap((each) => (each.is_chosen ? [each.account_id] : [])) }
}

async function shown(deps: Services, call: Call, { connection, accounts, unread }: OpenedList) {
  const waiting = accounts.some((each) => each.is_taken_in !== true)
  const rulesOf = waiting ? await rulesWaiting(deps.db, call.company) : () => []
  const { id, platform, label, is_sandbox: sandbox, accounts_mode: accountsMode } = connection
  const data = accounts.map((each) => ({
    ...{ id: each.account_id, name: each.name, currency: each.currency, timeZone: each.time_zone },
    ...{ status: each.status, sandbox: each.is_sandbox, listed: each.is_listed, chosen: each.is_chosen },
    workspaceId: each.workspace_id === null ? null : String(each.workspace_id),
    reachedThrough: each.reached_through === null ? null : String(each.reached_through),
    takenIn: each.is_taken_in,
    firstSeenAt: each.first_seen_at.toISOString(),
    rules: each.is_taken_in === true ? [] : rulesOf({ platform, accountId: each.account_id, currency: each.currency }),
  }))
  return {
    ...{ connectionId: String(id), platform, label, sandbox, accountsMode, unread },
    ...{ data, accounts: data },
  }
}
