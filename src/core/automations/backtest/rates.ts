import { required } from '../../../lookup.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import { addDays } from '../../../days.ts'
import type { ReportDeps } from '../../reports/sync/ensure/readings.ts'
import type { ReportAccount } from '../../reports/sync/types.ts'
import type { CheckContext } from '../evaluate/check.ts'
import type { Needs } from '../evaluate/needs.ts'
import { firstDayOf, noRates, ratesFor, whyUnknown } from '../evaluate/rates.ts'
import type { RuleRates } from '../evaluate/rates.ts'
import { metricFigures } from '../rule/compiled/compile.ts'
import type { CompiledRule } from '../rule/compiled/compile.ts'
import { madeOf } from '../rule/compiled/rule-sum.ts'
import { noFirst } from './known/calendar.ts'
import type { PastAccount } from './known/calendar.ts'
import { dayText } from './known/days.ts'

/** From the first day that any window can have to the day after the last, which has come already elsewhere. */
export async function pastRates(
  deps: ReportDeps,
  { company }: CheckContext,
  compiled: CompiledRule,
  { accounts, looked }: { accounts: readonly ReportAccount[]; looked: DayRange },
): Promise<RuleRates> {
  if (compiled.rule.currency === undefined) return noRates()
  const spans = metricFigures(compiled).map(({ span }) => span)
  const keys = accounts.map(({ key }) => key)
  const first = spans.some((span) => span.first === 'start') ? await firstDayOf(deps.pool, keys) : null
  const from = first !== null && first < looked.from ? first : looked.from
  return ratesFor(deps, company, [compiled], { accounts, range: { from, to: addDays(looked.to, 1) } })
}

interface Looked {
  needs: Needs
  rates: RuleRates
  accounts: readonly PastAccount[]
}

/** Why amounts are not known, each reason once. */
export function withoutRates(compiled: CompiledRule, { needs, rates, accounts }: Looked): string[] {
  const isInOne = [...needs.values()].map(({ sums }) => [...sums].some((sum) => madeOf(sum).currency !== null))
  const reasons = accounts.flatMap(({ currency, spans }) => {
    const firsts = spans.flatMap(({ first }, place) => (isInOne[place] ? required(first[0], 'first day') : []))
    if (firsts.length === 0) return []
    return whyUnknown(compiled, rates, { currency, from: dayText(Math.max(noFirst, Math.min(...firsts))) }) ?? []
  })
  return [...new Set(reasons)]
}
