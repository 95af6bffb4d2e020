import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import type { ConnectionUses } from '../../core/ends/connection-uses.ts'
import type { ConnectionVerdict } from '../../core/connections/state/verdict.ts'
import { demoSlug } from '../../core/people/companies/companies.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { ifGiven } from '../../db/sql.ts'
import { missingScopes } from '../../platforms/contract/features.ts'
import { builtIn } from '../../platforms/index.ts'
import type { ConnectionCheck, Platform } from '../../platforms/contract/platform.ts'
import { addAccountCommands } from './accounts.ts'
import { parseCredentials, readCredentialsText } from './input.ts'
import { endLine } from '../../core/ends/disconnect.ts'
import { removeWithEnds } from './remove.ts'
import type { SealedRow } from './store.ts'
import { addConnection, checkConnection } from './trial.ts'
import { connect } from './connect.ts'
import { rehearse } from './rehearse.ts'
import { withWorkbench } from './workbench.ts'
import { withDatabase } from '../database.ts'
import { companyWithSlug, idFrom } from '../lookup.ts'
import { platformWithWord } from './platform.ts'
import { countOf, explain, formatTable, formatTime, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

export function addConnectionCommands(program: Command): void {
  const names = builtIn.names.join(', ')
  const consenting = builtIn.all.filter(({ oauth }) => oauth).map(({ name }) => name)
  const connection = program.command('connection').description('connect companies to the real ad platforms')
  connection
    .command('add')
    .description(
      'connect a company to a platform. The credentials are read from standard input or from a file: a JSON object, ' +
        'or the bare token where a token is all it takes. The same label again replaces what it held.',
    )
    .argument('<platform>', `one of: ${names}`)
    .option('--company <slug>', 'which company', demoSlug)
    .option('--label <label>', 'a name for it, where a company has several', 'main')
    .option('--file <path>', 'read the credentials from this file')
    .option('--no-check', 'store them without asking the platform')
    .option('--choose', 'use none of its accounts before somebody chooses; without it, all that it opens')
    .action(add)
  connection
    .command('connect')
    .description(
      'connect a company to a platform by consenting there: open the address that is printed, and paste what you come back with',
    )
    .argument('<platform>', `one of: ${consenting.join(', ')}`)
    .option('--company <slug>', 'which company', demoSlug)
    .option('--label <label>', 'a name for it; left out: as whoever consents')
    .option('--again <id>', 'open this connection anew instead of making a further one')
    .option('--sandbox', 'consent at its simulator')
    .action(connect)
  connection
    .command('list')
    .description('list connections and how they are')
    .option('--company <slug>', 'only those of this company')
    .action(list)
  connection
    .command('check')
    .description('ask the platform what a connection opens and when it ends')
    .argument('<platform or id>', `one of: ${names}; or an id in \`flightdeck connection list\``)
    .option('--company <slug>', 'which company, when a platform is named', demoSlug)
    .action(check)
  connection
    .command('rehearse')
    .description('try what launching through a connection needs, without making anything')
    .argument('<id>', 'its id in `flightdeck connection list`')
    .option('--account <id...>', 'only into these ad accounts')
    .action(rehearse)
  connection
    .command('remove')
    .description('take back at the platform what opens it, and forget it here; what was read and done through it stays')
    .argument('<id>', 'its id in `flightdeck connection list`')
    .option('--pause-ends', 'pause now what was to be ended through it later')
    .option('--drop-ends', 'let that go on without an end')
    .action(remove)
  addAccountCommands(connection)
}

async function add(
  word: string,
  options: { company: string; label: string; file?: string; check: boolean; choose?: true },
): Promise<void> {
  const config = readConfig()
  const platform = platformWithWord(word)
  const credentials = parseCredentials(platform, await readCredentialsText(options.file, platform))
  await withWorkbench(config, async (bench) => {
    const company = await companyWithSlug(bench.db, options.company)
    const { label, check: isChecked } = options
    const wanted = { platform, companyId: company.id, label, credentials, isChecked, isChosen: options.choose }
    const { id, verdict } = await addConnection(bench, wanted)
    print(`Connection ${id} (${label}): ${company.name} now works with ${platform.title}.`)
    if (verdict) describeVerdict(verdict, platform)
    if (options.choose)
      explain(`None of its accounts is used yet. Choose with: flightdeck connection choose ${id} <accounts>`)
    if (!verdict) explain(`It was not checked. Do so with: flightdeck connection check ${id}`)
  })
}

async function list(options: { company?: string }): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const company = options.company === undefined ? null : await companyWithSlug(db, options.company)
    const rows = await everyCompany(db)
      .selectFrom('connections')
      .innerJoin('companies', 'companies.id', 'connections.company_id')
      .select(['connections.id', 'slug', 'platform', 'label', 'is_sandbox'])
      .select(['state', 'state_reason', 'expires_at', 'checked_at'])
      .$call(ifGiven(company, (some, company) => some.where('company_id', '=', company.id)))
      .orderBy('connections.id')
      .execute()
    if (rows.length === 0) return explain('There are no connections.')
    const table = rows.map((row) => [
      String(row.id),
      row.slug,
      row.platform,
      row.label,
      row.checked_at ? row.state : 'not checked',
      formatTime(row.expires_at, 'not known'),
      formatTime(row.checked_at, 'never'),
      row.is_sandbox ? 'simulator' : 'live',
      row.state_reason ?? '',
    ])
    print(formatTable(['id', 'company', 'platform', 'label', 'state', 'ends', 'checked', 'leads to', 'why'], table))
  })
}

async function check(which: string, options: { company: string }): Promise<void> {
  await withWorkbench(readConfig(), async (bench) => {
    for (const row of await chosenRows(bench.db, which, options.company)) {
      const platform = platformWithWord(row.platform)
      const verdict = await checkConnection(bench, platform, row)
      print(`Connection ${row.id} (${row.label}) to ${platform.title}`)
      describeVerdict(verdict, platform)
    }
  })
}

async function chosenRows(db: Db, which: string, companySlug: string): Promise<(SealedRow & { label: string })[]> {
  const query = everyCompany(db).selectFrom('connections').selectAll().orderBy('id')
  if (/^\d+$/.test(which)) {
    const id = idFrom(which)
    const rows = id === null ? [] : await query.where('id', '=', id).execute()
    if (rows.length === 0) throw noConnection(which)
    return rows
  }
  const platform = platformWithWord(which)
  const company = await companyWithSlug(db, companySlug)
  const rows = await query.where('company_id', '=', company.id).where('platform', '=', platform.name).execute()
  if (rows.length > 0) return rows
  throw new CommandProblem(
    `${company.name} has no connection to ${platform.title}. Add one with: flightdeck connection add ${platform.name}`,
  )
}

function noConnection(id: string): CommandProblem {
  return new CommandProblem(`There is no connection ${id}. See: flightdeck connection list`)
}

async function remove(idText: string, options: { pauseEnds?: true; dropEnds?: true }): Promise<void> {
  await withWorkbench(readConfig(), async (bench) => {
    const id = idFrom(idText)
    const choice = options.pauseEnds ? 'pause' : options.dropEnds ? 'drop' : null
    const removed = id === null ? undefined : await removeWithEnds(bench, id, choice)
    if (!removed) throw noConnection(idText)
    print(`Connection ${id} (${removed.label}) to ${removed.platform} is removed.`)
    const became = choice === 'pause' ? 'Paused, because its end can no longer be kept' : 'No longer ended by us'
    const { uses, revocation } = removed
    for (const end of uses.ends) print(`${became}: ${endLine(end)}`)
    for (const line of stoppedLines(uses)) print(line)
    if (revocation.revoked) print('What was granted was taken back at the platform.')
    else if (revocation.byHand !== null) explain(`What was granted there still stands. ${revocation.byHand}`)
  })
}

function stoppedLines({ accounts, batches, rules, syncedAccounts }: ConnectionUses): string[] {
  return [
    ...(batches.length > 0
      ? [`Ads of these batches wait until their accounts are connected again: ${batches.join(', ')}`]
      : []),
    ...rules.map(({ id, name }) => `Sees its accounts no more: rule ${id} (${name})`),
    ...(syncedAccounts > 0
      ? [`Daily figures are read no more: ${countOf(syncedAccounts, 'ad account')} of ${accounts.length}`]
      : []),
  ]
}

/** What is known: some platforms tell with a renewal alone, and some never. */
export function describeEnd({ expiresAt, isRenewed, renewedAt }: ConnectionCheck): string {
  const last = renewedAt ? `, last on ${formatTime(renewedAt)}` : ''
  const renewal = isRenewed ? `; it is renewed as it is used${last}` : ''
  return `${formatTime(expiresAt, 'the platform has told no end')}${renewal}`
}

/** What the platform said. A broken connection makes the whole command a failed one. */
function describeVerdict({ state, reason, check }: ConnectionVerdict, platform: Platform): void {
  if (check) {
    if (check.identity) print(`  opened as    ${check.identity}`)
    print(`  permissions  ${check.scopes.join(', ') || 'not known'}`)
    for (const { feature, scopes } of missingScopes(platform, check.scopes)) {
      print(`  lacks        ${scopes.join(', ')} (for ${feature})`)
    }
    print(`  ends         ${describeEnd(check)}`)
    print(`  opens        ${countOf(check.accounts.length, 'ad account')}`)
    const rows = check.accounts.map(({ id, name, currency, timeZone, status }) => [
      id,
      name,
      currency,
      timeZone,
      status,
    ])
    if (rows.length > 0) print(formatTable(['account', 'name', 'currency', 'time zone', 'status'], rows))
  }
  print(`  state        ${state}${reason ? `: ${reason}` : ''}`)
  if (state === 'broken') process.exitCode = 1
}
