import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue } from '../../src/core/events/catalogue.ts'
import { problemOf } from '../../src/call/check-reply.ts'

test('every example of the catalogue is what its schema says', () => {
  for (const { data, example } of catalogue) assert.equal(problemOf(data, example), null)
})
