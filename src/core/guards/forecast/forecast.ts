import type { CachedAccount } from '../../connections/accounts.ts'
import { convert, mainUnits } from '../../currency/convert.ts'
import type { Rates } from '../../currency/convert.ts'
import type { SpendChange, SpendingWrite } from '../changes/change.ts'
import { sentenceOf } from '../judge.ts'
import type { JudgedWrite } from '../judged.ts'
import { placeOf } from '../ledger/books.ts'
import { runningOf } from '../ledger/caps.ts'
import { touchedIn } from '../ledger/touched.ts'
import type { Running } from '../ledger/caps.ts'
import type { CapFacts } from '../ledger/sheets.ts'
import { amountsOf } from '../ledger/grants.ts'
import { withEffects } from '../ledger/with-effects.ts'
import type { Answered } from '../read-spend.ts'
import { unknown } from '../figure.ts'
import type { FigureOrUnknown } from '../figure.ts'
import { countLive } from './counts.ts'
import { summedUp } from './sum.ts'
import { movedBudget } from './moved.ts'
import type { Moved } from './moved.ts'
import { verdictIn } from './shape.ts'
import type { Amount, Forecast, GuardVerdict, LiveBudget } from './shape.ts'
import { isMoving, movedAccounts } from './shown.ts'
import type { Shown } from './shown.ts'
import { inWords } from './words.ts'

/** More than anybody reads; how many there are is told. */
const maxBudgets = 200

export function forecastOf(judgement: JudgedWrite): Forecast {
  const { looked, whole } = judgement
  const { shown, write } = looked
  const known = shown && whole && { write, changes: judgement.changes, shown, facts: whole }
  const each = known ? movedAccounts(judgement.changes).map((account) => accountForecast(account, known)) : []
  return {
    goesLive: summedUp(
      each.map(({ live }) => live),
      shown?.rates?.to ?? null,
    ),
    exposure: each.map(({ exposure }) => exposure),
    verdicts: verdictsOf(judgement),
  }
}

interface Within {
  write: SpendingWrite
  changes: SpendChange[]
  shown: Shown
  facts: CapFacts
}

function accountForecast(account: CachedAccount, { write, changes, shown, facts }: Within) {
  const place = {
    platform: account.platform,
    accountId: account.account_id,
    name: account.name,
    currency: account.currency,
    sandbox: account.is_sandbox,
  }
  const covered = changes.filter((change) => isMoving(change) && placeOf(change.account) === placeOf(account))
  const spent = shown.spentIn(account)
  const mine: CapFacts = {
    ...facts,
    ...{ accounts: [account], covered, spent: 'known' in spent ? spent.known : [] },
    guard: { ...facts.guard, basis: 'commitments', by: null, overdelivery: false, campaignPattern: null },
    rates: { to: account.currency, day: '', byCurrency: new Map() },
  }
  const running = runningOf(mine)('day')
  const view = mine.books.viewIn(account)
  const effects = covered.flatMap((change) => change.effects ?? [])
  const views = 'known' in view ? { before: view.known, after: withEffects(view.known, effects) } : null
  const isKnown = views && covered.every((change) => change.effects !== null)
  const moved = isKnown ? touchedIn(mine).map((each) => movedBudget(each, views.after)) : null
  const exposure = { ...place, ...exposureOf(spent, running, account.currency) }
  const counts = countLive({ write, covered, views, now: mine.now.getTime() })
  const live = { ...place, ...counts, ...amountsIn(moved, account.currency, shown.rates) }
  return { exposure, live: { ...live, words: inWords(live, exposure) } }
}

function exposureOf(spent: Answered<{ micros: bigint }[]>, running: Running, currency: string) {
  const sum = 'known' in spent ? { known: spent.known.reduce((all, { micros }) => all + micros, 0n) } : spent
  const figure = (...parts: Answered<bigint>[]): FigureOrUnknown => {
    let all = 0n
    for (const part of parts) {
      if (!('known' in part)) return unknown
      all += part.known
    }
    return mainUnits(all, currency)
  }
  const gap = [sum, running.before, running.after].find((one) => 'unknown' in one)
  return {
    spent: figure(sum),
    runningBefore: figure(running.before),
    runningAfter: figure(running.after),
    before: figure(sum, running.before),
    after: figure(sum, running.after),
    problem: gap && 'unknown' in gap ? gap.unknown : null,
  }
}

/** null: nobody can tell which budgets. */
function amountsIn(moved: Moved[] | null, currency: string, rates: Rates | null) {
  const amount = (micros: bigint | null): Amount => ({
    amount: micros === null ? unknown : mainUnits(micros, currency),
    inCompany: inCompany(micros, currency, rates),
  })
  const sum = (of: (one: Moved) => bigint) => amount(moved && moved.reduce((all, one) => all + of(one), 0n))
  const sums = {
    perDay: sum(({ holder }) => amountsOf(holder).daily),
    inAll: sum(({ holder }) => amountsOf(holder).once),
    addsPerDay: sum(({ adds }) => adds.daily),
    addsInAll: sum(({ adds }) => adds.once),
  }
  const budgets = (moved ?? []).slice(0, maxBudgets).map(({ holder, adds, ...named }): LiveBudget => {
    const { daily, once } = amountsOf(holder)
    return {
      ...named,
      perDay: holder.daily === null ? null : amount(daily),
      inAll: holder.daily === null && holder.lifetime !== null ? amount(once) : null,
      addsPerDay: amount(adds.daily),
      addsInAll: amount(adds.once),
    }
  })
  return { ...sums, budgetCount: moved?.length ?? 0, budgets }
}

function inCompany(micros: bigint | null, currency: string, rates: Rates | null): FigureOrUnknown | null {
  if (rates === null) return null
  if (micros === null) return unknown
  // Nothing is nothing in every currency: it needs no rate.
  const converted = micros === 0n ? { amount: 0n } : convert(rates, micros, currency)
  return 'missing' in converted ? unknown : mainUnits(converted.amount, rates.to)
}

/** Every guard that looks at the write, also where nothing stands against it. */
function verdictsOf({ looked, findings }: JudgedWrite): GuardVerdict[] {
  return looked.rated.map(({ guard: { id, name, mode } }) => {
    const said = new Set(findings.filter(({ guard }) => guard.id === id).map(sentenceOf))
    if (said.size === 0) return { guard: id, name, verdict: 'passes', note: null }
    return { guard: id, name, verdict: verdictIn[mode], note: [...said].join(' ') }
  })
}
