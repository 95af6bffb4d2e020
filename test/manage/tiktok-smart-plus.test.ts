import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { tiktokFixture } from '../support/platforms/tiktok.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' })
const { usd, feedSet, setNamed, videoAd, launch, launched, sandboxAds } = await tiktokFixture(app)
const smartSet = setNamed('Smart+')
const choices = async () =>
  (
    await app.call<{ data: { value: string; campaignId: string; capacity: number; closed: string | null }[] }>(
      'GET',
      `/v1/adsets?accountId=${usd}`,
    )
  ).body.data
// What is looked at here takes no ads any more: it is of the first generation.
const { campaignId } = (await choices()).find(({ value }) => value === smartSet)!
const { campaignId: usualCampaign } = (await choices()).find(({ value }) => value === feedSet)!
const strange = (await choices()).find((each) => ![campaignId, usualCampaign].includes(each.campaignId))!
const automations = { [campaignId]: 'SMART_PLUS', [strange.campaignId]: 'SMART_MINUS' }
await app.control('POST', 'tiktok', { automations })

test('what takes no ads is marked and comes last; a kind that is not known is told with its name', async () => {
  const all = await choices()
  const firstClosed = all.findIndex(({ closed }) => closed !== null)
  assert.ok(all.slice(firstClosed).every(({ closed, capacity }) => closed !== null && capacity === 0))
  assert.match(all.find(({ value }) => value === smartSet)!.closed!, /first generation of Smart\+/)
  const { status, body } = await launch([videoAd({ adName: 'Strange', adSets: [strange.value] })])
  assert.equal(status, 422)
  assert.match(body.error!.details!.issues![0]!.message, /kind that is not known here \(SMART_MINUS\)/)
})

test('an ad set of a Smart+ campaign of the first generation is refused by name before anything is stored or written', async () => {
  await app.control('DELETE', 'calls?platform=tiktok')
  const ads = [videoAd({ adName: 'Plain' }), videoAd({ adName: 'Smart', adSets: [feedSet, smartSet] })]
  const { status, body } = await launch(ads)
  assert.equal(status, 422, JSON.stringify(body))
  const [issue, ...others] = body.error!.details!.issues!
  assert.equal(issue!.path, 'ads.1.adSets')
  assert.match(issue!.message, new RegExp(`${smartSet}.*Smart\\+.*no Smart\\+ ad set yet`))
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
