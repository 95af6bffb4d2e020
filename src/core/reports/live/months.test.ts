import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthsOf } from './months.ts'

test('months are cut to the days asked for, over leap days and new years', () => {
  assert.deepEqual(monthsOf({ from: '2023-12-15', to: '2024-03-02' }), [
    { month: '2023-12', from: '2023-12-15', to: '2023-12-31' },
    { month: '2024-01', from: '2024-01-01', to: '2024-01-31' },
    { month: '2024-02', from: '2024-02-01', to: '2024-02-29' },
    { month: '2024-03', from: '2024-03-01', to: '2024-03-02' },
  ])
})

test('a single day is a month of one day', () => {
  assert.deepEqual(monthsOf({ from: '2026-11-30', to: '2026-11-30' }), [
    { month: '2026-11', from: '2026-11-30', to: '2026-11-30' },
  ])
})
