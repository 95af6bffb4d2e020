import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entity } from '../../../../../client/src/index.ts'
import { worstOf } from './worst.ts'

const row = (id: string, [spend, results]: [number, number | null], accountId = 'one') => {
  const costPerResult = results === null || results === 0 ? null : spend / results
  return { id, platform: 'primary', accountId, figures: { spend, results, costPerResult } } as unknown as Entity
}

test('the worst cost twice as much as their account, or spent as much for nothing; unknown is none of them', () => {
  const rows = [
    row('fine', [100, 50]),
    row('also fine', [100, 45]),
    row('dear', [20, 2]),
    row('nothing', [9, 0]),
    row('little', [4, 0]),
    row('unknown', [900, null]),
    row('elsewhere', [20, 2], 'two'),
    row('nothing in all', [500, 0], 'three'),
  ]
  assert.deepEqual(
    worstOf(rows).map(({ id }) => id),
    ['dear', 'nothing'],
  )
})
