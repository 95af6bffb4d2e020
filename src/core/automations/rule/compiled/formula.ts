import type { Comparator } from '../words.ts'

/** A condition over labelled numbers: what SQL, explanations and the past all go by. */
export type ConditionFormula =
  | { all: ConditionFormula[] }
  | { any: ConditionFormula[] }
  | { not: ConditionFormula[] }
  | Comparing
  | Fact

/** A number against a number, or against another number times something. */
export interface Comparing {
  path: string
  left: string
  operator: Comparator
  right: number | { label: string; factor: number }
}

/** Something that is so or not, as a number: 1 or 0. */
export interface Fact {
  path: string
  fact: string
}

export type Numbers = Readonly<Record<string, number | null>>

/** null: unknown. */
export type Truth = boolean | null

/** As SQL does it: unknown stays unknown under not, and gives way only where the rest decides alone. */
export function evaluate(formula: ConditionFormula, numbers: Numbers): Truth {
  if ('all' in formula) return allOf(formula.all.map((part) => evaluate(part, numbers)))
  if ('any' in formula) return negate(allOf(formula.any.map((part) => negate(evaluate(part, numbers)))))
  if ('not' in formula) return allOf(formula.not.map((part) => negate(evaluate(part, numbers))))
  if ('fact' in formula) return truthOf(numberAt(numbers, formula.fact))
  const left = numberAt(numbers, formula.left)
  const right = rightOf(formula, numbers)
  return left === null || right === null ? null : compare(left, formula.operator, right)
}

export function rightOf({ right }: Comparing, numbers: Numbers): number | null {
  if (typeof right === 'number') return right
  const other = numberAt(numbers, right.label)
  return other === null ? null : other * right.factor
}

function numberAt(numbers: Numbers, label: string): number | null {
  const value = numbers[label]
  return value === undefined || Number.isNaN(value) ? null : value
}

function truthOf(value: number | null): Truth {
  return value === null ? null : value !== 0
}

function negate(truth: Truth): Truth {
  return truth === null ? null : !truth
}

function allOf(truths: Truth[]): Truth {
  if (truths.includes(false)) return false
  return truths.includes(null) ? null : true
}

const holds: Record<Comparator, (left: number, right: number) => boolean> = {
  gt: (left, right) => left > right,
  gte: (left, right) => left >= right,
  lt: (left, right) => left < right,
  lte: (left, right) => left <= right,
  eq: (left, right) => left === right,
}

export function compare(left: number, operator: Comparator, right: number): boolean {
  return holds[operator](left, right)
}

const signs: Record<Comparator, string> = { gt: '>', gte: '>=', lt: '<', lte: '<=', eq: '=' }

/** The same as one boolean expression, over expressions for the numbers. */
export function formulaSql(formula: ConditionFormula, sqlOf: (label: string) => string): string {
  const parts = (list: ConditionFormula[], word: string) =>
    list.map((part) => formulaSql(part, sqlOf)).join(` ${word} `)
  if ('all' in formula) return `(${parts(formula.all, 'AND')})`
  if ('any' in formula) return `(${parts(formula.any, 'OR')})`
  if ('not' in formula) return `(NOT (${parts(formula.not, 'OR')}))`
  if ('fact' in formula) return `(${sqlOf(formula.fact)} <> 0)`
  const { left, operator, right } = formula
  const held = typeof right === 'number' ? numberSql(right) : `(${sqlOf(right.label)}) * ${numberSql(right.factor)}`
  return `((${sqlOf(left)}) ${signs[operator]} ${held})`
}

export function numberSql(value: number): string {
  return `'${value}'::float8`
}
