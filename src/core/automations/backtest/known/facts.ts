import type { FactFigure, RuleFigure } from '../../rule/compiled/figure.ts'
import type { EntityStatus } from '../../../../platforms/contract/manage.ts'

/** Whether something is so because of what is told of an entity, and of nothing that a backtest changes or that depends on the hour. */
export function isReported(figure: RuleFigure): boolean {
  return (
    figure.kind === 'fact' &&
    figure.field !== 'hour' &&
    figure.field !== 'weekday' &&
    figure.field !== 'status' &&
    figure.field !== 'creativeState'
  )
}

/** Whether a word is what the figure asks for, as its SQL has it: 1 or 0; NaN where there is none. */
export function wordFact({ operator, values }: FactFigure, word: string | null): number {
  if (word === null) return NaN
  const texts = values.map(String)
  const [wanted = ''] = texts
  if (operator === 'contains') return Number(word.toLowerCase().includes(wanted.toLowerCase()))
  if (operator === 'matches') return Number(patternOf(wanted).test(word))
  return Number(texts.includes(word))
}

function patternOf(pattern: string): RegExp {
  const literal = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'is')
}

/** Of a number of the clock. */
export function hourFact({ values }: FactFigure, hour: number): number {
  return Number(values.some((value) => Number(value) === hour))
}

/** What a rule would see of an entity that it has switched itself. */
export type AsIf = Extract<EntityStatus, 'active' | 'paused'> | null
