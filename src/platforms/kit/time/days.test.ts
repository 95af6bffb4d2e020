import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, daysIn, stretchesOf } from './days.ts'

test('a range is cut into pieces that leave out no day and name none twice', () => {
  assert.deepEqual(stretchesOf({ from: '2026-01-30', to: '2026-03-02' }, 30), [
    { from: '2026-01-30', to: '2026-02-28' },
    { from: '2026-03-01', to: '2026-03-02' },
  ])
  assert.deepEqual(stretchesOf({ from: '2026-01-01', to: '2026-01-01' }, 30), [
    { from: '2026-01-01', to: '2026-01-01' },
  ])
  assert.equal(daysIn({ from: '2028-02-28', to: '2028-03-01' }), 3)
  assert.equal(addDays('2026-10-31', 1), '2026-11-01')
})
