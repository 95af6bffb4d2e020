import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../../src/api/index.ts'

/** What answers with several lists, with facts, or in the envelope of a tool that it stands in for. */
const others = new Set(['list_report_fields', 'list_connection_uses', 'list_ways_to_sign_in'])

test('every list answers with its entries as data', () => {
  const lists = operations.filter(
    ({ name, rest }) => name.startsWith('list_') && !rest.path.includes('/rpc/') && !others.has(name),
  )
  const without = lists.filter(({ reply }) => !('shape' in reply && 'data' in (reply.shape as object)))
  assert.ok(lists.length > 50)
  assert.deepEqual(
    without.map(({ name }) => name),
    [],
  )
})
