import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPoller } from './poller.ts'

const turns = () => new Promise((resolve) => setImmediate(resolve))

/** A poller whose looks end when they are told to. */
function polled(everyMs = 10_000) {
  const looks: PromiseWithResolvers<number | null>[] = []
  const failures: unknown[] = []
  const look = () => {
    looks.push(Promise.withResolvers())
    return looks.at(-1)!.promise
  }
  const failed = (error: unknown) => void failures.push(error)
  return { looks, failures, poller: startPoller({ look, everyMs, failed, stopping: new AbortController() }) }
}

test('it looks at once, never twice at the same time, and once more where somebody woke it meanwhile', async () => {
  const { looks, poller } = polled()
  poller.wake()
  poller.wake()
  assert.equal(looks.length, 1)
  looks[0]!.resolve(null)
  await turns()
  assert.equal(looks.length, 2, 'however often it was woken')
  looks[1]!.resolve(null)
  await turns()
  assert.equal(looks.length, 2)
  await poller.close()
})

test('it looks again when something is due, and at the latest after its own time, also where a look failed', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { looks, failures, poller } = polled(2_000)
  looks[0]!.resolve(300)
  await turns()
  t.mock.timers.tick(299)
  assert.equal(looks.length, 1)
  t.mock.timers.tick(1)
  assert.equal(looks.length, 2)
  looks[1]!.reject(new Error('away'))
  await turns()
  assert.equal(failures.length, 1)
  t.mock.timers.tick(2_000)
  assert.equal(looks.length, 3)
  looks[2]!.resolve(null)
  await poller.close()
})

test('closing waits for the look that is under way, and none begins after it', async () => {
  const { looks, failures, poller } = polled()
  let isClosed = false
  const closing = poller.close().then(() => (isClosed = true))
  await turns()
  assert.equal(isClosed, false)
  looks[0]!.reject(new Error('cut off'))
  await closing
  poller.wake()
  assert.equal(looks.length, 1)
  assert.deepEqual(failures, [], 'what a stop cuts off is no failure')
})
