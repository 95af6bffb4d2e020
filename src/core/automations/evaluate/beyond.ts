import { measureOf } from '../../reports/query/measures.ts'
import type { CompiledRule } from '../rule/compiled/compile.ts'
import { compare } from '../rule/compiled/formula.ts'
import type { Comparing, ConditionFormula } from '../rule/compiled/formula.ts'

/** A comparison of a metric, as it stands in the conditions or turned around by a "not". */
interface Yardstick extends Pick<Comparing, 'left' | 'right'> {
  operator: 'gt' | 'gte' | 'lt' | 'lte'
}

const opposite = { gt: 'lte', gte: 'lt', lt: 'gte', lte: 'gt' } as const

/**
 * How far something lies beyond what a case of a rule asks for, by each comparison of a metric in it: more is further, the first that
 * differs decides. What is made per something (a cost per result) comes before sums, which mostly say whether there is enough to go by;
 * what has to be spent at least comes last.
 */
export function beyondOf({
  cases,
  figures,
}: CompiledRule): (place: number, numberAt: (label: string) => number | null) => number[] {
  const isMetric = ({ left }: { left: string }) => figures.get(left)?.kind === 'metric'
  const isRatio = ({ left }: { left: string }) => {
    const figure = figures.get(left)
    return figure?.kind === 'metric' && !measureOf(figure.metric).summable
  }
  const sticks = cases.map(({ when, enough }) => {
    const own = yardsticksOf(when, false).filter(isMetric)
    const spent = enough ? [{ ...enough, operator: 'gte' as const }] : []
    return [...own.filter(isRatio), ...own.filter((each) => !isRatio(each)), ...spent]
  })
  return (place, numberAt) => (sticks[place] ?? []).map((stick) => farBeyond(stick, numberAt))
}

function yardsticksOf(formula: ConditionFormula, isTurned: boolean): Yardstick[] {
  if ('all' in formula) return formula.all.flatMap((part) => yardsticksOf(part, isTurned))
  if ('any' in formula) return formula.any.flatMap((part) => yardsticksOf(part, isTurned))
  if ('not' in formula) return formula.not.flatMap((part) => yardsticksOf(part, !isTurned))
  if ('fact' in formula || formula.operator === 'eq') return []
  const { left, right, operator } = formula
  return [{ left, right, operator: isTurned ? opposite[operator] : operator }]
}

/** Of what does not hold, or is unknown, nothing is beyond. */
function farBeyond({ left, right, operator }: Yardstick, numberAt: (label: string) => number | null): number {
  const value = numberAt(left)
  const other = typeof right === 'number' ? right : numberAt(right.label)
  if (value === null || other === null) return -Infinity
  const bound = typeof right === 'number' ? right : other * right.factor
  if (!compare(value, operator, bound)) return -Infinity
  // Against a number of its own, what counts is how many times that it is.
  const far = typeof right === 'number' ? value : bound === 0 ? Infinity : value / bound
  return operator === 'gt' || operator === 'gte' ? far : -far
}
