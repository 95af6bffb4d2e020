import { only, required } from '../../../../lookup.ts'
import type { Comparator } from '../../rule/words.ts'
import type { CompiledCase, CompiledRule } from '../../rule/compiled/compile.ts'
import { evaluate, rightOf } from '../../rule/compiled/formula.ts'
import type { Comparing, Fact, ConditionFormula, Numbers, Truth } from '../../rule/compiled/formula.ts'

const words: Record<Comparator, string> = {
  gt: 'above',
  gte: 'at least',
  lt: 'below',
  lte: 'at most',
  eq: 'exactly',
}

/** Why a rule does not act on something with these numbers, in plain words; null: it would. */
export function explain({ cases }: Pick<CompiledRule, 'cases'>, numbers: Numbers): string | null {
  const reasons = cases.map((each) => explainCase(each, numbers))
  if (reasons.includes(null)) return null
  if (reasons.length === 1) return only(reasons)
  return reasons.map((reason, index) => `Case ${index}: ${reason}`).join(' ')
}

function explainCase({ when, enough }: CompiledCase, numbers: Numbers): string | null {
  const held = evaluate(when, numbers)
  if (held !== true) return sentence(unmet(when, numbers, held))
  if (enough === null) return null
  const isEnough = evaluate(enough, numbers)
  if (isEnough === true) return null
  if (isEnough === null) return sentence(`${enough.left} is unknown, so nobody can tell whether it reaches minSpend`)
  return sentence(
    `${enough.left} is ${shown(required(numbers[enough.left], 'number'))}, less than minSpend ${shown(enough.right as number)}`,
  )
}

const sentence = (text: string) => `${text}.`

/** The first part that keeps a formula from being true. */
function unmet(formula: ConditionFormula, numbers: Numbers, held: Truth): string {
  if ('all' in formula) {
    const part = formula.all.find((each) => evaluate(each, numbers) === held)
    return unmet(required(part, 'part that fails'), numbers, held)
  }
  if ('any' in formula) {
    // None of them is true: whichever is unknown could still be.
    return formula.any
      .filter((each) => evaluate(each, numbers) === held)
      .map((each) => unmet(each, numbers, held))
      .join(', and ')
  }
  if ('not' in formula) {
    const parts = formula.not.find((each) => evaluate(each, numbers) === (held === null ? null : true))
    const part = required(parts, 'part that holds')
    return held === null ? unmet(part, numbers, null) : `it must not be that ${holding(part, numbers)}`
  }
  return held === null ? unknownLeaf(formula, numbers) : unmetLeaf(formula, numbers)
}

function unmetLeaf(leaf: Comparing | Fact, numbers: Numbers): string {
  if ('fact' in leaf) return `it is not so that ${leaf.fact}`
  return `${leaf.left} is ${shown(required(numbers[leaf.left], 'number'))}, not ${words[leaf.operator]} ${against(leaf, numbers)}`
}

function unknownLeaf(leaf: Comparing | Fact, numbers: Numbers): string {
  if ('fact' in leaf) return `nobody knows whether ${leaf.fact}`
  const isLeft = (numbers[leaf.left] ?? null) === null || Number.isNaN(numbers[leaf.left])
  return `${isLeft || typeof leaf.right === 'number' ? leaf.left : leaf.right.label} is unknown`
}

/** What a formula that is true says. */
function holding(formula: ConditionFormula, numbers: Numbers): string {
  if ('all' in formula) return formula.all.map((part) => holding(part, numbers)).join(' and ')
  if ('any' in formula) {
    const parts = formula.any.find((each) => evaluate(each, numbers) === true)
    const part = required(parts, 'part that holds')
    return holding(part, numbers)
  }
  if ('not' in formula) return formula.not.map((part) => unmet(part, numbers, false)).join(' and ')
  if ('fact' in formula) return formula.fact
  return `${formula.left} is ${shown(required(numbers[formula.left], 'number'))}, ${words[formula.operator]} ${against(formula, numbers)}`
}

function against(leaf: Comparing, numbers: Numbers): string {
  const value = shown(required(rightOf(leaf, numbers), 'number it is held against'))
  if (typeof leaf.right === 'number') return value
  const { label, factor } = leaf.right
  return `${value} (${factor === 1 ? '' : `${factor} times `}${label})`
}

/** As many digits as anybody reads. */
function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 0.1 ? 4 : 2)
}
