import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'
import { tiktokFixture } from '../../../../test/support/platforms/tiktok.ts'
import { addDays } from '../../../days.ts'

interface Material {
  materialId: string
  type: string
  name: string | null
  adMaterialId: string | null
  entityId: string | null
  day: string | null
  spend: number
  impressions: number
}

interface Refusal {
  error: { details?: { issues?: { path: string }[] } }
}

interface Materials {
  data: Material[]
  metadata: { currency: string; startDate: string }
}

const app = await startTestApp()
const { usd, identityOf, setNamed, videoAd, launched, sandboxAds } = await tiktokFixture(app)
const adSets = [setNamed('Smart+')]
const identityId = identityOf('BC_AUTH_TT')
const { data: posts } = (
  await app.call<{ data: { postId: string; type: string }[] }>(
    'GET',
    `/v1/tiktok/posts?accountId=${usd}&identityId=${identityId}`,
  )
).body
const { postId: sparkPostId } = posts.find(({ type }) => type === 'VIDEO')!
const { media: _media, description: _text, ...plain } = videoAd({ adSets })
const done = await launched([
  videoAd({ adName: 'One', adSets }),
  videoAd({ adName: 'Other', adSets }),
  videoAd({ adName: 'Picture', adSets, media: [{ url: `${app.sandboxUrl}/_assets/square.png` }] }),
  { ...plain, adName: 'Post', identityId, sparkPostId },
  videoAd({ adName: 'By hand' }),
])
assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
const today = new Date().toISOString().slice(0, 10)
await app.control('POST', 'clock', { offsetSeconds: 3 * 86_400 })
const days = `startDate=${addDays(today, 1)}&endDate=${addDays(today, 2)}`
const path = `/v1/tiktok/materials?accountId=${usd}`
const ask = async (query: string) => {
  const { status, body } = await app.call<Materials>('GET', `${path}&${days}&${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const refused = async (query: string) => {
  const { status, body } = await app.call<Refusal>('GET', `${path}&${query}`)
  return { status, fields: (body.error.details?.issues ?? []).map((issue) => issue.path) }
}
const cents = (rows: Material[]) => rows.reduce((sum, { spend }) => sum + Math.round(spend * 100), 0)
const idOf = async (name: string) => (await sandboxAds(name))[0]!.id

test('every material of Smart+ ads is told with what it is, and materials add up to the ad', async () => {
  const { data, metadata } = await ask('level=ad')
  assert.equal(metadata.currency, 'USD')
  assert.equal(data.length, 4, 'ads that people run are not among them')
  assert.deepEqual(
    data.map(({ spend }) => spend),
    data.map(({ spend }) => spend).toSorted((one, other) => other - one),
  )
  const one = data.find(({ entityId }) => entityId === done.ads!.find(({ adName }) => adName === 'One')!.adId)!
  assert.match(one.name!, /^flightdeck-/)
  assert.match(one.adMaterialId!, /^\d+$/)
  assert.deepEqual(data.map(({ type }) => type).toSorted(), [
    'CAROUSEL_NON_SPARK_ADS',
    'VIDEO_NON_SPARK_ADS',
    'VIDEO_NON_SPARK_ADS',
    'VIDEO_SPARK_ADS',
  ])
  assert.equal(data.find(({ type }) => type === 'VIDEO_SPARK_ADS')!.materialId, sparkPostId)
  const { body } = await app.call<{ data: { id: string; spend: number }[] }>(
    'GET',
    `/v1/manage/campaigns?accountId=${usd}&${days}`,
  )
  const { data: inCampaigns } = await ask('level=campaign')
  const campaign = body.data.find(({ id }) => id === inCampaigns[0]!.entityId)!
  assert.equal(cents(data), Math.round(campaign.spend * 100))
})

test('a video that two ads show is one material of their campaign, and of each day', async () => {
  const { data: ads } = await ask('level=ad')
  const video = ads.find(({ type }) => type === 'VIDEO_NON_SPARK_ADS')!.materialId
  const spentOn = (rows: Material[]) => cents(rows.filter(({ materialId }) => materialId === video))
  const { data: whole } = await ask('level=CAMPAIGN')
  assert.equal(whole.filter(({ materialId }) => materialId === video).length, 1)
  assert.equal(spentOn(whole), spentOn(ads))
  const { data: daily } = await ask('granularity=daily')
  const own = daily.filter(({ materialId }) => materialId === video)
  assert.deepEqual(
    own.map(({ day, entityId }) => [day, entityId]),
    [addDays(today, 1), addDays(today, 2)].map((day) => [day, null]),
  )
  assert.equal(cents(own), spentOn(ads))
  const some = `entityIds=${await idOf('One')},${await idOf('Post')}`
  assert.equal((await ask(some)).data.length, 2)
  assert.ok(cents((await ask(`${some}&granularity=DAILY`)).data) < cents(daily))
})

test('what each text and each button did adds up to the ads that have one; a post has no text', async () => {
  const { data: media } = await ask('level=campaign')
  for (const kind of ['text', 'button']) {
    const { data } = await ask(`level=campaign&kind=${kind}`)
    const having = cents(kind === 'text' ? media.filter(({ type }) => type !== 'VIDEO_SPARK_ADS') : media)
    assert.ok(data.length > 0, kind)
    for (const { materialId, type, name, adMaterialId } of data) {
      assert.match(materialId, /^\d+$/)
      assert.match(type, kind === 'text' ? /text/ : /call_to_action/)
      assert.deepEqual([name, adMaterialId], [null, null])
    }
    assert.equal(cents(data), having, kind)
    const { data: daily } = await ask(`kind=${kind}&granularity=daily`)
    assert.equal(cents(daily), having, kind)
  }
})

test('what cannot be asked is refused with the field it is about', async () => {
  assert.deepEqual(await refused('level=account&entityIds=1'), { status: 422, fields: ['entityIds'] })
  assert.deepEqual(await refused('entityIds=x'), { status: 422, fields: ['entityIds'] })
  assert.deepEqual(await refused('entityIds='), { status: 400, fields: ['entityIds'] })
  assert.deepEqual(await refused('startDate=2025-01-01&endDate=2026-02-01'), { status: 422, fields: ['endDate'] })
  assert.deepEqual(await refused('kind=sound'), { status: 400, fields: ['kind'] })
  assert.deepEqual(await refused('level=creative'), { status: 400, fields: ['level'] })
  const { data } = (await app.call<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary')).body
  const { status } = await app.call('GET', `/v1/tiktok/materials?accountId=${data[0]!.id}`)
  assert.equal(status, 501)
})
