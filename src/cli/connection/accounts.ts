import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { chooseAccounts, listOpened, takeIn } from '../../core/connections/opened/choose.ts'
import type { OpenedList } from '../../core/connections/opened/choose.ts'
import { useSandbox } from '../../core/connections/opened/sandbox-use.ts'
import type { Context } from '../../core/context.ts'
import type { AccountDeps } from '../../core/deps.ts'
import { demoSlug } from '../../core/people/companies/companies.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { audited } from '../audited.ts'
import { withDatabase } from '../database.ts'
import { companyWithSlug, idFrom } from '../lookup.ts'
import { withPlatforms } from '../platforms.ts'
import { explain, formatTable, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'
import { platformWithWord } from './platform.ts'

/** Which accounts of a connection a company uses, and whether the sandbox stands in. */
export function addAccountCommands(connection: Command): void {
  connection
    .command('accounts')
    .description('list what a connection opens, used or not')
    .argument('<id>', 'its id in `flightdeck connection list`')
    .action((id: string) => within(id, async (deps, context, id) => show(await listOpened(deps, context, id))))
  connection
    .command('choose')
    .description('use these accounts of those that a connection opens, and no others of them')
    .argument('<id>', 'its id in `flightdeck connection list`')
    .argument('[accounts...]', 'ids of ad accounts; none: none of them is used')
    .action((id: string, accounts: string[]) => within(id, (deps, context, id) => choose(deps, context, id, accounts)))
  connection
    .command('take-in')
    .description('let rules that act by themselves work in newly chosen accounts')
    .argument('<id>', 'its id in `flightdeck connection list`')
    .argument('<accounts...>', 'ids of ad accounts')
    .action((id: string, accounts: string[]) => within(id, (deps, context, id) => take(deps, context, id, accounts)))
  connection
    .command('sandbox')
    .description('let the sandbox stand in for a platform that the company has no connection to')
    .argument('<platform>', 'the platform, by its name')
    .option('--company <slug>', 'which company', demoSlug)
    .option('--off', 'no more')
    .action(sandbox)
}

type Acting = Pick<Context, 'company' | 'actor'>

const actor = { kind: 'system', name: 'command line', scopes: [] } as const

async function within(
  text: string,
  work: (deps: AccountDeps, context: Acting, id: number) => Promise<void>,
): Promise<void> {
  const config = readConfig()
  await withDatabase(config, async ({ db }) => {
    const id = idFrom(text)
    const company = id === null ? null : await companyOf(db, id)
    if (id === null || !company)
      throw new CommandProblem(`There is no connection ${text}. See: flightdeck connection list`)
    await withPlatforms(db, config, async (connections) => {
      // No platform is waited for in the transaction that follows.
      await listOpened({ db, connections }, { company }, id)
      await work({ db, connections }, { company, actor }, id)
    })
  })
}

async function companyOf(db: Db, id: number) {
  return everyCompany(db)
    .selectFrom('connections')
    .innerJoin('companies', 'companies.id', 'connections.company_id')
    .select(['companies.id', 'companies.slug'])
    .where('connections.id', '=', id)
    .executeTakeFirst()
}

async function choose(deps: AccountDeps, context: Acting, id: number, accounts: string[]): Promise<void> {
  const chosen = accounts.map((accountId) => ({ accountId }))
  const list = await audited(deps.db, context.company, async (trx) => {
    const { before, list } = await chooseAccounts({ ...deps, db: trx }, context, { id, accounts: chosen })
    const was = { accounts: before.flatMap((each) => (each.is_chosen ? [each.account_id] : [])) }
    const entry = { action: 'connection choose', targets: [`connection:${id}`], before: was, after: { accounts } }
    return { result: list, entry }
  })
  show(list)
}

async function take(deps: AccountDeps, context: Acting, id: number, accountIds: string[]): Promise<void> {
  const list = await audited(deps.db, context.company, async (trx) => {
    const entry = { action: 'connection take-in', targets: [`connection:${id}`], after: { takenIn: accountIds } }
    return { result: await takeIn({ ...deps, db: trx }, context, { id, accountIds }), entry }
  })
  show(list)
}

function show({ connection, accounts, unread }: OpenedList): void {
  const where = connection.is_sandbox ? 'the simulator' : 'live'
  print(`Connection ${connection.id} (${connection.label}) to ${connection.platform}, ${where}:`)
  const rows = accounts.map((each) => [
    each.account_id,
    each.name,
    each.currency,
    each.status,
    each.workspace_id === null ? 'no' : each.is_taken_in ? 'yes' : 'yes, not taken in',
  ])
  if (rows.length > 0) print(formatTable(['account', 'name', 'currency', 'status', 'used'], rows))
  if (unread !== null) explain(`The platform could not be asked: ${unread}`)
}

async function sandbox(word: string, options: { company: string; off?: true }): Promise<void> {
  const platform = platformWithWord(word)
  await withDatabase(readConfig(), async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const { after } = await audited(db, company, async (trx) => {
      const use = options.off === undefined
      const result = await useSandbox({ db: trx }, { company, actor }, { platform: platform.name, use })
      const entry = { action: 'connection sandbox', targets: [`platform:${platform.name}`], ...result }
      return { result, entry }
    })
    const state = { connected: 'connected', sandbox: 'the sandbox', not_connected: 'not connected' }[after.state]
    print(`${platform.title} for ${company.name}: ${state}.`)
  })
}
