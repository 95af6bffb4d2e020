import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inGroups } from './batcher.ts'

test('what is asked for while a call is under way goes together with the next one, and each gets its own answer', async () => {
  const calls: number[][] = []
  const first = Promise.withResolvers<void>()
  const twice = inGroups(async (entries: number[]) => {
    calls.push(entries)
    if (calls.length === 1) {
      later.push(twice(3), twice(4))
      first.resolve()
    }
    return entries.map((entry) => entry * 2)
  })
  const later: Promise<number>[] = []
  const early = [twice(1), twice(2)]
  await first.promise
  assert.deepEqual(await Promise.all([...early, ...later]), [2, 4, 6, 8])
  assert.deepEqual(calls, [
    [1, 2],
    [3, 4],
  ])
})

test('one entry fails alone, a call that fails fails for all of its entries, and the next call is made all the same', async () => {
  const ask = inGroups(async (entries: number[]) => {
    if (entries.includes(0)) throw new Error('the call failed')
    return entries.map((entry) => (entry < 0 ? new Error('negative') : entry))
  })
  const reported = await Promise.allSettled([ask(1), ask(-1), ask(2)])
  assert.deepEqual(
    reported.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))),
    [1, 'Error: negative', 2],
  )
  const failed = await Promise.allSettled([ask(0), ask(5)])
  assert.ok(failed.every((one) => one.status === 'rejected' && String(one.reason) === 'Error: the call failed'))
  assert.equal(await ask(7), 7)
})
