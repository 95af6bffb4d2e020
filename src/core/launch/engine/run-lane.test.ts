import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxLanes } from './lane-slots.ts'
import { shareOfItemsAhead } from './run-lane.ts'

test('a worker with many lanes holds not many more ads than one with a few', () => {
  const inAll = (lanes: number) => lanes * shareOfItemsAhead(lanes)
  assert.equal(inAll(4), 96)
  for (let lanes = 1; lanes <= maxLanes; lanes++) assert.ok(inAll(lanes) <= 128, `${inAll(lanes)} with ${lanes} lanes`)
})

test('every lane has ads to go on with while others are written down', () => {
  for (let lanes = 1; lanes <= maxLanes; lanes++) assert.ok(shareOfItemsAhead(lanes) >= 2)
})
