import { setImmediate as turn } from 'node:timers/promises'
import secureJson from 'secure-json-parse'
import { AppError, badRequest, brokenRules } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import { scanJson } from '../../scan-json.ts'
import { textIssues } from '../text.ts'

/** Objects, lists, texts, numbers and all else, each counted once. */
export const maxValues = 250_000
export const maxDepth = 64
/** Of one object, whatever it is: as many as a list has entries. */
export const maxFields = 10_000

/**
 * JSON with its depth and its number of values bounded before anything is made of it, without keys that reach for
 * prototypes and without text that nobody could keep. Whole numbers that a double would round come as text, digit by digit;
 * ids that were rounded before are refused.
 * It is the body, or stands in a field.
 */
export function parseJson(text: string, field = ''): unknown {
  const steps = reading(text, field)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same for a text that is long: others have their turn between two steps. */
export async function parseLongJson(text: string): Promise<unknown> {
  const steps = reading(text, '')
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await turn()
  }
}

function* reading(text: string, field: string): Generator<undefined, unknown, undefined> {
  if (text.trim() === '') return undefined
  const scan = scanJson(text, { depth: maxDepth, values: maxValues, fields: maxFields })
  if (scan.depth > maxDepth) {
    const message = `${field ? '' : 'the body '}is nested deeper than ${maxDepth} levels`
    throw badRequest([{ path: field, message }])
  }
  if (scan.values > maxValues) {
    const message = `${nameOf(field)} holds more than ${maxValues.toLocaleString('en')} values. Send it in several requests.`
    throw new AppError('payload_too_large', message, { maxValues })
  }
  if (scan.fields > maxFields) {
    const message = `${field ? '' : 'the body '}holds an object with more than ${maxFields.toLocaleString('en')} fields`
    throw badRequest([{ path: field, message }])
  }
  yield
  const exact = withExactIntegers(text, scan.longIntegers)
  yield
  const value = parse(exact, field)
  yield
  refuseRounded(value, roundedIn(text, scan.longIntegers))
  if (!scan.hasOddText) return value
  const issues = textIssues(value)
  if (issues.length > 0) throw badRequest(issues)
  return value
}

function nameOf(field: string): string {
  return field === '' ? 'The body' : field
}

function parse(text: string, field: string): unknown {
  try {
    return secureJson.parse(text, null, { protoAction: 'error', constructorAction: 'error' }) as unknown
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not JSON'
    throw new AppError('bad_request', `${nameOf(field)} is not valid JSON: ${reason}.`, {
      issues: [{ path: field, message: 'is not valid JSON' }],
    })
  }
}

/** Ids beyond 2^53 are sent as numbers by some clients: their digits are what matters, so they become texts. */
function withExactIntegers(text: string, places: number[]): string {
  // By turns what stands between two of them, and their digits: what joins these is a quotation mark.
  const pieces: string[] = []
  let done = 0
  for (let at = 0; at < places.length; at += 2) {
    const [start, end] = [places[at]!, places[at + 1]!]
    if (end - start < 17 && Number.isSafeInteger(Number(text.slice(start, end)))) continue
    pieces.push(text.slice(done, start), text.slice(start, end))
    done = end
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(done)].join('"')
}

/** Whole numbers that look as if a double had written them: nobody can tell whether they had other digits before. */
function roundedIn(text: string, places: number[]): Set<string> {
  const rounded = new Set<string>()
  for (let at = 0; at < places.length; at += 2) {
    const digits = text.slice(places[at], places[at + 1])
    const number = Number(digits)
    if (!Number.isSafeInteger(number) && String(number) === digits) rounded.add(digits)
  }
  return rounded
}

const idField = /(?:^id|Id|_id)s?$|^(?:adSets|page|secondary|value)$/

/** An id that has lost its last digits is another's, or nobody's. */
function refuseRounded(value: unknown, rounded: Set<string>): void {
  if (rounded.size === 0) return
  const issues: Issue[] = []
  const look = (each: unknown, path: string, field: string): void => {
    if (typeof each === 'string' && rounded.has(each) && idField.test(field))
      issues.push({ path, message: `${each} ${mayBeRounded}`, expected: 'string' })
    if (typeof each !== 'object' || each === null) return
    for (const [name, inner] of Object.entries(each))
      look(inner, path === '' ? name : `${path}.${name}`, Array.isArray(each) ? field : name)
  }
  look(value, '', '')
  if (issues.length > 0) throw brokenRules(issues)
}

const mayBeRounded =
  'may have lost its last digits: a number above 9007199254740991 is rounded by many programs. Send it as text'
