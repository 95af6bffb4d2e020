import type { Command } from 'commander'
import { everyCompany } from '../../db/scoped.ts'
import { readConfig } from '../../config.ts'
import type { Config } from '../../config.ts'
import { isDay, rangeIssues } from '../../core/days/range.ts'
import { discoverAccounts, reportAccounts, syncAccounts } from '../../core/reports/sync/all.ts'
import type { ReportAccount, SyncProgress, SyncWant } from '../../core/reports/sync/types.ts'
import type { SyncDeps } from '../../core/deps.ts'
import type { DayRange } from '../../platforms/contract/insights.ts'
import { builtIn } from '../../platforms/index.ts'
import { createLog } from '../../log.ts'
import { withDatabase } from '../database.ts'
import { companyWithSlug } from '../lookup.ts'
import { withPlatforms } from '../platforms.ts'
import { countOf, explain, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'
import { createSyncProgress } from './progress.ts'

interface SyncChoice {
  company?: string
  account?: string
  from?: string
  to?: string
}

const atOnce = 2
const waitForOthersMs = 120_000

export function addSyncCommand(program: Command): void {
  program
    .command('sync')
    .description(
      'read the daily figures of ads from the platforms: the days that are missing and the last 3, or with --from and ' +
        '--to every day of a range again. It can be stopped and started at any time; what was read stays.',
    )
    .option('--company <slug>', 'only the accounts of this company')
    .option('--account <id>', 'only this ad account')
    .option('--from <day>', 'the first day to read again, such as 2026-10-01')
    .option('--to <day>', 'the last day to read again')
    .action(sync)
}

async function sync(choice: SyncChoice): Promise<void> {
  const range = rangeIn(choice)
  await withSyncDeps(readConfig(), async (deps) => {
    const accounts = await chosenAccounts(deps, choice)
    const stopping = stopOnSignal()
    const problems = await readAll(deps, accounts, range, stopping.signal)
    stopping.end()
    if (stopping.signal.aborted) throw new CommandProblem('Stopped. What was read is kept; the same command goes on.')
    problems.push(...(choice.account === undefined ? await unlistedPlatforms(deps, accounts) : []))
    for (const problem of problems) explain(problem)
    if (problems.length > 0) process.exitCode = 1
  })
}

function rangeIn({ from, to }: SyncChoice): DayRange | null {
  if (from === undefined && to === undefined) return null
  if (from === undefined || to === undefined) throw new CommandProblem('--from and --to are only useful together.')
  for (const day of [from, to]) {
    if (!isDay(day)) throw new CommandProblem(`"${day}" is not a day. Write it as 2026-10-01.`)
  }
  const [problem] = rangeIssues(new Date(from), new Date(to), { start: '--from', end: '--to' })
  if (problem) throw new CommandProblem(`${problem.path} ${problem.message}.`)
  return { from, to }
}

async function withSyncDeps(config: Config, work: (deps: SyncDeps) => Promise<void>): Promise<void> {
  await withDatabase(config, ({ db, pool }) =>
    withPlatforms(db, config, (connections) =>
      work({ db, pool, connections, log: createLog(config.logLevel), figuresMonths: config.retention.figures }),
    ),
  )
}

async function chosenAccounts(deps: SyncDeps, choice: SyncChoice): Promise<ReportAccount[]> {
  const companyId = choice.company === undefined ? undefined : (await companyWithSlug(deps.db, choice.company)).id
  await discoverAccounts(deps, companyId)
  const ids = choice.account === undefined ? [undefined] : formsOf(choice.account)
  const lists = await Promise.all(ids.map((accountId) => reportAccounts(deps.db, { companyId, accountId })))
  const accounts = lists.flat()
  if (choice.account !== undefined && accounts.length === 0) {
    throw new CommandProblem(`There is no ad account ${choice.account}.`)
  }
  return accounts
}

/** The id as given, and as the platforms write it out in full. */
function formsOf(id: string): string[] {
  return [...new Set([id, ...builtIn.all.map((platform) => platform.fullAccountId?.(id) ?? id)])]
}

/** One line for each account that could not be read. */
async function readAll(
  deps: SyncDeps,
  accounts: ReportAccount[],
  range: DayRange | null,
  signal: AbortSignal,
): Promise<string[]> {
  if (accounts.length === 0) {
    explain('There are no ad accounts to read. Is the service running, or a platform connected?')
    return []
  }
  const want: SyncWant = range ?? 'everything'
  const progress = createSyncProgress(accounts, process.stderr)
  const options = { atOnce, signal, waitForOthersMs, onProgress: (standing: SyncProgress) => progress.show(standing) }
  const outcomes = await syncAccounts(deps, accounts, want, options)
  progress.end()
  const rows = outcomes.reduce((sum, outcome) => sum + outcome.rows, 0)
  const days = outcomes.reduce((sum, outcome) => sum + outcome.days, 0)
  if (!signal.aborted)
    print(`Read ${countOf(days, 'day')} of ${countOf(accounts.length, 'account')}: ${countOf(rows, 'row')}.`)
  return outcomes
    .filter(({ problem }) => problem !== null)
    .map(({ account, problem }) => `${account.platform} ${account.accountId} (${account.name}): ${problem}`)
}

/** Platforms that did not even say which accounts there are. */
async function unlistedPlatforms({ db }: SyncDeps, accounts: ReportAccount[]): Promise<string[]> {
  const companies = [...new Set(accounts.map(({ companyId }) => companyId))]
  if (companies.length === 0) return []
  const reads = await everyCompany(db)
    .selectFrom('account_reads')
    .innerJoin('companies', 'companies.id', 'account_reads.company_id')
    .select(['slug', 'platform', 'error'])
    .where('company_id', 'in', companies)
    .where('error', 'is not', null)
    .execute()
  return reads.map(({ slug, platform, error }) => `${platform}: the accounts of ${slug} could not be listed: ${error}`)
}

/** The first Ctrl-C ends the reading well; a second one ends the program. */
function stopOnSignal(): { signal: AbortSignal; end(): void } {
  const controller = new AbortController()
  const stop = () => controller.abort(new Error('Stopped by hand.'))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  return { signal: controller.signal, end: () => process.off('SIGINT', stop).off('SIGTERM', stop) }
}
