import { badRequest } from '../errors.ts'
import { isObject } from '../lookup.ts'

/** How many values a message may hold besides what a tool is given: the library takes long for each, and clients say little of themselves. */
export const maxBeside = 1_000

/** Before the library sees it. What is in the fields given to a tool is the tool's to count; here they count as one each. */
export function requireSmallEnvelope(body: unknown): void {
  let count = 0
  const look = (value: unknown): void => {
    if (++count > maxBeside) throw tooMany()
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) look(inner)
  }
  for (const message of Array.isArray(body) ? (body as unknown[]) : [body]) look(withNamesOfGiven(message))
}

function withNamesOfGiven(message: unknown): unknown {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return message
  const { arguments: given, ...rest } = message.params
  return { ...message, params: { ...rest, arguments: isObject(given) ? Object.keys(given) : given } }
}

function tooMany(): Error {
  const message = `a message takes at most ${maxBeside.toLocaleString('en')} values besides what is in the fields given to a tool`
  return badRequest([{ path: '', message }])
}
