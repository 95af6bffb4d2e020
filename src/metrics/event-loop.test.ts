import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { untilTrue } from '../../test/support/ask-until.ts'
import { createMetrics } from './metrics.ts'

const helpIn = (text: string) => text.split('\n').filter((line) => /^# (HELP|TYPE) (nodejs|process)_/.test(line))

test('a process tells of itself under the names that prom-client has for it', async () => {
  const theirs = new Registry()
  collectDefaultMetrics({ register: theirs })
  const ours = await createMetrics('1.2.3').text()
  assert.deepEqual(helpIn(ours).toSorted(), helpIn(await theirs.metrics()).toSorted())
})

test('an event loop that stood still is told of, and one that waits for work is not late', async () => {
  const metrics = createMetrics('1.2.3')
  const lag = async (what: string) => {
    const text = await metrics.text()
    return Number(new RegExp(`^nodejs_eventloop_lag_${what}_seconds (.*)$`, 'm').exec(text)?.[1])
  }
  // The page is made once a second, from what was seen since the one before.
  await untilTrue(async () => {
    standStill(300)
    await pause(0)
    return (await lag('max')) > 0.15
  })
  await untilTrue(async () => (await lag('max')) > 0 && (await lag('min')) < 0.05)
})

function standStill(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
