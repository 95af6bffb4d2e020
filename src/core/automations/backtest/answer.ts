import { required } from '../../../lookup.ts'
import { everyHourDays, everyReadingDays, dailyHour } from '../../reports/past/keep-exact.ts'
import { dayMs, daysOf } from '../../../days.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { ActionName } from '../rule/action.ts'
import { amountWarnings } from '../rule/amounts.ts'
import type { Backtest } from './backtest.ts'
import { dailyMinutes, maxActionsDescribed } from './limits.ts'
import { add, touchedDays } from './touched.ts'
import type { TouchedSpan, TouchedSum } from './touched.ts'

export interface DayOfSeries {
  day: string
  checked: number
  unknown: number
  matched: number
  acted: number
  skipped: number
  actions: { action: ActionName; count: number }[]
  touched: TouchedSum[]
}

/** What the rule's actions of one kind would have touched, in one currency. */
export interface Estimate extends TouchedSum {
  action: ActionName
  entities: number
}

/** One row for every day, whether anything happened on it or not. */
export function seriesOf(
  { compiled, slots, seen, simulation, touched, days, figures }: Backtest,
  range: DayRange,
): DayOfSeries[] {
  const touchedOn = touchedDays(touched, { ...days, figures, currency: compiled.rule.currency })
  const dayOf = (slot: number) => required(slots[slot], 'slot').toISOString().slice(0, 10)
  const byDay = Map.groupBy(slots.keys(), dayOf)
  const doneOn = Map.groupBy(simulation.done, ({ slot }) => dayOf(slot))
  return daysOf(range).map((day) => {
    const own = byDay.get(day) ?? []
    const sum = (value: (slot: number) => number) => own.reduce((total, slot) => total + value(slot), 0)
    const actions = Map.groupBy(doneOn.get(day) ?? [], ({ action }) => action)
    return {
      day,
      checked: sum((slot) => required(seen[slot], 'count of the slot').checked),
      unknown: sum((slot) => required(seen[slot], 'count of the slot').unknown),
      matched: sum((slot) => required(simulation.slots[slot], 'outcome of the slot').matched),
      acted: sum((slot) => required(simulation.slots[slot], 'outcome of the slot').acted),
      skipped: sum((slot) => required(simulation.slots[slot], 'outcome of the slot').skipped),
      actions: [...actions].map(([action, done]) => ({ action, count: done.length })),
      touched: [...(touchedOn.get(day)?.values() ?? [])].map(inMainUnits),
    }
  })
}

export function estimatesOf({ touched, compiled }: Pick<Backtest, 'touched' | 'compiled'>): Estimate[] {
  const currencyOf = ({ done }: TouchedSpan) => compiled.rule.currency ?? done.entity.account.currency
  return [...Map.groupBy(touched, ({ done }) => done.action)].flatMap(([action, own]) => {
    const sums = new Map<string, TouchedSum>()
    for (const each of own) add(sums, currencyOf(each), each)
    return [...sums.values()].map((sum) => {
      const entities = new Set(
        own.filter((each) => currencyOf(each) === sum.currency).map(({ done }) => done.entity.key),
      )
      return { action, entities: entities.size, ...inMainUnits(sum) }
    })
  })
}

const million = 1e6

export function inMainUnits(sum: TouchedSum): TouchedSum {
  const { currency, spend, results } = sum
  return {
    currency,
    spend: spend === null ? null : spend / million,
    results: results === null ? null : Math.round(results * million) / million,
  }
}

/** What it did, the first ones one by one. */
export function describeActions({ slots, simulation, touched }: Backtest) {
  const after = new Map(touched.map((each) => [each.done, each]))
  return simulation.done
    .slice(0, maxActionsDescribed)
    .map((done) => ({ done, at: required(slots[done.slot], 'slot'), touched: after.get(done) ?? null }))
}

/**
 * From when on every slot saw what was known at it: since that is kept for all accounts, and as far back as it was not thinned out
 * between the slots. null: nothing was kept yet.
 */
export function exactFrom({ accounts, everyMinutes }: Backtest, now: Date): Date | null {
  const since = Math.max(...accounts.map(({ keptFrom }) => keptFrom))
  if (!Number.isFinite(since)) return null
  if (everyMinutes === dailyMinutes) return new Date(since)
  const days = everyMinutes % 60 === 0 ? everyHourDays : everyReadingDays
  return new Date(Math.max(since, now.getTime() - days * dayMs))
}

/** What whoever reads the figures has to know. */
export function notesOf(test: Backtest, exact: Date | null): string[] {
  const { slots, everyMinutes, compiled, missing, accounts } = test
  const kept = Math.max(-Infinity, ...accounts.map(({ keptFrom }) => keptFrom))
  const first = required(slots[0], 'first slot')
  const fields = [...compiled.figures.values()].flatMap((figure) => (figure.kind === 'metric' ? [] : [figure.field]))
  const notes = [
    ...amountWarnings(compiled.rule, accounts),
    ...test.withoutRates,
    'What was spent and brought after an action is what happened without it, from the next day on: an estimate of what the rule would have touched, not of what would have come instead.',
  ]
  if (exact === null || first.getTime() < kept) {
    const until = exact === null ? 'everywhere' : `before ${new Date(kept).toISOString()}`
    notes.push(
      `What was known then is not kept ${until}: there the latest figures and facts stand in for it, also those of days that were not over.`,
    )
  }
  if (exact !== null && first < exact && kept < exact.getTime()) {
    notes.push(
      `Before ${exact.toISOString()} what was known is kept less often than every ${everyMinutes} minutes: figures are up to a day newer than the moment they stand for.`,
    )
  }
  if (everyMinutes === dailyMinutes && fields.includes('hour')) {
    notes.push(
      `The rule looks at the hour, and every day was checked at ${dailyHour}:00 UTC alone: ask with everyMinutes 60.`,
    )
  }
  if (fields.includes('dailyBudget') || fields.includes('lifetimeBudget')) {
    notes.push('Conditions on budgets saw the budgets as they were, not as the rule would have made them.')
  }
  if (fields.includes('label')) notes.push('Labels are those of now: when they were put on is not kept.')
  if (fields.includes('creativeState'))
    notes.push('What is said of creatives is known since it is kept; before that no condition on it holds.')
  if (missing.length > 0)
    notes.push(`Left out: ${missing.map(({ accountId, reason }) => `${accountId} (${reason})`).join(', ')}`)
  return notes
}
