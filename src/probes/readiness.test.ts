import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPulse } from './pulse.ts'
import { createReadiness } from './readiness.ts'

const well = {
  refuses: () => null,
  database: async () => undefined,
  storage: async () => undefined,
  standsStill: () => false,
}

test('a process is ready from the end of its start to the beginning of its stop', async () => {
  const readiness = createReadiness()
  assert.equal(await readiness.problem(), 'starting')
  readiness.started(well)
  assert.equal(await readiness.problem(), null)
  readiness.stopping()
  assert.equal(await readiness.problem(), 'stopping')
})

test('what is wrong is said in the order in which it explains the rest', async () => {
  const fails = () => Promise.reject(new Error('secret.example.com refused'))
  const said = async (own: Partial<typeof well> | { refuses: () => string }) => {
    const readiness = createReadiness()
    readiness.started({ ...well, ...own })
    return readiness.problem()
  }
  assert.equal(await said({ standsStill: () => true }), 'work stands still')
  assert.equal(await said({ standsStill: () => true, storage: fails }), 'storage')
  assert.equal(await said({ standsStill: () => true, storage: fails, database: fails }), 'database')
  assert.equal(await said({ database: fails, refuses: () => 'schema is newer' }), 'schema is newer')
})

test('however many ask, parts are looked at twice a second, and one that says nothing is not waited for', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 0
  let looks = 0
  const readiness = createReadiness(() => now)
  readiness.started({ ...well, database: () => (looks++, new Promise<never>(() => undefined)) })
  const asked = Array.from({ length: 500 }, () => readiness.problem())
  t.mock.timers.tick(2_000)
  assert.deepEqual(new Set(await Promise.all(asked)), new Set(['database']))
  assert.equal(looks, 1)
  now += 500
  void readiness.problem()
  assert.equal(looks, 2)
})

test('a loop that no longer comes round, and a step that does not end, stand still; what was stopped does not', async () => {
  let now = 0
  const pulse = createPulse(() => now)
  const loop = pulse.loop()
  now = 8_000
  assert.equal(pulse.standsStill(), false)
  now = 8_001
  assert.equal(pulse.standsStill(), true)
  loop.turned()
  assert.equal(pulse.standsStill(), false)
  const { promise, resolve } = Promise.withResolvers<string>()
  const step = pulse.step(promise)
  loop.ended()
  loop.turned()
  now += 9_000
  assert.equal(pulse.standsStill(), true)
  resolve('done')
  assert.equal(await step, 'done')
  assert.equal(pulse.standsStill(), false)
})
