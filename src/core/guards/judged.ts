import type { Db } from '../../db/connect.ts'
import type { CachedAccount } from '../connections/accounts.ts'
import type { Rates } from '../currency/convert.ts'
import { unknownPace } from './changes/change.ts'
import type { Pace, SpendChange, SpendingWrite } from './changes/change.ts'
import type { Guard } from './guard.ts'
import { judge } from './judge.ts'
import type { CapState, GuardFacts, GuardFinding } from './judge.ts'
import { openBooks, placeOf, readAccounts } from './ledger/books.ts'
import type { Books, Problems } from './ledger/books.ts'
import { runningOf, total } from './ledger/caps.ts'
import { countsAllThatRuns } from './ledger/sheets.ts'
import type { CapFacts } from './ledger/sheets.ts'
import { touchedIn } from './ledger/touched.ts'
import type { TouchedBudget } from './ledger/touched.ts'
import { accountDays } from './ledger/exposure.ts'
import type { AccountDay } from './ledger/exposure.ts'
import type { HeldViews } from './ledger/held-views.ts'
import { firstBudgets } from './ledger/firsts.ts'
import { amountsOf } from './ledger/grants.ts'
import { isOutdated } from './ledger/kept.ts'
import { movedAccounts, shownOf } from './forecast/shown.ts'
import type { Shown } from './forecast/shown.ts'
import { isShown } from './ledger/view.ts'
import type { CampaignSpend, Look, NameTest } from './look.ts'
import { amountOf, microsOf } from './money.ts'
import { reachedAt } from './pace.ts'
import type { Answered, SpendKind } from './read-spend.ts'
import type { GuardDeps, Spending } from './terms.ts'

/** What is known of one guard before it is decided. */
interface Rated {
  guard: Guard
  covered: SpendChange[]
  day: Answered<CampaignSpend[]> | null
  month: Answered<CampaignSpend[]> | null
  /** The accounts that its caps count. */
  accounts: CachedAccount[]
  rates: Rates
  isNamed: CapFacts['isNamed']
}

/** Everything that was asked of platforms about a write. */
export interface Looked {
  write: SpendingWrite
  rated: Rated[]
  hasCaps: boolean
  /** Of the accounts in which it had to be known what runs. */
  problems: Problems
  /** Its day, and with how far it may exceed a daily budget where the guard wants that. */
  dayIn: (account: CachedAccount, overdelivery: boolean) => AccountDay
  heldViews: HeldViews | undefined
  /** What else is told to whoever looks at what it costs; null: nobody does. */
  shown: Shown | null
  /** The same with what runs read again, where our own writes have changed it since. */
  anew(): Promise<Looked>
  /** The same with everything that a person is told who decides. */
  forPeople(): Promise<Looked>
}

export interface JudgeRequest {
  guards: Guard[]
  write: SpendingWrite
  look: Look
  /** Somebody looks at what it costs before it is done. */
  isShown: boolean
}

export const hasCap = ({ dailyCap, monthlyCap }: Guard) => dailyCap !== null || monthlyCap !== null

export async function lookedAt(deps: GuardDeps, context: Spending, asked: JudgeRequest): Promise<Looked> {
  const { guards, write, look, isShown } = asked
  const lately = isShown || !guards.some(hasCap) ? undefined : look.readLately()
  // What is thrown is thrown where it is waited for.
  lately?.catch(() => undefined)
  const all = await Promise.all(guards.map((guard) => rate(look, guard, write)))
  const rated = all.filter(({ covered }) => covered.length > 0)
  const wanted = accountsToRead(rated, write, isShown || context.planned !== undefined)
  const dayFactorOf = ({ platform }: CachedAccount) =>
    deps.connections.platforms.driver(platform)?.dayFactor?.factor ?? 1
  const days = accountDays(context.now)
  const dayIn = (account: CachedAccount, overdelivery: boolean) =>
    days(account.time_zone, overdelivery ? dayFactorOf(account) : 1)
  const moved = movedAccounts(write.changes)
  const withRead = (problems: Problems, shown: Shown | null): Looked => ({
    write,
    rated,
    hasCaps: rated.some(({ guard }) => hasCap(guard)),
    problems,
    dayIn,
    heldViews: deps.heldViews,
    shown,
    anew: async () => withRead(await readAccounts(deps, context, wanted, { anew: true }), shown),
    forPeople: async () => {
      const others = moved.filter((account) => !problems.has(placeOf(account)))
      const [read, judgement] = await Promise.all([
        readAccounts(deps, context, others, { anew: true }),
        shownOf(deps, context, moved, look),
      ])
      return withRead(new Map([...problems, ...read]), judgement)
    },
  })
  // Who looks before acting sees what our own writes of the last minutes have done.
  const looked = withRead(await readAccounts(deps, context, wanted, { anew: isShown, lately }), null)
  return isShown ? looked.forPeople() : looked
}

async function rate(look: Look, guard: Guard, write: SpendingWrite): Promise<Rated> {
  const isCovered = await Promise.all(write.changes.map((change) => look.covers(guard, change)))
  const covered = write.changes.filter((_, place) => isCovered[place])
  const counts = covered.some((change) => change.spends) && hasCap(guard)
  const [day, month] = await Promise.all([
    counts ? look.spendIn(guard, 'day') : null,
    counts && guard.monthlyCap !== null ? look.spendIn(guard, 'month') : null,
  ])
  const accounts = counts ? (await look.accountsIn(guard)).filter(({ status }) => status === 'active') : []
  // Who counts nothing need not know which other accounts there are.
  const given = covered.filter(({ budgets, raise }) => budgets.length > 0 || raise !== null)
  const from = counts ? undefined : [...new Set(given.map(({ account }) => account.currency))]
  const rates = await look.ratesIn(guard.currency, from)
  return { guard, covered, day, month, accounts, rates, isNamed: await namesIn(look, guard, accounts) }
}

function noRates(to: string): Rates {
  return { to, day: '', byCurrency: new Map() }
}

async function namesIn(look: Look, guard: Guard, accounts: CachedAccount[]): Promise<CapFacts['isNamed']> {
  const tests = new Map<string, NameTest>()
  if (guard.campaignPattern !== null)
    for (const account of accounts) tests.set(placeOf(account), await look.namedIn(guard, account))
  return (account, campaignId, name) => tests.get(placeOf(account))?.(campaignId, name) ?? true
}

/** Only where somebody has to know what runs: what counts by our own writes alone needs no more than their accounts. */
function accountsToRead(rated: Rated[], write: SpendingWrite, needsPrices: boolean): CachedAccount[] {
  const wanted = new Map<string, CachedAccount>()
  const add = (account: CachedAccount) => wanted.set(placeOf(account), account)
  for (const { guard, covered, accounts } of rated) {
    const moving = covered.filter(({ spends, effects }) => spends && effects?.length !== 0)
    if (!hasCap(guard) || moving.length === 0) continue
    for (const { account } of moving) add(account)
    if (countsAllThatRuns(guard)) accounts.forEach(add)
  }
  const asks = rated.some(({ guard }) => guard.mode === 'ask')
  if (needsPrices || asks) {
    const unpriced = write.changes.filter(({ spends, to }) => spends && Number.isNaN(to.daily + to.once))
    for (const { account } of unpriced) add(account)
  }
  return [...wanted.values()]
}

/** What guards say about a write, and what it lets run. */
export interface JudgedWrite {
  looked: Looked
  /** With what each may spend, where only the ledger tells. */
  changes: SpendChange[]
  findings: GuardFinding[]
  touched: (TouchedBudget & { account: CachedAccount })[]
  /** The write as a whole; null: it was not read what runs in its accounts. */
  whole: CapFacts | null
  /** What runs was forgotten after it was read. */
  isTorn: boolean
}

export async function judged(db: Db, context: Spending, looked: Looked): Promise<JudgedWrite> {
  const { rated, write, problems } = looked
  const books = await openBooks(db, context, problems, {
    held: looked.heldViews,
    plannedAt: write.plannedAt,
    amounts: looked.shown !== null || rated.some(({ guard }) => hasCap(guard) && !countsAllThatRuns(guard)),
  })
  const firstOf = await firstBudgets(db, context, write.changes)
  const findings = rated.flatMap((one) => {
    const facts = factsOf(context, looked, books, one)
    const counts = hasCap(one.guard) && facts.covered.length > 0
    const running = counts ? runningOf(facts) : null
    const capState = (kind: SpendKind, cap: number | null): CapState | null => {
      if (!running || cap === null) return null
      const spent = spentIn(one, kind)
      return { spent, running: running(kind), reachedAt: () => paceOf(one, { kind, cap, spent }, context.now) }
    }
    return judge({
      ...{ guard: one.guard, covered: one.covered, rates: one.rates, firstOf, now: context.now },
      day: capState('day', one.guard.dailyCap),
      month: capState('month', one.guard.monthlyCap),
    } satisfies GuardFacts)
  })
  const whole = wholeFacts(context, looked, books)
  const touched = looked.hasCaps && whole ? touchedIn(whole) : []
  // What a launch costs is asked for by those who look at it alone: it may be about very many ad sets.
  const isPriced = !write.launch || looked.shown !== null
  const changes = isPriced ? write.changes.map((change) => priced(change, whole)) : write.changes
  return { looked, changes, findings, touched, whole, isTorn: books.isTorn }
}

/**
 * Whether it rests on what our own writes may have changed since: what stands against it, or that something is not shown as running which they
 * may have made.
 */
export async function restsOnOld(db: Db, context: Spending, judgement: JudgedWrite): Promise<boolean> {
  const { findings, looked, isTorn } = judgement
  if (isTorn) return true
  const isHeldUp = findings.some(
    ({ limit, guard }) => (limit === 'dailyCap' || limit === 'monthlyCap') && guard.mode !== 'warn',
  )
  if (!isHeldUp && !isAboutUnseen(judgement)) return false
  const accounts = looked.rated.flatMap(({ accounts: some, covered }) => [
    ...some,
    ...covered.map(({ account }) => account),
  ])
  const read = new Map(accounts.map((account) => [placeOf(account), account]))
  for (const [place, account] of read)
    if (looked.problems.has(place) && (await isOutdated(db, context, account))) return true
  return false
}

/** Whether it moves something that the last read does not show as switched on, with all that is above it. */
function isAboutUnseen({ whole }: JudgedWrite): boolean {
  return (
    whole?.covered.some(({ account, effects }) => {
      const view = whole.books.viewIn(account)
      return 'known' in view && effects?.some((effect) => !isShown(view.known, effect))
    }) ?? false
  )
}

function factsOf(context: Spending, looked: Looked, books: Books, one: Rated): CapFacts {
  const { guard, covered, accounts, rates, isNamed, day } = one
  return {
    ...{ guard, books, accounts, rates, isNamed, now: context.now },
    covered: covered.filter(({ spends }) => spends),
    spent: day && 'known' in day ? day.known : [],
    dayIn: (account) => looked.dayIn(account, guard.overdelivery),
  }
}

function paceOf(
  { accounts }: Rated,
  { kind, cap, spent }: { kind: SpendKind; cap: number; spent: Answered<bigint> },
  now: Date,
): Date | null {
  return 'known' in spent ? reachedAt({ kind, accounts, spent: spent.known, bound: microsOf(cap) ?? 0n }, now) : null
}

/** What a key let run is counted by what it set: what was spent plays no part. */
function spentIn({ guard, day, month, rates }: Rated, kind: SpendKind): Answered<bigint> {
  return guard.by === null ? spentOf(kind === 'day' ? day : month, rates) : { known: 0n }
}

export function spentOf(spend: Answered<CampaignSpend[]> | null, rates: Rates): Answered<bigint> {
  if (!spend) return { unknown: 'It was not looked at.' }
  if ('unknown' in spend) return spend
  return total(
    spend.known.map(({ micros, account }) => ({ micros, currency: account.currency })),
    rates,
  )
}

/** The write as a whole, by what runs in its accounts; null: that was not read. */
function wholeFacts(context: Spending, looked: Looked, books: Books): CapFacts | null {
  const changes = looked.write.changes.filter(({ spends, account }) => spends && looked.problems.has(placeOf(account)))
  if (changes.length === 0) return null
  const accounts = [...new Map(changes.map(({ account }) => [placeOf(account), account])).values()]
  const spent = looked.rated.flatMap(({ day }) => (day && 'known' in day ? day.known : []))
  return {
    ...{ books, accounts, covered: changes, now: context.now },
    guard: nobodysGuard,
    rates: noRates(''),
    spent,
    dayIn: (account) => looked.dayIn(account, false),
    isNamed: () => true,
  }
}

/** Only what it lets run is asked for. */
const nobodysGuard: Guard = {
  ...{ id: 0, name: null, platform: null, accountId: null, campaignPattern: null },
  ...{ stoppedFor: null, reachedFor: null },
  ...{ dailyCap: null, monthlyCap: null, largestBudget: null, largestRaise: null, largestRaisePercent: null },
  ...{ largestBatch: null, notAfterHour: null, currency: 'USD', mode: 'warn', stop: false, fourEyes: false },
  ...{ basis: 'spend', by: null, overdelivery: false },
}

/** What a change lets be spent, where it cannot tell by itself. */
function priced(change: SpendChange, whole: CapFacts | null): SpendChange {
  const isLaunch = change.effects?.some(({ level }) => level === 'ads') ?? false
  if (!Number.isNaN(change.to.daily + change.to.once) && !isLaunch) return change
  const isRead = whole && 'known' in whole.books.viewIn(change.account)
  if (!isRead || !change.spends || change.effects === null) return isLaunch ? change : { ...change, to: unknownPace }
  const added = touchedIn({ ...whole, covered: [change] })
  const to: Pace = { daily: 0, once: 0 }
  for (const { holder, before } of added) {
    const after = amountsOf(holder)
    to.daily += amountOf(after.daily > before.daily ? after.daily - before.daily : 0n)
    to.once += amountOf(after.once > before.once ? after.once - before.once : 0n)
  }
  return { ...change, to }
}
