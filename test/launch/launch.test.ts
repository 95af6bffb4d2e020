import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
const fixture = await demoFixture(app)
const [usd, jpy] = fixture.accounts
const [setA, setB] = fixture.adSets[usd!.id]!

interface Launched {
  success: boolean
  message: string
  adBatchId: number
  adBatchSlug: string
  isAsync: boolean
  totalAds: number
}

interface SandboxAd {
  id: string
  name: string
  accountId: string
  adsetId: string
  creativeId: string
  status: string
}

const launch = (body: object, headers: Record<string, string> = {}) =>
  app.call<Launched>('POST', '/v1/launch', { body, headers })
const sandboxAds = async (prefix: string) =>
  (await app.control<{ ads: SandboxAd[] }>('GET', 'state?platform=meta')).ads.filter((ad) => ad.name.startsWith(prefix))

test('a launch that was taken says where it can be followed, also when it is repeated', async () => {
  const ask = () =>
    launch({ ads: [singleAd(app, fixture, { adName: 'Followed' })] }, { 'idempotency-key': 'follow me' })
  for (const reply of [await ask(), await ask()]) {
    assert.equal(reply.status, 202)
    const followed = await app.call<{ adBatchId: number }>('GET', reply.headers.get('location')!)
    assert.equal(followed.body.adBatchId, reply.body.adBatchId)
  }
})

test('a single image ad goes live and is reported with its id', async () => {
  const { status, body } = await launch({ ads: [singleAd(app, fixture, { adName: 'One', clientRef: 'ref-1' })] })
  assert.equal(status, 202)
  assert.equal(body.success, true)
  assert.equal(body.isAsync, true)
  assert.equal(body.totalAds, 1)
  assert.match(body.adBatchSlug, /^[a-z][a-z0-9]{9}$/)
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success')
  assert.equal(done.summaryStatus, 'success')
  assert.equal(done.rawStatus, 'Success')
  assert.equal(done.progress, 100)
  assert.deepEqual(done.failedAds, [])
  const [ad] = await sandboxAds('One')
  assert.equal(ad!.status, 'ACTIVE')
  assert.equal(ad!.adsetId, setA)
  const [shown] = done.ads!
  assert.equal(shown!.adId, ad!.id)
  assert.equal(shown!.creativeId, ad!.creativeId)
  assert.equal(shown!.clientRef, 'ref-1')
  const bySlug = await app.call<{ adBatchId: number }>('GET', `/v1/batch-status/${body.adBatchSlug}`)
  assert.equal(bySlug.body.adBatchId, body.adBatchId)
})

test('what the platform stored is what was asked', async () => {
  const { body } = await launch({
    ads: [singleAd(app, fixture, { adName: 'Exact', urlTags: 'utm_source=x', adDescription: 'Small print' })],
  })
  await app.finished(body.adBatchId)
  const [ad] = await sandboxAds('Exact')
  const { token, baseUrl } = await app.control<{ token: string; baseUrl: string }>('GET', 'state?platform=meta')
  const answer = await fetch(
    `${baseUrl}/v26.0/${ad!.creativeId}?fields=name,object_story_spec,url_tags&access_token=${token}`,
  )
  const creative = (await answer.json()) as {
    object_story_spec: { page_id: string; instagram_user_id: string; link_data: Record<string, unknown> }
    url_tags: string
  }
  const { link_data: link, ...story } = creative.object_story_spec
  assert.deepEqual(story, { page_id: fixture.page, instagram_user_id: fixture.secondary })
  assert.equal(link.link, 'https://example.com/sale')
  assert.equal(link.message, 'Everything must go.')
  assert.equal(link.name, 'Spring sale')
  assert.equal(link.description, 'Small print')
  assert.deepEqual(link.call_to_action, { type: 'SHOP_NOW', value: { link: 'https://example.com/sale' } })
  assert.match(String(link.image_hash), /^[0-9a-f]{32}$/)
  assert.equal(creative.url_tags, 'utm_source=x')
})

test('ad sets may stand on the ad or for all ads, as text or as objects, and an ad in two ad sets is two ads', async () => {
  const own = singleAd(app, fixture, { adName: 'Sets own', adSets: [{ value: setA, label: 'A' }] })
  const { adSets: _, ...shared } = singleAd(app, fixture, { adName: 'Sets shared' })
  const { body } = await launch({ ads: [own, shared], adSets: [setA, { value: setB, label: 'B' }, setB] })
  assert.equal(body.totalAds, 3)
  const done = await app.finished(body.adBatchId)
  assert.equal(done.successfulAds, 3)
  assert.deepEqual(
    (await sandboxAds('Sets own')).map((ad) => ad.adsetId),
    [setA],
  )
  const both = await sandboxAds('Sets shared')
  assert.deepEqual(both.map((ad) => ad.adsetId).sort(), [setA, setB].sort())
  assert.equal(new Set(both.map((ad) => ad.creativeId)).size, 1, 'one creative serves both ad sets')
})

test('launchPaused and status PAUSED make paused ads', async () => {
  const { body } = await launch({
    ads: [
      singleAd(app, fixture, { adName: 'Paused a', launchPaused: true }),
      singleAd(app, fixture, { adName: 'Paused b', status: 'PAUSED' }),
      singleAd(app, fixture, { adName: 'Paused not', status: 'ACTIVE' }),
    ],
  })
  await app.finished(body.adBatchId)
  const states = Object.fromEntries((await sandboxAds('Paused')).map((ad) => [ad.name, ad.status]))
  assert.deepEqual(states, { 'Paused a': 'PAUSED', 'Paused b': 'PAUSED', 'Paused not': 'ACTIVE' })
})

test('one ad without a list is understood, and names of other tools that can mean one thing alone', async () => {
  const { adSets, media, title, cta, ...rest } = singleAd(app, fixture, { adName: 'Flat' })
  const [adSet] = adSets as (string | { value: string })[]
  const adSetId = typeof adSet === 'object' ? adSet.value : adSet
  const imageUrl = (media as { url: string }[])[0]!.url
  const ad = { ...rest, adSetId, imageUrl, headline: title, call_to_action: cta }
  const one = await launch({ ...ad, name: 'From elsewhere' })
  assert.equal(one.headers.get('x-ignored-fields'), null)
  const stored = await app.call<{ name: string; ads: { adName: string }[]; request: { ads: object[] } }>(
    ...(['GET', `/v1/batches/${one.body.adBatchId}`] as const),
  )
  assert.deepEqual([stored.body.name, stored.body.ads[0]?.adName], ['From elsewhere', 'Flat'])
  const checked = await app.call<{ valid: boolean }>('POST', '/v1/launch/validate', {
    body: { ads: [{ ...rest, title, cta, adSets: adSetId, media: imageUrl }] },
  })
  assert.equal(checked.body.valid, true, JSON.stringify(checked.body))
  const unsure = await app.call<{ valid: boolean }>('POST', '/v1/launch/validate', {
    body: { ads: [{ ...ad, videoUrl: `${imageUrl}?film` }] },
  })
  assert.equal(unsure.body.valid, false)
  assert.match(JSON.stringify(unsure.body), /"path":"ads\.0\.media"/)
  assert.match(unsure.headers.get('x-ignored-fields') ?? '', /imageUrl.*videoUrl/)
})

test('the older creativeState wrapper is understood around the body and around each ad', async () => {
  const around = await launch({ creativeState: { ads: [singleAd(app, fixture, { adName: 'Old around' })] } })
  assert.equal(around.status, 202)
  const { adAccountId, ...rest } = singleAd(app, fixture, { adName: 'Old inside' })
  const inside = await launch({ ads: [{ adAccountId, creativeState: rest }] })
  assert.equal(inside.status, 202)
  await app.finished(around.body.adBatchId)
  await app.finished(inside.body.adBatchId)
  assert.equal((await sandboxAds('Old ')).length, 2)
})

test('snake_case, brand words and leftovers are accepted', async () => {
  const ad = singleAd(app, fixture)
  const { status, body } = await launch({
    ads: [
      {
        ad_name: 'Snake',
        business_id: ad.adAccountId,
        ad_sets: [setA],
        page: ad.page,
        instagram: ad.secondary,
        title: 'T',
        link: ad.link,
        cta: 'LEARN_MORE',
        launch_paused: true,
        media: ad.media,
        leftover: { anything: [1, 2] },
      },
    ],
  })
  assert.equal(status, 202, JSON.stringify(body))
  await app.finished(body.adBatchId)
  const [made] = await sandboxAds('Snake')
  assert.equal(made!.status, 'PAUSED')
})

test('one bad ad does not stop the others, and its failure says what the platform said', async () => {
  const { body } = await launch({
    ads: [
      singleAd(app, fixture, { adName: 'Mixed good' }),
      singleAd(app, fixture, { adName: 'Mixed page', page: '999', clientRef: 'bad-page' }),
      singleAd(app, fixture, { adName: 'Mixed media', media: [{ url: `${app.sandboxUrl}/_assets/none.png` }] }),
      singleAd(app, fixture, { adName: 'Mixed set', adSets: ['120999999999999999'] }),
    ],
  })
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'error')
  assert.equal(done.summaryStatus, 'error')
  assert.equal(done.rawStatus, 'Partial')
  assert.equal(done.successfulAds, 1)
  assert.equal(done.progress, 100)
  const failed = Object.fromEntries(done.failedAds.map((each) => [String(each.adName), each]))
  assert.equal(failed['Mixed page']!.platformCode, 100)
  assert.equal(failed['Mixed page']!.platformSubcode, 1487202)
  assert.equal(failed['Mixed page']!.clientRef, 'bad-page')
  assert.equal(failed['Mixed page']!.step, 'creative')
  assert.equal(typeof failed['Mixed page']!.traceId, 'string')
  assert.equal(typeof failed['Mixed page']!.hint, 'string')
  assert.equal(failed['Mixed media']!.code, 'URL_NOT_ACCESSIBLE')
  assert.equal(failed['Mixed media']!.field, 'media.0.url')
  assert.equal(failed['Mixed set']!.step, 'ad')
  assert.deepEqual(
    (await sandboxAds('Mixed')).map((ad) => ad.name),
    ['Mixed good'],
  )
})

test('ads of two accounts run side by side, and the same image is uploaded once per account', async () => {
  await app.control('DELETE', 'calls?platform=meta')
  const url = `${app.sandboxUrl}/_assets/landscape.png?v=77`
  const ads = [usd!, jpy!].flatMap((account) =>
    Array.from({ length: 6 }, (_, n) =>
      singleAd(app, fixture, {
        adName: `Side ${account.currency} ${n}`,
        adAccountId: account.id,
        adSets: [fixture.adSets[account.id]![0]],
        media: [{ url }],
      }),
    ),
  )
  const { body } = await launch({ ads })
  const done = await app.finished(body.adBatchId)
  assert.equal(done.successfulAds, 12, JSON.stringify(done.failedAds))
  const { calls } = await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls?platform=meta')
  const uploads = calls.filter((call) => call.method === 'POST' && call.path.includes('adimages'))
  assert.equal(uploads.length, 2)
  assert.equal((await sandboxAds('Side')).length, 12)
})

test('defaults fill in what an ad leaves out', async () => {
  const patched = await app.call<{ page: string; link: string }>('PATCH', '/v1/launch-defaults', {
    body: {
      accountId: usd!.id,
      page: fixture.page,
      secondary: fixture.secondary,
      link: 'https://example.com/default',
      utmTags: 'utm_medium=paid',
    },
  })
  assert.equal(patched.body.page, fixture.page)
  const { page: _p, secondary: _s, link: _l, ...rest } = singleAd(app, fixture, { adName: 'Defaults' })
  const { status, body } = await launch({ ads: [rest] })
  assert.equal(status, 202, JSON.stringify(body))
  assert.equal((await app.finished(body.adBatchId)).status, 'success')
  const removed = await app.call<{ link: string | null }>('PATCH', '/v1/launch-defaults', {
    body: { accountId: usd!.id, page: null, secondary: null, link: null, utmTags: null },
  })
  assert.equal(removed.body.link, null)
  assert.equal((await launch({ ads: [rest] })).status, 422)
})

test('who speaks comes from the defaults on every platform, and each takes its own', async () => {
  const { body: listed } = await app.call<{ data: { id: string; platform: string }[] }>(
    ...(['GET', '/v1/adaccounts?limit=100'] as const),
  )
  const shortVideo = listed.data.find(({ platform }) => platform === 'tiktok')!.id
  const speakers = { identityId: '7', boardId: '8', profileId: '9', organizationId: '10' }
  const { body: set } = await app.call<Record<string, unknown>>('PATCH', '/v1/launch-defaults', { body: speakers })
  for (const [name, id] of Object.entries(speakers)) assert.equal(set[name], id)
  const validate = async (ad: object) =>
    JSON.stringify((await app.call('POST', '/v1/launch/validate', { body: { ads: [ad], depth: 'rules' } })).body)
  const ad = { adName: 'Defaults', adSets: ['1'], description: 'T', link: 'https://example.com', media: [] }
  const named = /"path":"ads\.0\.(?:identityId|boardId|profileId|organizationId)"/
  assert.doesNotMatch(await validate({ ...ad, adAccountId: shortVideo }), named)
  assert.doesNotMatch(await validate(singleAd(app, fixture)), named)
  const none = Object.fromEntries(Object.keys(speakers).map((name) => [name, null]))
  await app.call('PATCH', '/v1/launch-defaults', { body: none })
  assert.match(await validate({ ...ad, adAccountId: shortVideo }), /"path":"ads\.0\.identityId"/)
})

test('validate says of every ad what is wrong with it and stores nothing', async () => {
  const before = (await app.call<{ pagination: { total: number } }>('GET', '/v1/batches')).body.pagination.total
  const { status, body } = await app.call<{
    valid: boolean
    depth: string
    ads: { valid: boolean; issues: { path: string }[]; plannedCalls: number; plannedAds: number }[]
  }>('POST', '/v1/launch/validate', {
    body: { ads: [singleAd(app, fixture, { adSets: [setA, setB] }), singleAd(app, fixture, { cta: 'NOPE' })] },
  })
  assert.equal(status, 200)
  assert.equal(body.valid, false)
  assert.equal(body.depth, 'platform')
  assert.deepEqual(
    body.ads.map((ad) => ad.valid),
    [true, false],
  )
  assert.equal(body.ads[0]!.plannedAds, 2)
  assert.equal(body.ads[0]!.plannedCalls, 4)
  assert.equal(body.ads[1]!.issues[0]!.path, 'ads.1.cta')
  assert.equal((await app.call<{ pagination: { total: number } }>('GET', '/v1/batches')).body.pagination.total, before)
})

test('a dry run changes nothing and says how deep it looked', async () => {
  const before = (await app.call<{ pagination: { total: number } }>('GET', '/v1/batches')).body.pagination.total
  const { status, body } = await launch({ dryRun: true, ads: [singleAd(app, fixture)] })
  assert.equal(status, 200)
  assert.equal((body as unknown as { depth: string }).depth, 'rules')
  assert.equal(body.totalAds, 1)
  assert.equal((await app.call<{ pagination: { total: number } }>('GET', '/v1/batches')).body.pagination.total, before)
})

test('the list of batches is newest first, filtered and paged; one batch shows its request and its timeline', async () => {
  const { body: list } = await app.call<{
    data: { adBatchId: number; status: string; failedAds: number; createdBy: string }[]
    pagination: object
  }>('GET', '/v1/batches?limit=2')
  assert.equal(list.data.length, 2)
  assert.ok(list.data[0]!.adBatchId > list.data[1]!.adBatchId)
  assert.equal(list.data[0]!.createdBy, 'Demo key')
  const { body: failed } = await app.call<{ data: { status: string }[] }>(
    'GET',
    `/v1/batches?status=error&platform=meta&accountId=${usd!.id}`,
  )
  assert.ok(failed.data.length >= 1)
  assert.ok(failed.data.every((batch) => batch.status === 'error'))
  assert.equal((await app.call<{ data: object[] }>('GET', '/v1/batches?to=2020-01-01')).body.data.length, 0)
  const { body: one } = await app.call<{ request: { ads: object[] }; ads: object[]; events: { kind: string }[] }>(
    'GET',
    `/v1/batches/${list.data[0]!.adBatchId}`,
  )
  assert.ok(one.request.ads.length > 0)
  assert.ok(one.ads.length > 0)
  assert.equal(one.events[0]!.kind, 'queued')
  assert.equal(one.events.at(-1)!.kind, 'batch.finished')
})
