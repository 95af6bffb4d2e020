import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAverageGate, createWindows, gateOf } from './gate.ts'
import type { WindowLimit } from './gate.ts'
import { MustWait } from './pacer.ts'

const maxWithin = (times: number[], windowMs: number) =>
  Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + windowMs).length))

test('calls that wait for their turn by the real clock are as many as allowed, and no more', () => {
  const windows = createWindows([{ max: 5, windowMs: 1_150 }])
  const from = Math.floor(performance.now())
  const turns = Array.from({ length: 40 }, () => {
    const turn = windows.earliest(from)
    windows.add(turn)
    return turn
  })
  assert.equal(maxWithin(turns, 1_150), 5)
})

/** The times at which that many turns in a row are given, all asked for at the same moment. */
function turnsOf(limits: WindowLimit[], count: number, from = 1_000_000): number[] {
  const windows = createWindows(limits, () => from)
  return Array.from({ length: count }, () => {
    const turn = windows.earliest(from)
    windows.add(turn)
    return turn - from
  })
}

test('as many calls as the limit allows pass at once, and the rest when the window has moved on', () => {
  assert.deepEqual(turnsOf([{ max: 2, windowMs: 100 }], 5), [0, 0, 100, 100, 200])
})

test('the limit of a minute holds together with the limit of a second', () => {
  const limits = [
    { max: 5, windowMs: 1_000 },
    { max: 12, windowMs: 60_000 },
  ]
  const turns = turnsOf(limits, 14)
  assert.deepEqual(turns.slice(0, 12), [0, 0, 0, 0, 0, 1000, 1000, 1000, 1000, 1000, 2000, 2000])
  assert.deepEqual(turns.slice(12), [60_000, 60_000])
})

test('a call goes ahead of others that wait for a limit of their own, and the common limit still holds', () => {
  const now = 5_000_000
  const app = createWindows([{ max: 4, windowMs: 1_000 }], () => now)
  const slow = createWindows([{ max: 1, windowMs: 1_000 }], () => now)
  const turns: number[] = []
  const take = (windows: typeof app) => {
    let turn = now
    while (windows.earliest(app.earliest(turn)) !== turn) turn = windows.earliest(app.earliest(turn))
    if (windows !== app) windows.add(turn)
    app.add(turn)
    turns.push(turn)
    return turn - now
  }
  assert.deepEqual([take(slow), take(slow), take(slow)], [0, 1000, 2000])
  assert.deepEqual([take(app), take(app), take(app)], [0, 0, 0])
  assert.equal(take(app), 1000)
  for (let count = 0; count < 20; count++) take(app)
  assert.ok(maxWithin(turns, 1_000) <= 4, String(turns))
})

test('a wait that is longer than the caller accepts is refused at once and takes no turn', async () => {
  let now = 1_000_000
  const gate = gateOf([createWindows([{ max: 1, windowMs: 60_000 }], () => now)], () => now)
  await gate(0)
  for (let count = 0; count < 3; count++)
    await assert.rejects(gate(2_000), (error) => error instanceof MustWait && error.waitMs === 60_000)
  now += 60_000
  await gate(0)
})

test('an average rate lets a burst through and then one call after another', async () => {
  let now = 1_000_000
  const gate = createAverageGate(10, 5, () => now)
  for (let count = 0; count < 5; count++) await gate(0)
  await assert.rejects(gate(99), (error) => error instanceof MustWait && error.waitMs === 100)
  now += 200
  await gate(0)
  await gate(0)
  await assert.rejects(gate(0), MustWait)
})

test('a clock that is set back by an hour holds nothing up', async (context) => {
  const gates = [createAverageGate(10, 1), gateOf([createWindows([{ max: 1, windowMs: 50 }])])]
  for (const gate of gates) await gate(0)
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() - 3_600_000 })
  for (const gate of gates) await gate(1_000)
})
