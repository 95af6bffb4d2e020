import secureJson from 'secure-json-parse'
import { AppError, badRequest } from '../errors.ts'
import { scanJson } from '../scan-json.ts'
import { textIssues } from './text.ts'

/** Objects, lists, texts, numbers and all else, each counted once. */
export const maxValues = 250_000
export const maxDepth = 64
/** Of one object, whatever it is: as many as a list has entries. */
export const maxFields = 10_000

/**
 * JSON with its depth and its number of values bounded before anything is made of it, without keys that reach for
 * prototypes and without text that nobody could keep. Whole numbers that a double would round come as text, digit by digit.
 * It is the body, or stands in a field.
 */
export function parseJson(text: string, field = ''): unknown {
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
  const value = parse(withExactIntegers(text, scan.longIntegers), field)
  const issues = scan.hasOddText ? textIssues(value) : []
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
  const pieces: string[] = []
  let done = 0
  for (let at = 0; at < places.length; at += 2) {
    const [start, end] = [places[at]!, places[at + 1]!]
    const digits = text.slice(start, end)
    if (Number.isSafeInteger(Number(digits))) continue
    pieces.push(text.slice(done, start), '"', digits, '"')
    done = end
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done)
}
