import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPacer } from './pacer.ts'
import type { PacingStore } from './pacer.ts'

const minute = 60_000

function stage() {
  let time = Date.UTC(2026, 10, 17)
  const rows = new Map<string, Awaited<ReturnType<PacingStore['load']>>>()
  const store: PacingStore = {
    load: async (platform, accountId) => rows.get(`${platform} ${accountId}`) ?? null,
    save: async ({ platform, accountId, usagePercent, blockedUntil }) => {
      rows.set(`${platform} ${accountId}`, { usagePercent, blockedUntil, readAt: new Date(time) })
    },
  }
  const now = () => time
  return { open: () => createPacer('one', store, now), pass: (ms: number) => (time += ms) }
}

test('what is left of an allowance is what the platform said last, for as long as that can be believed', async () => {
  const { open, pass } = stage()
  const pacer = open()
  assert.equal(await pacer.left('a'), null, 'nobody has said anything yet')
  pacer.report('a', { usagePercent: 85 })
  assert.equal(Math.round((await pacer.left('a'))! * 100), 15)
  assert.equal(await pacer.left('b'), null)
  pacer.report('a', { usagePercent: 10, isCounted: true })
  assert.equal(await pacer.left('a'), 0.9)
  pass(5 * minute)
  assert.equal(await pacer.left('a'), null, 'it is given back as time passes')
})

test('nothing is left while calls are refused, and a refusal says nothing of the time after it', async () => {
  const { open, pass } = stage()
  const pacer = open()
  pacer.report('a', { usagePercent: 20 })
  pacer.report('a', { usagePercent: 100, blockedForMs: minute })
  assert.equal(await pacer.left('a'), 0)
  pass(minute)
  assert.equal(await pacer.left('a'), 0.8)
})

test('what one process hears of a nearly full account, the others know', async () => {
  const { open, pass } = stage()
  const [here, there] = [open(), open()]
  assert.equal(await there.left('a'), null)
  here.report('a', { usagePercent: 90 })
  pass(3_000)
  assert.equal(Math.round((await there.left('a'))! * 100), 10)
  there.report('a', { usagePercent: 30 })
  pass(3_000)
  assert.equal(await there.left('a'), 0.7, 'what it heard itself since is newer')
})
