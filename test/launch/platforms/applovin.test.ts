import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawSampleImage } from '../../../sandbox/core/media/sample-image.ts'
import { appAd, appCalls, appFixture, appSets, filmAndPicture, readPlatform } from '../../support/applovin/applovin.ts'
import { startTestApp } from '../../support/harness.ts'

const app = await startTestApp()
const fixture = await appFixture(app)
await app.control('POST', 'applovin', { assetSeconds: 0.2 })
const [first, second] = fixture.campaigns[fixture.games] as [string, string]
const [site] = (await readPlatform(app, fixture.shop, 'campaign/list')).filter(({ type }) => type === 'WEB')

interface Started {
  adBatchId: number
  warnings?: { path: string; message: string }[]
  error?: { details?: { issues?: { path: string; message: string }[] } }
}

const launch = (...ads: object[]) => app.call<Started>('POST', '/v1/launch', { body: { ads } })
const launched = async (...ads: object[]) => app.finished((await launch(...ads)).body.adBatchId)
const setNamed = async (accountId: string, name: string) =>
  (await readPlatform(app, accountId, 'creative_set/list')).filter((set) => set.name === name)
const picture = (version: number) => ({ url: `${app.sandboxUrl}/_assets/vertical.png?v=${version}` })
const film = (version: number) => ({ url: `${app.sandboxUrl}/_assets/vertical.mp4?v=${version}` })

async function upload(name: string, width: number, height: number): Promise<{ url: string }> {
  const form = new FormData()
  const bytes = await drawSampleImage(width, height, 7)
  form.append('file', new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
  const { status, body } = await app.call<{ url: string }>('POST', '/upload', { body: form })
  assert.ok(status < 300, JSON.stringify(body))
  return { url: body.url }
}

test('an ad becomes a creative set of its name in each campaign, and its files are sent once', async () => {
  const done = await launched(appAd(app, fixture, { adName: 'Two campaigns', adSets: [first, second] }))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const sets = await setNamed(fixture.games, 'Two campaigns')
  assert.deepEqual(
    sets.map(({ campaign_id, status, version, type }) => [campaign_id, status, version, type]).sort(),
    [first, second].map((id) => [id, 'LIVE', 'V2', 'APP']).sort(),
  )
  const [one, other] = sets.map(({ assets }) => (assets as { id: string }[]).map(({ id }) => id))
  assert.deepEqual(one, other)
  const calls = await appCalls(app)
  assert.equal(calls.filter(({ path }) => path.includes('/asset/upload?')).length, 2)
})

test('the next launch of the same files sends none of them again', async () => {
  await app.control('DELETE', 'calls?platform=applovin')
  const done = await launched(appAd(app, fixture, { adName: 'Again', launchPaused: true }))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  assert.equal((await setNamed(fixture.games, 'Again'))[0]!.status, 'PAUSED')
  assert.deepEqual(
    (await appCalls(app)).filter(({ path }) => path.includes('/asset/upload?')),
    [],
  )
})

test('a set of a website says where a click leads, with its tags', async () => {
  const web = {
    adAccountId: fixture.shop,
    adSets: [site!.id],
    link: 'https://shop.example/sale',
    urlTags: 'utm_source=axon',
  }
  const done = await launched(appAd(app, fixture, { adName: 'Website', ...web }))
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [set] = await setNamed(fixture.shop, 'Website')
  assert.equal(set!.creative_set_url, 'https://shop.example/sale?utm_source=axon')
})

test('ten files are one ad, and banners go alone', async () => {
  const many = [film(1), film(2), ...[1, 2, 3, 4, 5, 6, 7, 8].map(picture)]
  const banner = await upload('banner.png', 320, 50)
  const done = await launched(
    appAd(app, fixture, { adName: 'Ten files', media: many }),
    appAd(app, fixture, { adName: 'Banner', media: [banner] }),
  )
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const [set] = await setNamed(fixture.games, 'Ten files')
  assert.equal((set!.assets as object[]).length, 10)
})

/** What is wrong with an ad, and where it is said. */
const refusals: [what: string, more: Record<string, unknown>, path: string][] = [
  ['eleven files', { media: [film(1), ...Array.from({ length: 10 }, (_, n) => picture(n))] }, 'ads.0.media'],
  ['another kind of ad', { type: 'carousel' }, 'ads.0.type'],
  ['a link that leads nowhere', { link: 'javascript:alert(1)' }, 'ads.0.link'],
  ['a name that is too long', { adName: 'x'.repeat(256) }, 'ads.0.adName'],
]

for (const [what, more, path] of refusals)
  test(`${what}: refused before anything is stored`, async () => {
    const { status, body } = await launch(appAd(app, fixture, more))
    assert.equal(status, 422, JSON.stringify(body))
    assert.ok(
      body.error!.details!.issues!.some((issue) => issue.path === path),
      JSON.stringify(body.error),
    )
  })

test('files that do not go together fail in plain words, before any of them is sent', async () => {
  const banner = await upload('wide.png', 728, 90)
  await app.control('DELETE', 'calls?platform=applovin')
  const web = { adAccountId: fixture.shop, adSets: [site!.id] }
  const done = await launched(
    appAd(app, fixture, { adName: 'Film alone', media: [film(1)] }),
    appAd(app, fixture, { adName: 'Picture alone', media: [picture(1)] }),
    appAd(app, fixture, { adName: 'Film and banner', media: [film(1), banner] }),
    appAd(app, fixture, { adName: 'Banner on a website', media: [banner], ...web }),
    appAd(app, fixture, { adName: 'Twice', media: [film(1), picture(1), picture(1)] }),
    appAd(app, fixture, { adName: 'Nowhere', adSets: ['123'] }),
  )
  assert.equal(done.status, 'error')
  const messages = new Map(done.failedAds.map((ad) => [ad.adName, String(ad.message)]))
  assert.match(
    messages.get('Film alone')!,
    /app takes banners alone, or at least one video together.*these are 1 video/,
  )
  assert.match(messages.get('Picture alone')!, /these are 1 full-screen picture/)
  assert.match(messages.get('Film and banner')!, /these are 1 video, 1 banner/)
  assert.match(messages.get('Banner on a website')!, /website takes at least one video/)
  assert.match(messages.get('Twice')!, /same file/)
  assert.match(messages.get('Nowhere')!, /no campaign 123/)
  assert.deepEqual(
    (await appCalls(app)).filter(({ method }) => method === 'POST'),
    [],
  )
})

test('a file that the platform turns down, or rejects in its review, is told with its reason', async () => {
  await app.control('POST', 'applovin', { failAssets: true })
  const failed = await launched(appAd(app, fixture, { adName: 'Failed', media: filmAndPicture(app, 41) }))
  await app.control('POST', 'applovin', { failAssets: false, rejectAssets: true })
  assert.match(String(failed.failedAds[0]!.message), /turned the file down: The file can not be processed/)
  const rejected = await launched(appAd(app, fixture, { adName: 'Rejected', media: filmAndPicture(app, 42) }))
  await app.control('POST', 'applovin', { rejectAssets: false })
  assert.match(String(rejected.failedAds[0]!.message), /asset status: rejected/)
  const ad = appAd(app, fixture, { adName: 'Rejected', media: filmAndPicture(app, 42) })
  const known = await launched(ad)
  assert.match(String(known.failedAds[0]!.message), /has rejected the file \(MISLEADING_CONTENT\)/)
  await launched(ad)
  const again = await launched(ad)
  assert.equal(again.status, 'success', JSON.stringify(again.failedAds))
  assert.equal((await appSets(app, 'Rejected')).length, 1)
})
