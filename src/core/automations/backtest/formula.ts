import type { Comparing, ConditionFormula } from '../rule/compiled/formula.ts'

/** What a condition can come out as. */
export const truth = { no: 0, yes: 1, unknown: 2 } as const
type Outcome = (typeof truth)[keyof typeof truth]

/** A condition over numbers that stand at places; NaN is unknown. */
export type Test = (numbers: Float64Array) => Outcome

/** The condition as a function, for those who ask it very often. It answers what its SQL does, unknown ones included. */
export function testOf(formula: ConditionFormula, placeOf: (label: string) => number): Test {
  const parts = (list: ConditionFormula[]) => list.map((part) => testOf(part, placeOf))
  if ('all' in formula) return allOf(parts(formula.all))
  if ('any' in formula) return negated(allOf(parts(formula.any).map(negated)))
  if ('not' in formula) return allOf(parts(formula.not).map(negated))
  if ('fact' in formula) {
    const place = placeOf(formula.fact)
    return (numbers) => outcomeOf(numbers[place]!, numbers[place] !== 0)
  }
  return comparing(formula, placeOf)
}

function outcomeOf(known: number, holds: boolean): Outcome {
  return Number.isNaN(known) ? truth.unknown : holds ? truth.yes : truth.no
}

function negated(test: Test): Test {
  return (numbers) => {
    const outcome = test(numbers)
    return outcome === truth.unknown ? outcome : outcome === truth.yes ? truth.no : truth.yes
  }
}

function allOf(tests: Test[]): Test {
  return (numbers) => {
    let result: Outcome = truth.yes
    for (const test of tests) {
      const outcome = test(numbers)
      if (outcome === truth.no) return truth.no
      if (outcome === truth.unknown) result = truth.unknown
    }
    return result
  }
}

function comparing({ left, operator, right }: Comparing, placeOf: (label: string) => number): Test {
  const place = placeOf(left)
  const other = typeof right === 'number' ? null : { place: placeOf(right.label), factor: right.factor }
  const rightIn = (numbers: Float64Array) => (other ? numbers[other.place]! * other.factor : (right as number))
  const holds = comparisons[operator]
  return (numbers) => {
    const against = rightIn(numbers)
    return outcomeOf(numbers[place]! + against, holds(numbers[place]!, against))
  }
}

const comparisons: Record<Comparing['operator'], (left: number, right: number) => boolean> = {
  gt: (left, right) => left > right,
  gte: (left, right) => left >= right,
  lt: (left, right) => left < right,
  lte: (left, right) => left <= right,
  eq: (left, right) => left === right,
}
