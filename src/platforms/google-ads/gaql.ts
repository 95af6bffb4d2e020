/**
 * The one place where values get into the platform's query language. A condition can only be made here, and whatever
 * comes from outside is checked to be what it claims, or quoted: no value can change what a query asks.
 */
declare const created: unique symbol
export type Condition = string & { readonly [created]: true }

export interface Query {
  select: readonly string[]
  from: string
  where?: readonly Condition[]
  /** Fields, each with ` DESC` behind it where the largest comes first. */
  orderBy?: readonly string[]
  limit?: number
}

/** The most values that a list in a condition may have. */
export const maxValues = 10_000

export class UnsafeValue extends Error {}

const fieldForm = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/
const numberForm = /^\d{1,19}$/
/** The platform's numbers have 64 bits with a sign. */
const largestNumber = 2n ** 63n - 1n
const wordForm = /^[A-Z][A-Z0-9_]*$/
const dayForm = /^\d{4}-\d{2}-\d{2}$/
const momentForm = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?$/

function checked(text: string, form: RegExp, what: string): string {
  if (!form.test(text)) throw new UnsafeValue(`${JSON.stringify(text.slice(0, 80))} is not ${what}.`)
  return text
}

const condition = (text: string) => text as Condition
const field = (name: string) => checked(name, fieldForm, 'a field')

function listOf(values: readonly string[]): string {
  if (values.length === 0 || values.length > maxValues) throw new UnsafeValue('A list has no values, or too many.')
  return `(${values.join(', ')})`
}

/** Line breaks cannot stand in a text, and other invisible characters have no business there. */
export function canBeAsked(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(text)
}

function quoted(text: string): string {
  if (!canBeAsked(text)) throw new UnsafeValue('A text has invisible characters.')
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}

export function isNumber(text: string): boolean {
  return numberForm.test(text) && BigInt(text) <= largestNumber
}

function number(text: string): string {
  if (!isNumber(text)) throw new UnsafeValue(`${JSON.stringify(text.slice(0, 80))} is not a number.`)
  return text
}

export function isOneOf(name: string, ids: readonly string[]): Condition {
  return condition(`${field(name)} IN ${listOf(ids.map(number))}`)
}

export function isNumberLike(name: string, operator: '=' | '>' | '>=' | '<' | '<=', value: string): Condition {
  return condition(`${field(name)} ${operator} ${number(value)}`)
}

/** An amount that may have decimals; finer ones than the sixth are nobody's. */
export function isAmountLike(name: string, operator: '>=' | '<=', value: number): Condition {
  return condition(`${field(name)} ${operator} ${checked(value.toFixed(6), /^\d{1,15}\.\d{6}$/, 'an amount')}`)
}

export function isWord(name: string, operator: '=' | '!=', word: string): Condition {
  return condition(`${field(name)} ${operator} '${checked(word, wordForm, 'a word of the platform')}'`)
}

export function isText(name: string, operator: '=' | '!=', text: string): Condition {
  return condition(`${field(name)} ${operator} ${quoted(text)}`)
}

export function isOneText(name: string, texts: readonly string[]): Condition {
  return condition(`${field(name)} IN ${listOf(texts.map(quoted))}`)
}

/** The text anywhere in it, capital or small letters. What LIKE takes for wildcards stands for itself. */
export function hasText(name: string, text: string): Condition {
  const literal = text.replace(/[[\]%_]/g, '[$&]')
  return condition(`${field(name)} LIKE ${quoted(`%${literal}%`)}`)
}

export function isTrue(name: string, value = true): Condition {
  return condition(`${field(name)} = ${value ? 'TRUE' : 'FALSE'}`)
}

/** Both days included. */
export function isWithin(name: string, { from, to }: { from: string; to: string }): Condition {
  const [first, last] = [from, to].map((day) => checked(day, dayForm, 'a day'))
  return condition(`${field(name)} BETWEEN '${first}' AND '${last}'`)
}

/** `2026-11-14 10:00:00`, in the account's time zone. */
export function isMoment(name: string, operator: '>=' | '<=', moment: string): Condition {
  return condition(`${field(name)} ${operator} '${checked(moment, momentForm, 'a moment')}'`)
}

export function textOf({ select, from, where = [], orderBy = [], limit }: Query): string {
  const order = orderBy.map((each) => checked(each, /^[a-z][a-z0-9_.]*( DESC)?$/, 'an order'))
  return [
    `SELECT ${select.map(field).join(', ')}`,
    `FROM ${field(from)}`,
    ...(where.length > 0 ? [`WHERE ${where.join(' AND ')}`] : []),
    ...(order.length > 0 ? [`ORDER BY ${order.join(', ')}`] : []),
    ...(limit === undefined ? [] : [`LIMIT ${checked(String(limit), numberForm, 'a limit')}`]),
  ].join(' ')
}
