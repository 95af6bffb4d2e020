import type { Context } from '../context.ts'
import { mainUnits } from '../currency/convert.ts'
import { ratesOn } from '../currency/rates.ts'
import type { Rates } from '../currency/convert.ts'
import type { CachedAccount } from '../connections/accounts.ts'
import { dayMs, todayIn } from '../../days.ts'
import type { Guard } from './guard.ts'
import { spentOf } from './judged.ts'
import { openBooks, placeOf, readAccounts } from './ledger/books.ts'
import { runningOf } from './ledger/caps.ts'
import { accountDays } from './ledger/exposure.ts'
import { createLook } from './look.ts'
import type { Look } from './look.ts'
import { microsOf } from './money.ts'
import { reachedAt } from './pace.ts'
import type { Answered, SpendKind } from './read-spend.ts'
import { isProposedFor, proposalOf } from './proposal.ts'
import type { Proposal } from './proposal.ts'
import { listSeenGuards } from './store.ts'
import { unknown } from './figure.ts'
import type { FigureOrUnknown } from './figure.ts'
import type { CapStatus, GuardDeps } from './terms.ts'

export interface GuardStatus {
  guard: Guard
  day: CapStatus | null
  month: CapStatus | null
  /** How far a day may exceed a daily budget on the platforms that it counts: the most of them. */
  dayFactor: number
  /** The same for each of the platforms where it is more than once. */
  dayFactors: { platform: string; factor: number; source: string }[]
  /** The rates that its amounts rest on, by the day they are of. */
  rates: { currency: string; date: string }[]
  /** What to know of these rates. */
  warnings: string[]
  /** What it would count by what runs, where it does not; null: it does, or it was not asked for. */
  proposal: Proposal | null
}

type Within = Pick<Context, 'company'>

/** Rates older than this are warned of. */
const oldRateDays = 7

/** Every guard that the caller sees, with how its caps stand; what the whole company spends is for those who see it all. */
export async function guardStatuses(deps: GuardDeps, context: Within): Promise<GuardStatus[]> {
  const look = createLook(deps, context)
  const seen = await listSeenGuards(deps, context)
  const guards = context.company.workspaces === undefined ? seen : seen.filter(({ accountId }) => accountId !== null)
  return Promise.all(guards.map((guard) => guardStatus(deps, context, guard, { look })))
}

/** `moneyOnly`: what runs is not asked for. */
export async function guardStatus(
  deps: GuardDeps,
  context: Within,
  guard: Guard,
  { look, moneyOnly = false }: { look: Look; moneyOnly?: boolean },
): Promise<GuardStatus> {
  const hasCap = guard.dailyCap !== null || guard.monthlyCap !== null
  const accounts = hasCap ? (await look.accountsIn(guard)).filter(({ status }) => status === 'active') : []
  const [day, month] = await Promise.all([
    hasCap ? look.spendIn(guard, 'day') : null,
    guard.monthlyCap === null ? null : look.spendIn(guard, 'month'),
  ])
  const spent = [day, month].flatMap((one) => (one && 'known' in one ? one.known : []))
  const from = [...accounts, ...spent.map(({ account }) => account)].map(({ currency }) => currency)
  const rates = await ratesOn(deps, context, { from, to: guard.currency, day: todayIn('UTC') })
  const running = moneyOnly || !hasCap ? null : await runningNow(deps, context, guard, { look, accounts, rates })
  const stand = (kind: SpendKind, as = guard) =>
    capStatus(as, {
      ...{ kind, accounts },
      // What the writes of one key let run is counted by itself, whatever everybody spent.
      spent: guard.by === null ? spentOf(kind === 'day' ? day : month, rates) : { known: 0n },
      running: running && running(as, kind),
    })
  const dayFactors = factorsOf(deps, accounts)
  const byWhatRuns: Guard = { ...guard, basis: 'commitments' }
  return {
    guard,
    day: stand('day'),
    month: stand('month'),
    dayFactor: Math.max(1, ...dayFactors.map(({ factor }) => factor)),
    dayFactors,
    rates: [...rates.byCurrency.values()].map(({ currency, date }) => ({ currency, date })),
    warnings: oldRates(rates),
    proposal:
      running && isProposedFor(guard) ? proposalOf(guard, stand('day', byWhatRuns), stand('month', byWhatRuns)) : null,
  }
}

function factorsOf({ connections }: GuardDeps, accounts: CachedAccount[]): GuardStatus['dayFactors'] {
  const platforms = [...new Set(accounts.map(({ platform }) => platform))]
  return platforms.flatMap((platform) => {
    const declaredFactor = connections.platforms.driver(platform)?.dayFactor
    return declaredFactor && declaredFactor.factor > 1 ? [{ platform, ...declaredFactor }] : []
  })
}

interface Stand {
  look: Look
  accounts: CachedAccount[]
  rates: Rates
}

/** Answers what may still be spent by what a guard counts, which may be another basis than its own. */
async function runningNow(
  deps: GuardDeps,
  context: Within,
  guard: Guard,
  { look, accounts, rates }: Stand,
): Promise<(as: Guard, kind: SpendKind) => Answered<bigint>> {
  const books = await openBooks(deps.db, context, await readAccounts(deps, context, accounts), {
    held: deps.heldViews,
  })
  const day = await look.spendIn(guard, 'day')
  const tests = new Map(
    await Promise.all(accounts.map(async (each) => [placeOf(each), await look.namedIn(guard, each)] as const)),
  )
  const now = new Date()
  const dayIn = accountDays(now)
  const factorOf = ({ platform }: CachedAccount) => deps.connections.platforms.driver(platform)?.dayFactor?.factor ?? 1
  const facts = {
    ...{ books, accounts, rates, now, covered: [] },
    spent: 'known' in day ? day.known : [],
    dayIn: (account: CachedAccount) => dayIn(account.time_zone, guard.overdelivery ? factorOf(account) : 1),
    isNamed: (account: CachedAccount, id: string, name: string | null) =>
      tests.get(placeOf(account))?.(id, name) ?? true,
  }
  const counted = new Map<Guard, ReturnType<typeof runningOf>>()
  return (as, kind) => {
    const running = counted.get(as) ?? runningOf({ ...facts, guard: as })
    counted.set(as, running)
    return running(kind).before
  }
}

interface Standing {
  kind: SpendKind
  accounts: CachedAccount[]
  spent: Answered<bigint>
  running: Answered<bigint> | null
}

function capStatus(guard: Guard, { kind, accounts, spent, running }: Standing): CapStatus | null {
  const cap = kind === 'day' ? guard.dailyCap : guard.monthlyCap
  if (cap === null) return null
  const shown = (micros: bigint) => mainUnits(micros, guard.currency)
  const figure = (amount: Answered<bigint>): FigureOrUnknown => ('known' in amount ? shown(amount.known) : unknown)
  const gap = [spent, ...(running ? [running] : [])].find((one) => 'unknown' in one)
  const problem = gap && 'unknown' in gap ? gap.unknown : null
  const described = { cap, spend: figure(spent), running: running && figure(running), problem }
  const bound = microsOf(cap) ?? 0n
  // What is not known counts as too much.
  const isReached = !('known' in spent) || spent.known >= bound
  const at = 'known' in spent ? reachedAt({ kind, accounts, spent: spent.known, bound }, new Date()) : null
  if (!('known' in spent) || (running && !('known' in running)))
    return { ...described, exposure: unknown, left: unknown, isReached, reachedAt: at }
  const exposure = spent.known + (running && 'known' in running ? running.known : 0n)
  const left = bound - exposure
  return {
    ...described,
    exposure: running && shown(exposure),
    left: shown(left > 0n ? left : 0n),
    isReached,
    reachedAt: at,
  }
}

/** Sentences about rates that are older than they should be. */
function oldRates({ byCurrency, to, day }: Rates): string[] {
  return [...byCurrency.values()].flatMap(({ currency, date }) => {
    const age = Math.round((Date.parse(day) - Date.parse(date)) / dayMs)
    return age > oldRateDays ? [`The rate of ${currency} in ${to} is of ${date}, ${age} days ago.`] : []
  })
}
