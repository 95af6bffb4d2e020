import { required } from '../../../../lookup.ts'
import type { MetricName } from '../../../../platforms/contract/metrics.ts'
import { isAboutPeople } from '../../../../platforms/contract/metrics.ts'
import type { RuleCondition } from '../condition.ts'
import type { Comparator } from '../words.ts'
import { casesOf } from '../rule.ts'
import type { Rule } from '../rule.ts'
import type { RuleWindow } from '../window.ts'
import { FigureSet, isNumberField } from './figure.ts'
import type { FactFigure, RuleFigure, MetricFigure } from './figure.ts'
import type { Comparing, ConditionFormula } from './formula.ts'
import { lengthOf, spanOf } from './span.ts'

export interface CompiledCase {
  /** The condition as it was written. */
  when: ConditionFormula
  /** What must have been spent before it counts; null: nothing. */
  enough: Comparing | null
}

/** A rule as formulas over labelled numbers. It was validated before: its metrics and fields are known. */
export interface CompiledRule {
  rule: Rule
  /** In which order the numbers of an entity stand. */
  labels: string[]
  figures: ReadonlyMap<string, RuleFigure>
  cases: CompiledCase[]
  /** Conditions of the filter on fields. */
  filter: ConditionFormula | null
}

/** Where nothing else is said, spend of these days has to reach the minimum. */
const usualWindow: RuleWindow = 'last_7_days'

export function compileRule(rule: Rule): CompiledRule {
  const figures = new FigureSet(rule.protections.ignoreRecentDays, rule.currency)
  const cases = casesOf(rule).map(({ when, then, path }) => {
    const formula = formulaOf(when, path === '' ? 'when' : `${path}.when`, figures)
    const paces = then.some((action) => action.action === 'setBudget' && action.monthlyTarget !== undefined)
    if (paces) figures.metric('spend', pacedWindow)
    return { when: formula, enough: enoughOf(rule, when, figures) }
  })
  const ofFilter = new FigureSet(0)
  const given = rule.scope.filter?.when
  const filter = given ? formulaOf(given, 'scope.filter.when', ofFilter) : null
  const labels = [...figures.byLabel.keys()]
  return { rule, labels, figures: new Map([...ofFilter.byLabel, ...figures.byLabel]), cases, filter }
}

/** What a budget that is paced over the month goes by. */
const pacedWindow = 'this_month' as const

function enoughOf(rule: Rule, when: RuleCondition, figures: FigureSet): Comparing | null {
  const { minSpend, ignoreRecentDays } = rule.protections
  if (minSpend === 0) return null
  const windows = windowsOf(when)
  const longest = windows.toSorted(
    (one, other) =>
      lengthOf(spanOf(other, 'spend', ignoreRecentDays)) - lengthOf(spanOf(one, 'spend', ignoreRecentDays)),
  )
  const left = figures.metric('spend', longest[0] ?? usualWindow)
  return { path: 'protections.minSpend', left, operator: 'gte', right: minSpend }
}

function windowsOf(condition: RuleCondition): RuleWindow[] {
  const inner = condition.all ?? condition.any ?? condition.not
  if (inner) return inner.flatMap(windowsOf)
  return condition.metric !== undefined && condition.window !== undefined ? [condition.window] : []
}

function formulaOf(condition: RuleCondition, path: string, figures: FigureSet): ConditionFormula {
  const inner = (kind: 'all' | 'any' | 'not', parts: RuleCondition[]) =>
    parts.map((part, index) => formulaOf(part, `${path}.${kind}.${index}`, figures))
  if (condition.all) return { all: inner('all', condition.all) }
  if (condition.any) return { any: inner('any', condition.any) }
  if (condition.not) return { not: inner('not', condition.not) }
  return condition.metric === undefined
    ? fieldFormula(condition, path, figures)
    : metricFormula(condition, path, figures)
}

function metricFormula(condition: RuleCondition, path: string, figures: FigureSet): Comparing {
  const metric = condition.metric as MetricName
  const window = required(condition.window, 'window')
  const { compareTo } = condition
  const right = compareTo
    ? {
        label: figures.metric(
          (compareTo.metric as MetricName | undefined) ?? metric,
          compareTo.window ?? window,
          compareTo.siblings ?? false,
        ),
        factor: compareTo.factor,
      }
    : (condition.value as number)
  return { path, left: figures.metric(metric, window), operator: condition.operator as Comparator, right }
}

function fieldFormula({ field, operator, value }: RuleCondition, path: string, figures: FigureSet): ConditionFormula {
  if (field && isNumberField(field) && operator !== 'in') {
    return { path, left: figures.number(field), operator: operator as Comparator, right: value as number }
  }
  const figure = {
    field: field as FactFigure['field'],
    operator: operator as FactFigure['operator'],
    values: Array.isArray(value) ? value : [required(value, 'value')],
  }
  return { path, fact: figures.fact(figure) }
}

/** Of the figures of metrics, those that only the platform can answer. */
export function peopleFigures({ figures }: CompiledRule): MetricFigure[] {
  return metricFigures({ figures }).filter(({ metric }) => isAboutPeople(metric))
}

export function metricFigures({ figures }: Pick<CompiledRule, 'figures'>): MetricFigure[] {
  return [...figures.values()].filter((figure) => figure.kind === 'metric')
}
