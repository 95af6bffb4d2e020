import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { tiktokFixture } from '../support/platforms/tiktok.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const { feedSet, setNamed, videoAd, launch, launched, sandboxAds } = await tiktokFixture(app)
const smartSet = setNamed('Smart+')

test('an ad set of a Smart+ campaign is refused by name before anything is stored or written', async () => {
  await app.control('DELETE', 'calls?platform=tiktok')
  const ads = [videoAd({ adName: 'Plain' }), videoAd({ adName: 'Smart', adSets: [feedSet, smartSet] })]
  const { status, body } = await launch(ads)
  assert.equal(status, 422, JSON.stringify(body))
  const [issue, ...others] = body.error!.details!.issues!
  assert.equal(issue!.path, 'ads.1.adSets')
  assert.match(issue!.message, new RegExp(`${smartSet}.*Smart\\+.*manual campaign`))
  assert.deepEqual(others, [])
  const judged = await app.call<{ valid: boolean }>('POST', '/v1/launch/validate', { body: { ads } })
  assert.equal(judged.body.valid, false)
  const { calls } = await app.control<{ calls: { method: string }[] }>('GET', 'calls?platform=tiktok')
  assert.ok(calls.every(({ method }) => method === 'GET'))
  const batches = await app.call<{ pagination: { total: number } }>('GET', '/v1/batches')
  assert.equal(batches.body.pagination.total, 0)
})

test('where the platform could not be asked in time, the ad fails alone with the same words', async () => {
  await app.control('POST', 'faults', {
    platform: 'tiktok',
    match: { path: '/adgroup/get/' },
    fault: 'status',
    status: 200,
    body: { code: 50000, message: 'System error', data: {} },
    times: 1,
  })
  const done = await launched([
    videoAd({ adName: 'Late plain' }),
    videoAd({ adName: 'Late smart', adSets: [smartSet] }),
  ])
  assert.equal(done.successfulAds, 1)
  assert.equal(done.failedAds[0]!.field, 'adSets')
  assert.match(String(done.failedAds[0]!.message), /Smart\+/)
  assert.deepEqual(
    (await sandboxAds('Late')).map(({ name }) => name),
    ['Late plain'],
  )
})
