import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { notifiesNobody } from '../../core/reach.ts'
import { readConfig } from '../../config.ts'
import { demoSlug } from '../../core/people/companies/companies.ts'
import type { Actor } from '../../core/context.ts'
import { byPattern, guardBases, guardModes, limitNames, maxPatternLength, maxMoney } from '../../core/guards/guard.ts'
import type { Guard, GuardBasis, GuardMode, GuardSetting, LimitName } from '../../core/guards/guard.ts'
import { listGuards, storeGuards } from '../../core/guards/store.ts'
import type { WantedGuard } from '../../core/guards/store.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { required } from '../../lookup.ts'
import { audited, operator } from '../audited.ts'
import { parseCurrency } from './currency.ts'
import { showGuardStatus } from './guard-status.ts'
import { withDatabase } from '../database.ts'
import { platformWithWord } from '../connection/platform.ts'
import { companyWithSlug, idFrom } from '../lookup.ts'
import { explain, formatTable, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

/** null would be taken for an option without a value. */
const noLimit = 'none'

type Given = Partial<Record<LimitName, number | typeof noLimit>> & {
  company: string
  id?: string
  name?: string
  platform?: string
  account?: string
  campaigns?: string
  basis?: GuardBasis
  by?: string
  overdelivery?: boolean
  currency?: string
  mode?: GuardMode
  stop?: boolean
  fourEyes?: boolean
}

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export function addGuardCommands(program: Command): void {
  const guard = program.command('guard').description('spend guards: what may be spent, and what happens beyond it')
  guard.command('list').description('list them').option('--company <slug>', 'whose guards', demoSlug).action(list)
  guard
    .command('status')
    .description('what was spent of each cap, what runs, and what is left')
    .option('--company <slug>', 'whose guards', demoSlug)
    .action(showGuardStatus)
  const set = guard
    .command('set')
    .description('add a guard, or change one, also to something looser')
    .option('--company <slug>', 'whose guard', demoSlug)
    .option('--id <id>', 'the guard to change; left out: a new one')
    .option('--name <name>', 'what to call it')
    .option('--platform <name>', 'only writes on this platform')
    .option('--account <id>', 'only writes in this ad account')
    .option('--campaigns <pattern>', 'only campaigns with such names: * is any text, ? one character')
    .option('--basis <basis>', `what caps compare with: ${guardBases.join(', ')}`, parseBasis)
    .option('--by <who>', 'only what key:ID or assistant:ID writes; none: everybody', parseBy)
    .option('--overdelivery', 'daily budgets count with what platforms may spend beyond them on a day')
    .option('--no-overdelivery', 'daily budgets count as they are')
    .option('--currency <code>', 'of its amounts, such as EUR', parseCurrency)
    .option('--mode <mode>', `what happens beyond a limit: ${guardModes.join(', ')}`, parseMode)
    .option('--stop', 'pause what it covers when a cap is reached')
    .option('--no-stop', 'pause nothing')
    .option('--four-eyes', 'who approves must be somebody else than who asked')
    .option('--no-four-eyes', 'who asked may approve')
  for (const limit of limitNames) set.option(`--${dashed(limit)} <number>`, 'a limit; none: no such limit', parseLimit)
  set.action(change)
  guard
    .command('remove')
    .description('remove a guard')
    .argument('<id>', 'its id in `flightdeck guard list`')
    .option('--company <slug>', 'whose guard', demoSlug)
    .action(remove)
}

function operatorActor(): Actor {
  return { kind: 'system', name: operator().name, scopes: [] }
}

function parseMode(text: string): GuardMode {
  const mode = guardModes.find((word) => word === text)
  if (!mode) throw new InvalidArgumentError(`Choose from ${guardModes.join(', ')}.`)
  return mode
}

function parseBasis(text: string): GuardBasis {
  const basis = guardBases.find((word) => word === text)
  if (!basis) throw new InvalidArgumentError(`Choose from ${guardBases.join(', ')}.`)
  return basis
}

function parseBy(text: string): string {
  if (text !== noLimit && !byPattern.test(text))
    throw new InvalidArgumentError('It names a key, such as key:12, or an assistant, such as assistant:12.')
  return text
}

function parseLimit(text: string): number | typeof noLimit {
  if (text === noLimit) return noLimit
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN
  if (!(number <= maxMoney)) throw new InvalidArgumentError('It must be a number from 0 on, or the word none.')
  return number
}

async function list(options: { company: string }): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const guards = await listGuards({ db }, { company })
    if (guards.length === 0) return explain(`${company.name} has no spend guards. See: flightdeck guard set --help`)
    print(formatTable(['ID', 'NAME', 'COVERS', 'LIMITS', 'CURRENCY', 'BASIS', 'MODE', 'STOPS'], guards.map(rowOf)))
  })
}

function rowOf(guard: Guard): string[] {
  const covers = [guard.by, guard.platform, guard.accountId, guard.campaignPattern].filter((part) => part !== null)
  // What counts the writes of one key by itself has no other basis.
  const basis = guard.by === null ? guard.basis : 'its writes'
  const limits = limitNames.flatMap((limit) => (guard[limit] === null ? [] : [`${limit} ${guard[limit]}`]))
  return [
    String(guard.id),
    guard.name ?? '-',
    covers.join(' ') || 'everything',
    limits.join(', '),
    guard.currency,
    guard.overdelivery ? `${basis}, overdelivery` : basis,
    guard.mode,
    guard.stop ? 'yes' : 'no',
  ]
}

async function change(options: Given): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const before = await listGuards({ db }, { company })
    const id = options.id === undefined ? undefined : (idFrom(options.id) ?? 0)
    const old = before.find((guard) => guard.id === id)
    if (id !== undefined && !old)
      throw new CommandProblem(`There is no guard ${options.id}. See: flightdeck guard list`)
    const setting = await settingFrom(db, company.id, options, old)
    check(setting)
    await checkKey(db, company.id, setting, old)
    const others: WantedGuard[] = before.filter((guard) => guard.id !== id)
    const entry = { action: 'guard set', targets: [`guard:${id ?? 'new'}`], before: old, after: setting }
    const wanted = { ...setting, ...(id === undefined ? {} : { id }) }
    const guards = await audited(db, company, async (trx) => ({
      result: await storeGuards(trx, { company, actor: operatorActor() }, [...others, wanted]),
      entry,
    }))
    print(`Guard ${id ?? required(guards.at(-1), 'last guard').id} of ${company.name} holds from now on.`)
  })
}

async function checkKey(db: Db, companyId: CompanyId, { by }: GuardSetting, old: Guard | undefined): Promise<void> {
  if (by === null || by === old?.by) return
  const id = Number(by.split(':')[1])
  const query = db.selectFrom('api_keys').where('company_id', '=', companyId).select('id').where('id', '=', id)
  if (!(await query.executeTakeFirst()))
    throw new CommandProblem(`There is no API key ${id} of this company. See: flightdeck key list`)
}

async function settingFrom(db: Db, companyId: CompanyId, given: Given, old: Guard | undefined): Promise<GuardSetting> {
  const currency = given.currency ?? old?.currency
  const mode = given.mode ?? old?.mode
  if (!currency || !mode) throw new CommandProblem('A new guard needs --currency and --mode.')
  const limitOf = (limit: LimitName) => {
    const wanted = given[limit] ?? old?.[limit] ?? null
    return wanted === noLimit ? null : wanted
  }
  const limits = Object.fromEntries(limitNames.map((limit) => [limit, limitOf(limit)])) as Record<
    LimitName,
    number | null
  >
  const place = await placeFrom(db, companyId, given, old)
  const campaignPattern = given.campaigns ?? old?.campaignPattern ?? null
  return {
    ...{ name: given.name ?? old?.name ?? null, ...place, campaignPattern },
    ...{ ...limits, currency, mode, stop: given.stop ?? old?.stop ?? false },
    fourEyes: given.fourEyes ?? old?.fourEyes ?? false,
    basis: given.basis ?? old?.basis ?? 'commitments',
    by: given.by === noLimit ? null : (given.by ?? old?.by ?? null),
    overdelivery: given.overdelivery ?? old?.overdelivery ?? false,
  }
}

async function placeFrom(db: Db, companyId: CompanyId, given: Given, old: Guard | undefined) {
  const platform = given.platform === undefined ? (old?.platform ?? null) : platformWithWord(given.platform).name
  if (given.account === undefined) return { platform, accountId: old?.accountId ?? null }
  const account = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', companyId)
    .where(notifiesNobody)
    .select(['platform', 'account_id'])
    .where('account_id', '=', given.account)
    .executeTakeFirst()
  if (!account) throw new CommandProblem(`There is no ad account ${given.account} of this company.`)
  return { platform: account.platform, accountId: account.account_id }
}

function check(setting: GuardSetting): void {
  if (limitNames.every((limit) => setting[limit] === null))
    throw new CommandProblem('A guard needs at least one limit.')
  if (setting.stop && setting.dailyCap === null && setting.monthlyCap === null)
    throw new CommandProblem('--stop needs a --daily-cap or a --monthly-cap.')
  if (setting.stop && setting.by !== null)
    throw new CommandProblem('--stop pauses by what everybody spent: it does not go with --by.')
  if ((setting.campaignPattern ?? '').length > maxPatternLength)
    throw new CommandProblem(`A pattern has at most ${maxPatternLength} letters.`)
  if ((setting.notAfterHour ?? 0) > 23 || !Number.isInteger(setting.notAfterHour ?? 0))
    throw new CommandProblem('--not-after-hour is a whole hour from 0 to 23.')
  if (!Number.isInteger(setting.largestBatch ?? 0)) throw new CommandProblem('--largest-batch is a whole number.')
}

async function remove(text: string, options: { company: string }): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const before = await listGuards({ db }, { company })
    const gone = before.find(({ id }) => id === idFrom(text))
    if (!gone) throw new CommandProblem(`There is no guard ${text}. See: flightdeck guard list`)
    const others = before.filter((guard) => guard !== gone)
    await audited(db, company, async (trx) => ({
      result: await storeGuards(trx, { company, actor: operatorActor() }, others),
      entry: { action: 'guard remove', targets: [`guard:${gone.id}`], before: gone, after: { removed: true } },
    }))
    print(`Guard ${gone.id} of ${company.name} is gone.`)
  })
}
