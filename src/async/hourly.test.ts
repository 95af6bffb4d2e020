import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHourly } from './hourly.ts'

test('the first is told at once, what follows once an hour together, and the rest at the end', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let now = 0
  const reported: unknown[] = []
  const pass = (minutes: number) => {
    now += minutes * 60_000
    t.mock.timers.tick(minutes * 60_000)
  }
  const hourly = createHourly<{ account: string }>(
    (of, count) => void reported.push([of.account, count]),
    () => now,
  )
  hourly.note({ account: 'a' }, 100)
  hourly.note({ account: 'a' }, 20)
  hourly.note({ account: 'a' }, 30)
  hourly.note({ account: 'b' }, 1)
  assert.deepEqual(reported.splice(0), [
    ['a', { times: 1, ms: 100 }],
    ['b', { times: 1, ms: 1 }],
  ])
  pass(59)
  assert.deepEqual(reported.splice(0), [])
  pass(1)
  assert.deepEqual(reported.splice(0), [['a', { times: 2, ms: 50 }]])
  // Nothing happened for an hour: the next is a first one.
  hourly.note({ account: 'b' }, 2)
  assert.deepEqual(reported.splice(0), [['b', { times: 1, ms: 2 }]])
  hourly.note({ account: 'b' }, 3)
  await hourly.close()
  assert.deepEqual(reported.splice(0), [['b', { times: 1, ms: 3 }]])
})

test('however many there are, no more than 10,000 are held', async () => {
  let reported = 0
  const hourly = createHourly<{ account: number }>(() => void reported++)
  for (let account = 0; account < 20_000; account++) hourly.note({ account }, 1)
  assert.equal(reported, 10_000)
  await hourly.close()
})
