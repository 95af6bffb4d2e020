import assert from 'node:assert/strict'
import type { GraphAnswer } from './primary.ts'

/** The platform's refusal: HTTP 400 with this code and subcode. */
export function assertError(answer: GraphAnswer, code: number, subcode?: number, title = ''): void {
  const { error } = answer.body
  assert.equal(answer.status, 400, `${title}: ${JSON.stringify(answer.body)}`)
  assert.deepEqual([error?.code, error?.error_subcode], [code, subcode], `${title}: ${JSON.stringify(error)}`)
}
