import type { z } from 'zod'
import { mustBeOneOf } from '../../closed-words.ts'

type RawIssue = z.core.$ZodRawIssue

/** What a schema complains about, in the words of this product. A message that a schema has of its own wins. */
export function plainWords(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${kindOf(String(issue.expected))}`
    case 'invalid_value':
      return mustBeOneOf(issue.values, issue.input)
    case 'too_small':
      return boundOf(issue.origin, 'at least', Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return boundOf(issue.origin, 'at most', Number(issue.maximum), issue.inclusive !== false)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return formats[issue.format] ? `must be ${formats[issue.format]}` : 'has the wrong form'
    case 'unrecognized_keys':
      return `has fields that nobody knows: ${issue.keys.join(', ')}`
    case 'invalid_union':
      return issue.input === undefined ? 'is required' : 'has none of the forms that are taken here'
    default:
      return undefined
  }
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
}

function kindOf(expected: string): string {
  return kinds[expected] ?? expected
}

const formats: Record<string, string> = {
  url: 'an address that begins with http:// or https://',
  email: 'an e-mail address',
  uuid: 'a UUID',
  date: 'a day such as 2026-11-01',
  datetime: 'a time such as 2026-11-01T09:00:00Z',
}

const units: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
}

function boundOf(origin: string, relation: 'at least' | 'at most', bound: number, inclusive: boolean): string {
  const unit = units[origin]
  if (!unit)
    return inclusive
      ? `must be ${relation} ${bound}`
      : `must be ${relation === 'at least' ? 'more' : 'less'} than ${bound}`
  if (relation === 'at least' && bound === 1) return 'must not be empty'
  const size = `${relation} ${bound.toLocaleString('en')} ${unit[bound === 1 ? 0 : 1]}`
  return origin === 'string' ? `must have ${size}` : `takes ${size}`
}
