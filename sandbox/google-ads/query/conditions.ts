import { compilePattern } from '../../core/control/pattern.ts'
import type { Pattern } from '../../core/control/pattern.ts'
import { constantsOf } from '../schema/enums.ts'
import type { Field } from '../schema/fields.ts'
import { duringRange, readDay, readMoment } from './dates.ts'
import type { Condition, Value } from './parser.ts'
import { queryError } from './tokens.ts'
import { required } from '../../core/required.ts'

export type Test = (value: unknown) => boolean

const order = ['=', '!=', '>', '>=', '<', '<=']
const equality = ['=', '!=', 'IN', 'NOT IN', 'IS NULL', 'IS NOT NULL']
const patterns = ['LIKE', 'NOT LIKE', 'REGEXP_MATCH', 'NOT REGEXP_MATCH']
const dates = [...order, 'IN', 'NOT IN', 'BETWEEN', 'DURING', 'IS NULL', 'IS NOT NULL']

const operatorsOf: Record<Field['type'], string[]> = {
  string: [...equality, ...patterns],
  name: [...equality, ...patterns],
  enum: equality,
  boolean: ['=', '!=', 'IS NULL', 'IS NOT NULL'],
  int32: [...equality, ...order, 'BETWEEN'],
  int64: [...equality, ...order, 'BETWEEN'],
  double: [...equality, ...order, 'BETWEEN'],
  date: dates,
  datetime: dates,
  message: ['IS NULL', 'IS NOT NULL'],
}
const listOperators = ['CONTAINS ANY', 'CONTAINS ALL', 'CONTAINS NONE', 'IS NULL', 'IS NOT NULL']
/** How many values a list may have. */
const maxValues = 20_000

/** Whether a value meets the condition; throws for a condition that the field cannot have. */
export function testOf(field: Field, condition: Condition, today: string): Test {
  const { operator, values } = condition
  if (!(field.isRepeated ? listOperators : operatorsOf[field.type]).includes(operator))
    throw queryError(
      'OPERATOR_FIELD_MISMATCH',
      `The operator ${operator} cannot be used with '${field.path}'.`,
      operator,
    )
  if (values.length > maxValues)
    throw queryError('FILTER_HAS_TOO_MANY_VALUES', `A filter can have at most ${maxValues} values.`)
  if (operator === 'IS NULL') return (value) => value === undefined
  if (operator === 'IS NOT NULL') return (value) => value !== undefined
  if (patterns.includes(operator)) return patternTest(field, operator, values[0]!)
  if (operator === 'DURING') return duringTest(field, values[0]!, today)
  const wanted = values.map((value) => readValue(field, value))
  return field.isRepeated ? listTest(field, operator, wanted) : valueTest(field, operator, wanted)
}

type Comparable = string | number | boolean | bigint

function valueTest(field: Field, operator: string, wanted: Comparable[]): Test {
  const [first, last] = wanted as [Comparable, Comparable]
  const all = new Set(wanted)
  const held = (value: unknown) => (value === undefined ? undefined : comparable(field, value))
  const ordered = (test: (value: Comparable) => boolean): Test => {
    return (value) => value !== undefined && test(held(value)!)
  }
  switch (operator) {
    case '=':
      return (value) => held(value) === first
    case '!=':
      return (value) => held(value) !== first
    case 'IN':
      return (value) => value !== undefined && all.has(held(value)!)
    case 'NOT IN':
      return (value) => value === undefined || !all.has(held(value)!)
    case '>':
      return ordered((value) => value > first)
    case '>=':
      return ordered((value) => value >= first)
    case '<':
      return ordered((value) => value < first)
    case '<=':
      return ordered((value) => value <= first)
    default:
      return ordered((value) => value >= first && value <= last)
  }
}

function listTest(field: Field, operator: string, wanted: Comparable[]): Test {
  return (value) => {
    const held = new Set((Array.isArray(value) ? value : []).map((each) => comparable(field, each)))
    if (operator === 'CONTAINS ALL') return wanted.every((each) => held.has(each))
    const hasAny = wanted.some((each) => held.has(each))
    return operator === 'CONTAINS ANY' ? hasAny : !hasAny
  }
}

/** A value of a row, in a form that can be ordered. */
export function comparable(field: Field, value: unknown): Comparable {
  if (field.type === 'int64') return BigInt(String(value))
  if (field.type === 'datetime') return (value as string).length === 19 ? `${String(value)}.000000` : String(value)
  return value as Comparable
}

function readValue(field: Field, value: Value): Comparable {
  const { kind, text } = value
  switch (field.type) {
    case 'enum':
      if (kind === 'number' || !constantsOf(required(field.enumName, 'name of the enum')).includes(text))
        throw queryError(
          'BAD_ENUM_CONSTANT',
          `Invalid enum value in WHERE clause: '${text}' for field '${field.path}'.`,
          text,
        )
      return text
    case 'boolean':
      if (!/^(true|false)$/i.test(text)) throw queryError('BAD_VALUE', `Invalid boolean value: '${text}'.`, text)
      return text.toLowerCase() === 'true'
    case 'int32':
    case 'int64':
      if (!/^-?\d{1,19}$/.test(text))
        throw queryError('BAD_NUMBER', `Invalid number: '${text}' for field '${field.path}'.`, text)
      return field.type === 'int64' ? BigInt(text) : Number(text)
    case 'double':
      if (!/^-?\d+(\.\d+)?$/.test(text))
        throw queryError('BAD_NUMBER', `Invalid number: '${text}' for field '${field.path}'.`, text)
      return Number(text)
    case 'date':
      return readDay(value)
    case 'datetime':
      return readMoment(value)
    default:
      if (kind !== 'string')
        throw queryError('INVALID_STRING_VALUE', `Invalid string value: ${text} for field '${field.path}'.`, text)
      return text
  }
}

function duringTest(field: Field, value: Value, today: string): Test {
  const [from, to] = duringRange(value, today)
  const [low, high] = field.type === 'date' ? [from, to] : [`${from} 00:00:00.000000`, `${to} 23:59:59.999999`]
  return (held) =>
    held !== undefined && String(comparable(field, held)) >= low && String(comparable(field, held)) <= high
}

function patternTest(field: Field, operator: string, { kind, text }: Value): Test {
  if (kind !== 'string')
    throw queryError('INVALID_STRING_VALUE', `Invalid string value: ${text} for field '${field.path}'.`, text)
  const matches = operator.endsWith('LIKE') ? likePattern(text) : regularPattern(text)
  const isNegated = operator.startsWith('NOT')
  return (value) => (value === undefined ? isNegated : matches(value as string) !== isNegated)
}

/** `%` is any text, `_` any character, and what stands in brackets stands for itself. Case does not matter. */
function likePattern(text: string): Pattern {
  const parts = text.match(/\[.\]|[^]/gu) ?? []
  if (parts.some((part) => part === '[' || part === ']'))
    throw queryError('INVALID_VALUE_WITH_LIKE_OPERATOR', `Invalid value with LIKE: '${text}'.`, text)
  const steps = parts.map((part) => (part.length > 1 && part.startsWith('[') ? { char: part[1]! } : part))
  return (value) => likes([...value.toLowerCase()], steps)
}

/** One row of the usual table at a time: no text takes longer than its length times that of the pattern. */
function likes(chars: string[], steps: (string | { char: string })[]): boolean {
  let reached = [true, ...chars.map(() => false)]
  for (const step of steps) {
    const after = reached.map(() => false)
    if (step === '%') {
      let isOpen = false
      reached.forEach((isReached, index) => (after[index] = isOpen ||= isReached))
    } else {
      const char = typeof step === 'string' ? step.toLowerCase() : step.char.toLowerCase()
      chars.forEach((each, index) => (after[index + 1] = reached[index]! && (step === '_' || each === char)))
    }
    reached = after
  }
  return reached.at(-1)!
}

function regularPattern(text: string): Pattern {
  const ignoresCase = text.startsWith('(?i)')
  const source = ignoresCase ? lowerCase(text.slice(4)) : text
  try {
    const finds = compilePattern(`^(?:${source})$`)
    return (value) => finds(ignoresCase ? value.toLowerCase() : value)
  } catch {
    throw queryError('BAD_VALUE', `Invalid regular expression: '${text}'.`, text)
  }
}

function lowerCase(source: string): string {
  return source.replace(/\\.|[A-Z]/g, (part) => (part.startsWith('\\') ? part : part.toLowerCase()))
}
