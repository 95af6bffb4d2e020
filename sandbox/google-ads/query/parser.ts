import { queryError, tokensOf } from './tokens.ts'
import type { Token } from './tokens.ts'
import { required } from '../../core/required.ts'

export interface Value {
  kind: 'string' | 'number' | 'literal'
  text: string
}

export interface Condition {
  field: string
  /** In capitals with single spaces: `NOT IN`. */
  operator: string
  /** None for IS NULL, two for BETWEEN, several for lists. */
  values: Value[]
}

export interface Query {
  select: string[]
  from: string
  where: Condition[]
  orderBy: { field: string; isDescending: boolean }[]
  limit: number | null
  parameters: Map<string, string>
}

interface Reader {
  tokens: Token[]
  at: number
}

const comparisons = ['=', '!=', '>', '>=', '<', '<=']
const listOperators = ['IN', 'NOT IN', 'CONTAINS ANY', 'CONTAINS ALL', 'CONTAINS NONE']
const singleOperators = [...comparisons, 'LIKE', 'NOT LIKE', 'REGEXP_MATCH', 'NOT REGEXP_MATCH', 'DURING']

/** The query as a tree; throws the platform's refusal for what is none. */
export function parseQuery(text: string): Query {
  const reader: Reader = { tokens: tokensOf(text), at: 0 }
  if (peek(reader).kind === 'end') throw ended()
  if (!takeWord(reader, 'SELECT')) throw queryError('EXPECTED_SELECT', 'Error in query: expected SELECT.')
  const select = readNames(reader)
  if (!takeWord(reader, 'FROM')) {
    if (peek(reader).kind === 'end' || isWord(peek(reader), 'WHERE'))
      throw queryError('EXPECTED_FROM', 'Error in query: the FROM clause is missing.')
    throw unexpected(peek(reader))
  }
  const from = readName(reader)
  const where = takeWord(reader, 'WHERE') ? readConditions(reader) : []
  const orderBy = takeWord(reader, 'ORDER') ? readOrderings(reader) : []
  const limit = takeWord(reader, 'LIMIT') ? readLimit(reader) : null
  const parameters = takeWord(reader, 'PARAMETERS') ? readParameters(reader) : new Map<string, string>()
  if (peek(reader).kind !== 'end') throw unexpected(peek(reader))
  return { select, from, where, orderBy, limit, parameters }
}

function peek({ tokens, at }: Reader): Token {
  return tokens[Math.min(at, tokens.length - 1)]!
}

function next(reader: Reader): Token {
  const token = peek(reader)
  reader.at++
  return token
}

function isWord(token: Token, word: string): boolean {
  return token.kind === 'word' && token.text.toUpperCase() === word
}

function takeWord(reader: Reader, word: string): boolean {
  if (!isWord(peek(reader), word)) return false
  reader.at++
  return true
}

function takeSign(reader: Reader, sign: string): boolean {
  const { kind, text } = peek(reader)
  if (kind !== 'sign' || text !== sign) return false
  reader.at++
  return true
}

function ended() {
  return queryError('UNEXPECTED_END_OF_QUERY', 'Error in query: unexpected end of query.')
}

function unexpected(token: Token) {
  if (token.kind === 'end') return ended()
  return queryError('UNEXPECTED_INPUT', `Error in query: unexpected input ${token.text}.`, token.text)
}

const clauseWords = ['SELECT', 'FROM', 'WHERE', 'ORDER', 'LIMIT', 'PARAMETERS']

function readName(reader: Reader): string {
  const token = next(reader)
  if (token.kind !== 'word' || clauseWords.includes(token.text.toUpperCase())) throw unexpected(token)
  if (!/^[a-z][a-zA-Z0-9_]*(\.[a-zA-Z0-9_]+)*$/.test(token.text))
    throw queryError('BAD_FIELD_NAME', `Invalid field name: '${token.text}'.`, token.text)
  return token.text
}

function readNames(reader: Reader): string[] {
  const names = [readName(reader)]
  while (takeSign(reader, ',')) names.push(readName(reader))
  return names
}

function readConditions(reader: Reader): Condition[] {
  const conditions = [readCondition(reader)]
  while (takeWord(reader, 'AND')) conditions.push(readCondition(reader))
  return conditions
}

function readCondition(reader: Reader): Condition {
  const field = readName(reader)
  const operator = readOperator(reader)
  if (operator === 'IS NULL' || operator === 'IS NOT NULL') return { field, operator, values: [] }
  if (operator === 'BETWEEN') return { field, operator, values: readBounds(reader) }
  const isList = peek(reader).kind === 'sign' && peek(reader).text === '('
  if (listOperators.includes(operator)) {
    if (peek(reader).kind === 'end') throw ended()
    if (!isList) throw queryError('EXPECTED_LIST', `The operator ${operator} requires a list of values.`)
    return { field, operator, values: readList(reader) }
  }
  if (isList) throw queryError('EXPECTED_SINGLE_VALUE', `The operator ${operator} requires a single value.`)
  return { field, operator, values: [readValue(reader)] }
}

function readOperator(reader: Reader): string {
  const token = next(reader)
  if (token.kind === 'end') throw ended()
  const first = token.text.toUpperCase()
  const bad = (text: string) => queryError('BAD_OPERATOR', `Invalid operator: '${text}'.`, text)
  if (token.kind === 'sign' && comparisons.includes(first)) return first
  if (token.kind !== 'word') throw bad(token.text)
  const second = () => {
    const following = next(reader)
    if (following.kind === 'end') throw ended()
    return following.text.toUpperCase()
  }
  if (first === 'IS') {
    const words = takeWord(reader, 'NOT') ? 'IS NOT' : 'IS'
    const last = second()
    if (last !== 'NULL') throw bad(`${words} ${last}`)
    return `${words} NULL`
  }
  const operator = first === 'NOT' || first === 'CONTAINS' ? `${first} ${second()}` : first
  if (operator === 'BETWEEN' || listOperators.includes(operator) || singleOperators.includes(operator)) return operator
  throw bad(operator)
}

function readBounds(reader: Reader): Value[] {
  const missing = () => queryError('EXPECTED_VALUE_WITH_BETWEEN_OPERATOR', 'The operator BETWEEN requires two values.')
  if (peek(reader).kind === 'end' || isWord(peek(reader), 'AND')) throw missing()
  const low = readValue(reader)
  if (!takeWord(reader, 'AND')) throw queryError('EXPECTED_AND', 'Expected AND between the values of BETWEEN.')
  if (peek(reader).kind === 'end') throw missing()
  const high = readValue(reader)
  if (low.kind !== high.kind)
    throw queryError(
      'PROHIBITED_VALUE_COMBINATION_WITH_BETWEEN_OPERATOR',
      'The values of BETWEEN are not of the same type.',
    )
  return [low, high]
}

function readValue(reader: Reader): Value {
  const token = next(reader)
  if (token.kind === 'end' || token.kind === 'sign') throw unexpected(token)
  if (token.kind === 'word') {
    if (!/^[A-Za-z0-9_]+$/.test(token.text))
      throw queryError('BAD_VALUE', `Invalid value: '${token.text}'.`, token.text)
    return { kind: 'literal', text: token.text }
  }
  return { kind: token.kind, text: token.text }
}

function readList(reader: Reader): Value[] {
  reader.at++
  if (takeSign(reader, ')'))
    throw queryError('PROHIBITED_EMPTY_LIST_IN_CONDITION', 'A condition was found with an empty list.')
  const values = [readValue(reader)]
  while (takeSign(reader, ',')) values.push(readValue(reader))
  if (!takeSign(reader, ')')) throw unexpected(peek(reader))
  if (values.some(({ kind }) => kind !== required(values[0], 'value').kind))
    throw queryError('PROHIBITED_VALUE_COMBINATION_IN_LIST', 'A list contains values of different types.')
  return values
}

function readOrderings(reader: Reader): Query['orderBy'] {
  if (!takeWord(reader, 'BY')) {
    if (peek(reader).kind === 'end') throw ended()
    throw queryError('EXPECTED_BY', 'Error in query: expected BY after ORDER.')
  }
  const orderings: Query['orderBy'] = []
  do {
    const field = readName(reader)
    const isDescending = takeWord(reader, 'DESC')
    if (!isDescending) takeWord(reader, 'ASC')
    orderings.push({ field, isDescending })
  } while (takeSign(reader, ','))
  return orderings
}

function readLimit(reader: Reader): number {
  const { kind, text } = next(reader)
  if (kind === 'end') throw ended()
  const limit = Number(text)
  if (kind !== 'number' || !Number.isSafeInteger(limit))
    throw queryError('BAD_LIMIT_VALUE', `Invalid limit: '${text}'.`, text)
  if (limit < 1) throw queryError('LIMIT_VALUE_TOO_LOW', `The limit '${text}' is too low.`, text)
  return limit
}

/** What PARAMETERS may set, each to true or false. */
const knownParameters = ['include_drafts', 'omit_unselected_resource_names']

function readParameters(reader: Reader): Map<string, string> {
  const parameters = new Map<string, string>()
  do {
    const token = next(reader)
    if (token.kind !== 'word') throw unexpected(token)
    if (!knownParameters.includes(token.text))
      throw queryError('BAD_PARAMETER_NAME', `Parameter '${token.text}' is unknown.`, token.text)
    if (!takeSign(reader, '=')) throw unexpected(peek(reader))
    const { text } = readValue(reader)
    if (text !== 'true' && text !== 'false')
      throw queryError('BAD_PARAMETER_VALUE', `Invalid value of the parameter ${token.text}: '${text}'.`, text)
    parameters.set(token.text, text)
  } while (takeSign(reader, ','))
  return parameters
}
