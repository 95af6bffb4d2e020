import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readyChecks } from './probes.ts'

const fine = () => Promise.resolve()
const pulse = { standsStill: () => false }

test('held after a restore, a worker is not ready, and who answers people is', () => {
  const schema = { newer: () => null } as unknown as Parameters<typeof readyChecks>[0]['schema']
  const healthChecks = { database: fine, queue: fine, storage: fine }
  const held = { schema, healthChecks, restored: { takenAt: new Date(), resumedAt: null } }
  assert.equal(readyChecks(held, pulse, false).refuses(), 'held after a restore')
  assert.equal(readyChecks(held, pulse, true).refuses(), null)
})
