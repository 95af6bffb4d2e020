import { channel } from 'node:diagnostics_channel'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { Answer } from './operation.ts'
import type { Operation, Outcome } from './operation.ts'

/** A reply that its own schema does not know: the documents would tell clients something else. */
class UntrueReply extends Error {}

/** One answer that is what its schema says. */
export interface AnsweredCall {
  operation: Operation
  status: number
  sent: unknown
}

/** For whoever gathers examples of answers while tests run. */
export const answered = channel('flightdeck.answered')

/** Tests have every answer looked at; a running service never does. */
export function checkReply(operation: Operation, outcome: Outcome): void {
  if (outcome instanceof Answer) {
    if (!operation.files && operation.reply.meta()?.contentType === undefined)
      throw untrue(operation, 'it answers with a file')
    return
  }
  const schema = operation.otherReplies[outcome.status] ?? operation.reply
  // What callers get is JSON: dates have become text, and what was undefined is gone.
  const sent = JSON.parse(JSON.stringify(outcome.value)) as unknown
  const problem = problemOf(schema, sent)
  if (problem) throw untrue(operation, `${problem}\n${JSON.stringify(sent).slice(0, 2000)}`)
  if (answered.hasSubscribers) answered.publish({ operation, status: outcome.status, sent } satisfies AnsweredCall)
}

/** What is wrong with a value that a schema promises; null: nothing, down to the last field. */
export function problemOf(schema: z.ZodType, sent: unknown): string | null {
  const result = schema.safeParse(sent)
  if (!result.success) {
    const issues = result.error.issues.map(({ path, message }) => `${path.join('.') || 'the reply'}: ${message}`)
    return issues.join('; ')
  }
  const unknown = undocumented(result.data, sent)
  return unknown.length > 0 ? `fields that the schema does not name: ${unknown.join(', ')}` : null
}

function undocumented(known: unknown, sent: unknown, path = ''): string[] {
  if (typeof sent !== 'object' || sent === null || isDeepStrictEqual(known, sent)) return []
  return Object.entries(sent).flatMap(([field, value]) => {
    const here = path ? `${path}.${field}` : field
    const has = typeof known === 'object' && known !== null && Object.hasOwn(known, field)
    return has ? undocumented((known as Record<string, unknown>)[field], value, here) : [here]
  })
}

function untrue({ name, rest }: Operation, why: string): UntrueReply {
  return new UntrueReply(`The reply of ${name} (${rest.method} ${rest.path}) is not what its schema says: ${why}`)
}
