import secureJson from 'secure-json-parse'
import { isObject, lookUp } from '../../lookup.ts'
import { scanJson } from '../../scan-json.ts'
import { brokenAnswer } from './failures.ts'
import type { ResearchCall } from './failures.ts'

/** How large an answer of the research tool may be, and what it may be made of. */
export const maxAnswerBytes = 10_000_000
const maxDepth = 64
const maxValues = 250_000

/** What became of one call: tRPC's own words for it. */
export type ToolReply = { result: Result } | { error: ToolError }
export interface Result {
  data: unknown
  [more: string]: unknown
}
interface ToolError {
  message: unknown
  [more: string]: unknown
}

/** The answer as JSON, without our key wherever it stands in it. */
export function readJson(asked: ResearchCall, text: string, key: string | null): unknown {
  const scan = scanJson(text, { depth: maxDepth, values: maxValues })
  if (scan.depth > maxDepth || scan.values > maxValues) throw brokenAnswer(asked, 'ANSWER_TOO_LARGE')
  const value = parse(asked, text)
  if (key === null || !(text.includes(key) || text.includes('\\'))) return value
  // Characters may be written in more than one way; what we write ourselves has one.
  const written = JSON.stringify(value)
  const secret = JSON.stringify(key).slice(1, -1)
  return written.includes(secret) ? JSON.parse(written.replaceAll(secret, '[key]')) : value
}

function parse(asked: ResearchCall, text: string): unknown {
  try {
    return secureJson.parse(text, null, { protoAction: 'remove', constructorAction: 'remove' }) as unknown
  } catch {
    throw brokenAnswer(asked, 'NOT_JSON')
  }
}

/** A result or an error, and nothing else that the tool may have put beside it. */
export function entryOf(asked: ResearchCall, value: unknown): ToolReply {
  if (isObject(value)) {
    const error = lookUp(value, 'error')
    if (isObject(error)) return { error: withoutStack({ ...error, message: error.message }) }
    const result = lookUp(value, 'result')
    if (isObject(result)) return { result: { ...result, data: result.data } }
  }
  throw brokenAnswer(asked, 'UNEXPECTED_ANSWER')
}

/** A tool that runs for its developers tells where in its code it failed; that is nobody else's business. */
function withoutStack(error: ToolError): ToolError {
  if (!isObject(error.data) || !('stack' in error.data)) return error
  const { stack: _, ...data } = error.data
  return { ...error, data }
}

export function entriesOf(asked: ResearchCall, value: unknown): ToolReply[] {
  // A batch that is refused as a whole is answered with one error.
  if (!Array.isArray(value)) {
    const only = entryOf(asked, value)
    if ('error' in only) return [only]
    throw brokenAnswer(asked, 'UNEXPECTED_ANSWER')
  }
  return value.map((each) => entryOf(asked, each))
}
