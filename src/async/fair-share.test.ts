import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairShare, NoSlot } from './fair-share.ts'
import type { FairShare, Leave } from './fair-share.ts'

const limits = { what: 'Tests', places: 4, placesPerCompany: 3, maxWaitMs: 60_000 }

/** Takes places until there is none, and answers what gives them back. */
function takeAll(share: FairShare, companyId: number): Leave[] {
  const taken: Leave[] = []
  for (let leave = share.enterNow(companyId); leave; leave = share.enterNow(companyId)) taken.push(leave)
  return taken
}

test('one company never holds all places', () => {
  const share = createFairShare(limits)
  assert.equal(takeAll(share, 1).length, 3)
  assert.equal(takeAll(share, 2).length, 1)
  assert.throws(() => createFairShare({ ...limits, placesPerCompany: 4 }), /could hold all places/)
})

test('who waits gets a turn company by company, however long a line another has', async () => {
  const share = createFairShare({ ...limits, places: 2, placesPerCompany: 1 })
  const [first] = takeAll(share, 1)
  const [second] = takeAll(share, 2)
  const order: string[] = []
  const waitFor = (companyId: number, name: string) =>
    share.run(companyId, async () => {
      order.push(name)
    })
  const all = [
    ...Array.from({ length: 5 }, (_, index) => waitFor(1, `a${index}`)),
    waitFor(3, 'c0'),
    waitFor(2, 'b0'),
    waitFor(3, 'c1'),
  ]
  first!()
  second!()
  await Promise.all(all)
  assert.deepEqual(order.slice(0, 4), ['a0', 'c0', 'b0', 'a1'])
  assert.equal(order.length, 8)
})

test('a place comes back whether the work ends well or not, and giving it back twice counts once', async () => {
  const share = createFairShare(limits)
  for (let round = 0; round < 10; round++) {
    await share.run(1, async () => 'done')
    await assert.rejects(
      share.run(1, () => Promise.reject(new Error('broken'))),
      /broken/,
    )
  }
  const leave = await share.enter(1)
  leave()
  leave()
  assert.equal(takeAll(share, 1).length, 3)
  assert.equal(takeAll(share, 2).length, 1)
})

test('who hangs up or has waited too long leaves the line, and no place is lost by it', async () => {
  const share = createFairShare({ ...limits, maxWaitMs: 20 })
  const held = takeAll(share, 1)
  const caller = new AbortController()
  const hungUp = share.enter(1, caller.signal)
  caller.abort(new Error('gone'))
  await assert.rejects(hungUp, /gone/)
  await assert.rejects(share.enter(1, caller.signal), /gone/)
  await assert.rejects(share.enter(1), (error) => {
    assert.ok(error instanceof NoSlot)
    assert.equal(error.code, 'rate_limit_exceeded')
    assert.match(error.message, /^Tests: .* within 0.02 s/)
    return true
  })
  for (const leave of held) leave()
  assert.equal(takeAll(share, 1).length, 3)
})
