import type { Issue } from '../../../../errors.ts'
import { required } from '../../../../lookup.ts'
import { compileRule } from '../compiled/compile.ts'
import { evaluate } from '../compiled/formula.ts'
import type { ConditionFormula, Numbers } from '../compiled/formula.ts'
import { measureOf } from '../../../reports/query/measures.ts'
import { casesOf } from '../rule.ts'
import type { Rule } from '../rule.ts'

/**
 * A rule that holds for what was never shown at all would act on everything that is new. Tried with nothing spent, shown or
 * counted; whatever else it asks for is taken to be so.
 */
export function minimumIssues(rule: Rule): Issue[] {
  if (rule.protections.minSpend > 0) return []
  const compiled = compileRule(rule)
  const nothing: Numbers = Object.fromEntries(
    [...compiled.figures].map(([label, figure]) => {
      if (figure.kind !== 'metric') return [label, null]
      return [label, measureOf(figure.metric).summable && !figure.ofSiblings ? 0 : null]
    }),
  )
  const isFigure = (label: string) => compiled.figures.get(label)?.kind === 'metric'
  return casesOf(rule).flatMap(({ path }, index) => {
    const decided = onlyFigures(required(compiled.cases[index], 'case').when, isFigure)
    if (decided === null || evaluate(decided, nothing) !== true) return []
    const message =
      'would hold for everything that was never shown: add a condition on spend, impressions or results, or set protections.minSpend'
    return [{ path: path === '' ? 'when' : `${path}.when`, message }]
  })
}

/** The part of a formula that figures decide; null: there is none. */
function onlyFigures(formula: ConditionFormula, isFigure: (label: string) => boolean): ConditionFormula | null {
  const kept = (parts: ConditionFormula[]) =>
    parts.map((part) => onlyFigures(part, isFigure)).filter((part) => part !== null)
  if ('left' in formula) return isFigure(formula.left) ? formula : null
  if ('fact' in formula) return null
  const parts = kept('all' in formula ? formula.all : 'any' in formula ? formula.any : formula.not)
  if (parts.length === 0) return null
  return 'all' in formula ? { all: parts } : 'any' in formula ? { any: parts } : { not: parts }
}
