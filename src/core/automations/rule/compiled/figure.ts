import { sumsBehind } from '../../../../platforms/contract/metrics.ts'
import type { MetricName } from '../../../../platforms/contract/metrics.ts'
import type { RuleFieldName, Operator } from '../words.ts'
import { windowLabel } from '../window.ts'
import type { RuleWindow } from '../window.ts'
import { spanOf } from './span.ts'
import type { Span } from './span.ts'
import { holdsMoney } from './rule-sum.ts'

/** A number that a rule looks at. */
export type RuleFigure = MetricFigure | NumberFigure | FactFigure

export interface MetricFigure {
  kind: 'metric'
  metric: MetricName
  span: Span
  /** Not of the entity itself: the average of the others with the same parent. */
  ofSiblings: boolean
  /** In which its amounts are told; absent: in that of each account. */
  currency?: string
}

/** Something that is a number by itself. */
export interface NumberFigure {
  kind: 'number'
  field: (typeof numberFields)[number]
}

/** Whether something is so. */
export interface FactFigure {
  kind: 'fact'
  field: Exclude<RuleFieldName, NumberFigure['field']> | 'hour'
  operator: Extract<Operator, 'eq' | 'in' | 'contains' | 'matches'>
  values: (string | number)[]
}

const numberFields = ['ageDays', 'dailyBudget', 'lifetimeBudget', 'hour'] as const

export function isNumberField(field: string): field is NumberFigure['field'] {
  return (numberFields as readonly string[]).includes(field)
}

/** By label, each once. */
export class FigureSet {
  readonly byLabel = new Map<string, RuleFigure>()
  readonly #ignoreRecentDays: number
  readonly #currency: string | undefined

  constructor(ignoreRecentDays: number, currency?: string) {
    this.#ignoreRecentDays = ignoreRecentDays
    this.#currency = currency
  }

  metric(metric: MetricName, window: RuleWindow, ofSiblings = false): string {
    const span = spanOf(window, metric, this.#ignoreRecentDays)
    const currency = holdsMoney(sumsBehind(metric)) ? this.#currency : undefined
    const told = currency === undefined ? {} : { currency }
    const label = `${ofSiblings ? "siblings' " : ''}${metric} ${windowLabel(window)}${currency === undefined ? '' : ` in ${currency}`}`
    return this.#add(label, { kind: 'metric', metric, span, ofSiblings, ...told })
  }

  number(field: NumberFigure['field']): string {
    return this.#add(field, { kind: 'number', field })
  }

  fact(figure: Omit<FactFigure, 'kind'>): string {
    const words = { eq: 'is', in: 'is one of', contains: 'contains', matches: 'matches' }
    return this.#add(`${figure.field} ${words[figure.operator]} ${figure.values.join(', ')}`, {
      kind: 'fact',
      ...figure,
    })
  }

  #add(label: string, figure: RuleFigure): string {
    this.byLabel.set(label, figure)
    return label
  }
}
