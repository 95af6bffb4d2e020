import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appAd, appCalls, appFixture, filmAndPicture } from '../../support/applovin/applovin.ts'
import type { AppFixture } from '../../support/applovin/applovin.ts'
import { startTestApp } from '../../support/harness.ts'
import { workOff } from '../../support/launch/own-worker.ts'

/** A call too many costs ten minutes here, and errors cost a day: what is left alone, and when. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db } = app.app.services
const fixture = await appFixture(app)
await app.control('POST', 'applovin', { assetSeconds: 0 })

async function launchAndDrain(on: AppFixture, count: number, adName: string): Promise<Record<string, number>> {
  const ads = Array.from({ length: count }, (_, n) =>
    appAd(app, on, { adName: `${adName} ${n}`, media: filmAndPicture(app) }),
  )
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  await workOff(app)
  const items = await db.selectFrom('batch_items').select('state').where('batch_id', '=', body.adBatchId).execute()
  const states = Map.groupBy(items, ({ state }) => state)
  return Object.fromEntries([...states].map(([state, some]) => [state, some.length]))
}

const fault = (kind: string, more: object) =>
  app.control('POST', 'faults', {
    ...{ platform: 'applovin', match: { method: 'POST', path: '/creative_set/create' }, fault: kind },
    ...more,
  })
const writes = async () => (await appCalls(app)).filter(({ method }) => method === 'POST')

test('after 20 refusals within minutes the account is left alone: the platform would shut it for a day', async () => {
  await fault('platform-error', { code: 100_001, times: 0 })
  const states = await launchAndDrain(fixture, 40, 'Refused')
  await app.control('DELETE', 'faults')
  assert.ok(states.failed! >= 20 && states.failed! <= 24, JSON.stringify(states))
  assert.equal(states.waiting, 40 - states.failed!)
  const { errors } = await app.control<{ errors: number }>('GET', `applovin/errors?accountId=${fixture.games}`)
  assert.ok(errors <= 24, `${errors} errors`)
  await app.control('DELETE', 'calls?platform=applovin')
  assert.deepEqual(await launchAndDrain(fixture, 1, 'Later'), { waiting: 1 })
  assert.deepEqual(await writes(), [])
})

test('a throttle stops everything that is launched into the account after it', async () => {
  const { body } = await app.call<{ data: { value: string; label: string }[] }>(
    'GET',
    `/v1/adsets?accountId=${fixture.shop}&search=app`,
  )
  const shop = { ...fixture, games: fixture.shop, campaigns: { [fixture.shop]: [body.data[0]!.value] } }
  await fault('throttle', { seconds: 600, times: 1 })
  assert.deepEqual(await launchAndDrain(shop, 1, 'Throttled'), { waiting: 1 })
  await app.control('DELETE', 'calls?platform=applovin')
  assert.deepEqual(await launchAndDrain(shop, 1, 'Not yet'), { waiting: 1 })
  assert.deepEqual(await writes(), [])
})
