import assert from 'node:assert/strict'
import type { GraphAnswer } from './primary.ts'

/** Code 100 with this subcode (or none), naming the field at fault. */
export function assertRefused(
  answer: GraphAnswer,
  subcode: number | undefined,
  field: string | undefined,
  title: string,
): void {
  const { error } = answer.body
  assert.equal(answer.status, 400, title)
  assert.equal(error?.code, 100, `${title}: ${error?.message}`)
  assert.equal(error.error_subcode, subcode, `${title}: ${error.message}`)
  if (field) assert.ok(error.error_data?.includes(`"${field}"`), `${title}: ${error.error_data}`)
  assert.ok(error.fbtrace_id)
}
