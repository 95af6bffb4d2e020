import { metricTitles } from '../../../src/index.ts'
import type { EntityFilterCondition } from '../../../src/index.ts'
import { didYouMean, plain } from '../../../src/sheet/words.ts'
import { CommandProblem } from '../../exit.ts'

const fields = ['name', 'ageDays', 'status', 'dailyBudget', 'lifetimeBudget', 'learningPhase', 'label']
const form = /^\s*(\w+)\s*(>=|<=|>|<|=|\b(?:gt|gte|lt|lte|eq|contains|matches|in)\b)\s*(.+?)\s*$/s

/** `spend > 50`, `status in active,paused`, `name contains shoes`: what a word or a value may be is told by the service. */
export function readConditions(texts: string[]): EntityFilterCondition[] {
  return texts.map((text) => {
    const [, word = '', operator = '', value = ''] = form.exec(text) ?? []
    const words = [...Object.keys(metricTitles), ...fields]
    const found = words.find((known) => plain(known) === plain(word))
    if (found === undefined)
      throw new CommandProblem(
        `--where takes a figure or a fact, an operator and a value, like 'spend > 50', not "${text}".${didYouMean(word, words)}`,
      )
    const condition = { operator, value: valueOf(operator, value) } as Pick<EntityFilterCondition, 'operator' | 'value'>
    return (
      fields.includes(found) ? { field: found, ...condition } : { metric: found, ...condition }
    ) as EntityFilterCondition
  })
}

function valueOf(operator: string, text: string): string | number | (string | number)[] {
  if (operator === 'in') return text.split(',').map((part) => numberOr(part.trim()))
  return operator === 'contains' || operator === 'matches' ? text : numberOr(text)
}

function numberOr(text: string): string | number {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}
