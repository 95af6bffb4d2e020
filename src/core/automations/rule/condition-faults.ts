import { comparisons, fieldOf } from './words.ts'
import type { RuleFieldName } from './words.ts'

const kinds = ['all', 'any', 'not', 'metric', 'field'] as const

export interface Fault {
  path: string[]
  message: string
}

/** What is wrong with the form of one condition, those within it aside. */
export function faultsOf(condition: Record<string, unknown>): Fault[] {
  const given = kinds.filter((kind) => condition[kind] !== undefined)
  const [kind] = given
  if (!kind || given.length > 1) return [{ path: [], message: `give exactly one of ${kinds.join(', ')}` }]
  if (kind === 'metric') return metricFaults(condition)
  if (kind === 'field') return fieldFaults(condition)
  const conditions = condition[kind] as unknown[]
  return conditions.length === 0 ? [{ path: [kind], message: 'must have at least one condition' }] : []
}

function missing(condition: Record<string, unknown>, fields: string[]): Fault[] {
  return fields
    .filter((field) => condition[field] === undefined)
    .map((field) => ({ path: [field], message: 'is required' }))
}

function metricFaults(condition: Record<string, unknown>): Fault[] {
  const faults = missing(condition, ['window', 'operator'])
  const { operator, value, compareTo } = condition
  if (operator !== undefined && !(comparisons as readonly unknown[]).includes(operator)) {
    faults.push({ path: ['operator'], message: `must be one of ${comparisons.join(', ')} for a metric` })
  }
  if ((value === undefined) === (compareTo === undefined)) {
    faults.push({ path: ['value'], message: 'give exactly one of value and compareTo' })
  } else if (value !== undefined && typeof value !== 'number') {
    faults.push({ path: ['value'], message: 'must be a number for a metric' })
  }
  const { metric, window, siblings } = (compareTo ?? { metric: '' }) as Record<string, unknown>
  if (metric === undefined && window === undefined && siblings === undefined) {
    faults.push({ path: ['compareTo'], message: 'give another metric, another window or siblings: true' })
  }
  return faults
}

function fieldFaults(condition: Record<string, unknown>): Fault[] {
  const faults = missing(condition, ['operator', 'value'])
  if (faults.length > 0) return faults
  const { field, operator, value } = condition
  const { operators, takes } = fieldOf(field as RuleFieldName)
  if (!(operators as readonly unknown[]).includes(operator)) {
    return [{ path: ['operator'], message: `must be one of ${operators.join(', ')} for ${String(field)}` }]
  }
  if (Array.isArray(value) !== (operator === 'in')) {
    return [{ path: ['value'], message: operator === 'in' ? 'must be a list' : 'must be a single value' }]
  }
  const values = Array.isArray(value) ? (value as unknown[]) : [value]
  return values.every((each) => isTaken(each, takes))
    ? []
    : [{ path: ['value'], message: `must be ${wordsFor(takes)}` }]
}

type Takes = ReturnType<typeof fieldOf>['takes']

function isTaken(value: unknown, takes: Takes): boolean {
  if (takes === 'text') return typeof value === 'string' && value !== ''
  if ('words' in takes) return takes.words.includes(value as string)
  return typeof value === 'number' && value >= takes.min && value <= takes.max
}

function wordsFor(takes: Takes): string {
  if (takes === 'text') return 'a text'
  if ('words' in takes) return `one of ${takes.words.join(', ')}`
  return takes.max === Infinity ? `a number of at least ${takes.min}` : `a number from ${takes.min} to ${takes.max}`
}
