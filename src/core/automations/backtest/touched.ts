import type { ActionName } from '../rule/action.ts'
import { dayText } from './known/days.ts'
import type { Done } from './simulate.ts'

/** What an entity did on each day of the backtest, by the latest figures; NaN: unknown. */
export interface DailyFigures {
  spend: Float64Array
  results: Float64Array
}

/** Spend and results after an action, up to the next one or the end. */
export interface TouchedSpan {
  done: Done
  /** Days, both included; none where the first is after the last. */
  first: number
  last: number
  /** null: a day's is unknown, of both. */
  spend: number | null
  results: number | null
}

export interface TouchedSum {
  currency: string
  spend: number | null
  results: number | null
}

/** After these something else is spent than was. */
const telling: readonly ActionName[] = ['pause', 'resume', 'setBudget', 'changeBudget']

const knownOrNull = (value: number) => (Number.isNaN(value) ? null : value)

interface Deps {
  /** The first day of the figures. */
  from: number
  to: number
  figures: ReadonlyMap<number, DailyFigures>
  /** Of the rule; absent: amounts are in that of each account. */
  currency?: string | undefined
}

/** Every day of an entity belongs to the action before it, so that none is counted twice. What is resumed is not touched any more. */
export function touchedBy(done: readonly Done[], { from, to, figures }: Deps): TouchedSpan[] {
  const byEntity = Map.groupBy(
    done.filter(({ action }) => telling.includes(action)),
    ({ entity }) => entity.key,
  )
  return [...byEntity.values()].flatMap((own) =>
    own.flatMap((each, index) => {
      if (each.action === 'resume') return []
      const next = own[index + 1]
      const first = each.entity.account.today[each.slot]! + 1
      const last = next ? Math.min(to, next.entity.account.today[next.slot]!) : to
      const { spend, results } = figures.get(each.entity.key)!
      const sum = (values: Float64Array) => {
        let total = 0
        for (let day = Math.max(first, from); day <= last; day++) total += values[day - from]!
        return total
      }
      return [{ done: each, first, last, spend: knownOrNull(sum(spend)), results: knownOrNull(sum(results)) }]
    }),
  )
}

/** By day and currency. */
export function touchedDays(
  touched: readonly TouchedSpan[],
  { from, figures, currency }: Deps,
): Map<string, Map<string, TouchedSum>> {
  const days = new Map<string, Map<string, TouchedSum>>()
  for (const { done, first, last } of touched) {
    const { spend, results } = figures.get(done.entity.key)!
    for (let day = Math.max(first, from); day <= last; day++) {
      const place = day - from
      const ofDay = days.get(dayText(day)) ?? new Map<string, TouchedSum>()
      days.set(dayText(day), ofDay)
      add(ofDay, currency ?? done.entity.account.currency, { spend: spend[place]!, results: results[place]! })
    }
  }
  return days
}

/** Adds to the sums of a currency; what is not a number is unknown. */
export function add(
  sums: Map<string, TouchedSum>,
  currency: string,
  more: { spend: number | null; results: number | null },
): void {
  const before = sums.get(currency) ?? { currency, spend: 0, results: 0 }
  const plus = (one: number | null, other: number | null) => knownOrNull((one ?? NaN) + (other ?? NaN))
  sums.set(currency, {
    currency,
    spend: plus(before.spend, more.spend),
    results: plus(before.results, more.results),
  })
}
