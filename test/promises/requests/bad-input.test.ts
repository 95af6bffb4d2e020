import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'

const app = await startTestApp()
const fixture = await demoFixture(app)

interface Refusal {
  success: boolean
  message: string
  error: { code: string; details?: { issues?: { path: string; message: string }[]; moreIssues?: number } }
}

const launch = (body: unknown, headers: Record<string, string> = {}) =>
  app.call<Refusal>('POST', '/v1/launch', { body, headers })
const paths = (refusal: Refusal) => (refusal.error.details?.issues ?? []).map((issue) => issue.path)
const storedBatches = async () =>
  (await app.call<{ pagination: { total: number } }>('GET', '/v1/batches')).body.pagination.total
const storedAds = async () =>
  (await app.control<{ counts: { ads: number; creatives: number } }>('GET', 'state?platform=meta')).counts

const adsBefore = await storedAds()

async function assertNothingStored(): Promise<void> {
  assert.equal(await storedBatches(), 0)
  assert.deepEqual(await storedAds(), adsBefore)
}

const malformed: [string, unknown, string][] = [
  ['broken JSON', '{"ads": [', ''],
  ['an empty body', '', 'ads'],
  ['a list instead of an object', [], ''],
  ['text instead of an object', '"ads"', ''],
  ['null', 'null', ''],
  ['no ads', { ads: [] }, 'ads'],
  ['ads of the wrong type', { ads: 'all of them' }, 'ads'],
  ['an ad that is a number', { ads: [7] }, 'ads.0'],
  ['a name that is a number', { ads: [{ ...singleAd(app, fixture), adName: 7 }] }, 'ads.0.adName'],
  ['an empty name', { ads: [{ ...singleAd(app, fixture), adName: ' ' }] }, 'ads.0.adName'],
  ['an unknown type', { ads: [{ ...singleAd(app, fixture), type: 'hologram' }] }, 'ads.0.type'],
  ['media that are no list', { ads: [{ ...singleAd(app, fixture), media: {} }] }, 'ads.0.media'],
  ['an id that is no whole number', { ads: [{ ...singleAd(app, fixture), page: 1.5 }] }, 'ads.0.page'],
  ['an id below zero', '{"ads":[{"adName":"x","adAccountId":-12345678901234567890}]}', 'ads.0.adAccountId'],
  [
    'a number beyond all bounds',
    '{"ads":[{"media":[{"carouselIndex":12345678901234567890}]}]}',
    'ads.0.media.0.carouselIndex',
  ],
]

for (const [what, body, path] of malformed) {
  test(`a launch with ${what} is 400 and stores nothing`, async () => {
    const reply = await launch(body)
    assert.equal(reply.status, 400, JSON.stringify(reply.body))
    assert.equal(reply.body.error.code, 'bad_request')
    assert.equal(reply.body.message, (reply.body.error as unknown as { message: string }).message)
    if (path) assert.ok(paths(reply.body).includes(path), `${path} not in ${paths(reply.body).join(', ')}`)
    await assertNothingStored()
  })
}

const rules: [string, () => Record<string, unknown>, string][] = [
  ['an account the company does not have', () => ({ adAccountId: 'act_1' }), 'ads.0.adAccountId'],
  ['no ad sets', () => ({ adSets: [] }), 'ads.0.adSets'],
  ['no media', () => ({ media: [] }), 'ads.0.media'],
  ['a media item without an address', () => ({ media: [{}] }), 'ads.0.media.0.url'],
  ['a media address that is a file', () => ({ media: [{ url: 'file:///etc/passwd' }] }), 'ads.0.media.0.url'],
  ['a link that is no address', () => ({ link: 'javascript:alert(1)' }), 'ads.0.link'],
  ['an unknown platform', () => ({ adAccountType: 'myspace' }), 'ads.0.adAccountType'],
  ['a platform that the account is not on', () => ({ adAccountType: 'tiktok' }), 'ads.0.adAccountType'],
  ['an unknown call to action', () => ({ cta: 'CLICK_HARDER' }), 'ads.0.cta'],
  ['no page and no default for it', () => ({ page: undefined }), 'ads.0.page'],
  ['no secondary profile and no default for it', () => ({ secondary: undefined }), 'ads.0.secondary'],
]

for (const [what, change, path] of rules) {
  test(`a launch with ${what} is 422, names ${path}, and stores nothing`, async () => {
    const reply = await launch({ ads: [{ ...singleAd(app, fixture), ...change() }] })
    assert.equal(reply.status, 422, JSON.stringify(reply.body))
    assert.equal(reply.body.error.code, 'unprocessable_entity')
    assert.ok(paths(reply.body).includes(path), `${path} not in ${paths(reply.body).join(', ')}`)
    await assertNothingStored()
  })
}

test('a missing field is told from one of the wrong type', async () => {
  const { adName: _n, adAccountId: _a, ...rest } = singleAd(app, fixture)
  const reply = await launch({ ads: [rest, { ...singleAd(app, fixture), adName: 7, adAccountId: {} }] })
  const said = Object.fromEntries((reply.body.error.details?.issues ?? []).map((issue) => [issue.path, issue.message]))
  assert.equal(said['ads.0.adName'], 'is required')
  assert.equal(said['ads.0.adAccountId'], 'is required')
  assert.equal(said['ads.1.adName'], 'must be text')
  assert.notEqual(said['ads.1.adAccountId'], 'is required')
})

test('a field that nobody reads is named in a header, also where the call is refused', async () => {
  const ignored = ({ headers }: { headers: Headers }) => headers.get('x-ignored-fields')
  const { adName: name, ...rest } = singleAd(app, fixture)
  const refused = await launch({ dryrun: true, ads: [{ ...rest, adNam: name }] })
  assert.deepEqual([refused.status, ignored(refused)], [400, 'dryrun, ads[].adNam'])
  const filtered = await app.call('GET', '/v1/batches?stat=failed&ad_account_id=1&acount=1')
  assert.deepEqual([filtered.status, ignored(filtered)], [200, 'stat, acount'])
  const whole = await app.call('POST', '/v1/launch?dryRun=true', {
    body: { ads: [singleAd(app, fixture)], dryRun: true },
  })
  assert.deepEqual([whole.status, ignored(whole)], [200, null])
  const odd = await app.call('GET', `/v1/batches?${encodeURIComponent('a,b\r\nx-evil: 1 ü😀')}=1`)
  assert.deepEqual([odd.status, ignored(odd), odd.headers.get('x-evil')], [200, 'a?b??x-evil:?1????', null])
  await assertNothingStored()
})

test('all problems of all ads are named at once', async () => {
  const good = singleAd(app, fixture)
  const reply = await launch({
    ads: [
      good,
      { ...good, cta: 'NOPE', link: 'ftp://x' },
      { ...good, adAccountId: 'act_1', media: [], clientRef: 'a' },
      { ...good, clientRef: 'a' },
    ],
  })
  assert.equal(reply.status, 422)
  assert.deepEqual(paths(reply.body).sort(), [
    'ads.1.cta',
    'ads.1.link',
    'ads.2.adAccountId',
    'ads.2.media',
    'ads.3.clientRef',
  ])
  await assertNothingStored()
})

test('10,001 ads are refused with the limit in the message', async () => {
  const reply = await launch({
    ads: Array.from({ length: 10_001 }, (_, n) => ({ ...singleAd(app, fixture), adName: `Ad ${n}` })),
  })
  assert.equal(reply.status, 400)
  assert.match(reply.body.message, /1,000/)
  await assertNothingStored()
})

test('4,000,000 empty ads are 413, and 200,000 are refused for their number alone', async () => {
  const max = await launch(`{"ads":[${Array<string>(4_000_000).fill('{}').join(',')}]}`)
  assert.deepEqual([max.status, max.body.error.code], [413, 'payload_too_large'])
  assert.match(max.body.message, /250,000 values/)
  const many = await launch(`{"ads":[${Array<string>(200_000).fill('{}').join(',')}]}`)
  assert.equal(many.status, 400)
  assert.deepEqual(paths(many.body), ['ads'])
  assert.match(many.body.message, /at most 1,000 ads/)
  await assertNothingStored()
})

test('ids beyond 2^53 may be sent as numbers and keep every digit', async () => {
  const id = '12345678901234567893'
  const saved = await app.call<{ page: string }>('PATCH', '/v1/launch-defaults', {
    body: `{"page":${id},"secondary":7}`,
  })
  assert.deepEqual([saved.status, saved.body.page], [200, id])
  await app.call('PATCH', '/v1/launch-defaults', { body: { page: null, secondary: null } })
  const text = JSON.stringify({ ads: [{ ...singleAd(app, fixture), partnershipAd: { creatorId: 'ID' } }] })
  const asked = await app.call<{ issues: object[] }>('POST', '/v1/launch/validate', { body: text.replace('"ID"', id) })
  assert.deepEqual(asked.status, 200, JSON.stringify(asked.body))
  const unknown = await app.call<Refusal>('POST', '/v1/manage/duplicate-ad', {
    body: `{"accountId":${id},"adId":${id}}`,
  })
  assert.equal(unknown.status, 404)
  assert.match(unknown.body.message, new RegExp(id))
})

test('the first hundred of very many problems are named, and how many more there are', async () => {
  const one = await launch({ ads: [{}] })
  const problemsOfAnAd = paths(one.body).length
  const reply = await launch({ ads: Array<object>(400).fill({}) })
  assert.equal(reply.status, 400)
  assert.equal(paths(reply.body).length, 100)
  const problems = 400 * problemsOfAnAd
  assert.deepEqual(reply.body.error.details!.moreIssues, problems - 100)
  assert.match(reply.body.message, new RegExp(`and ${problems - 1} more problems`))
})

test('a body of 30 MB is 413', async () => {
  const reply = await launch(JSON.stringify({ ads: [], filler: 'x'.repeat(30_000_000) }))
  assert.equal(reply.status, 413)
  assert.equal(reply.body.error.code, 'payload_too_large')
})

test('a body nested a hundred thousand levels deep is 400', async () => {
  const reply = await launch(`{"ads":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
  assert.equal(reply.status, 400)
})

test('keys that reach for prototypes are refused and change nothing', async () => {
  for (const body of [
    '{"ads":[],"__proto__":{"admin":true}}',
    '{"ads":[{"constructor":{"prototype":{"admin":true}}}]}',
  ]) {
    const reply = await launch(body)
    assert.equal(reply.status, 400)
  }
  assert.equal(({} as { admin?: boolean }).admin, undefined)
})

test('a body that is not JSON by its own word is 415', async () => {
  const reply = await launch('ads=1', { 'content-type': 'application/x-www-form-urlencoded' })
  assert.equal(reply.status, 415)
  assert.equal(reply.body.error.code, 'unsupported_media_type')
})

test('unknown ids and ids of another company are 404, and look the same', async () => {
  const { body } = await app.call<{ adBatchId: number; adBatchSlug: string }>('POST', '/v1/launch', {
    body: { ads: [singleAd(app, fixture)] },
  })
  await app.finished(body.adBatchId)
  const stranger = await app.stranger()
  for (const path of [
    `/v1/batch-status/${body.adBatchId}`,
    `/v1/batch-status/${body.adBatchSlug}`,
    `/v1/batches/${body.adBatchId}`,
  ]) {
    const foreign = await app.call<Refusal>('GET', path, { key: stranger.key })
    assert.equal(foreign.status, 404)
    assert.equal(foreign.body.error.code, 'not_found')
  }
  for (const id of ['999999', 'nosuchslug', '%00', "1' OR '1'='1", '9'.repeat(400)]) {
    assert.equal(
      (await app.call('GET', `/v1/batch-status/${encodeURIComponent(id)}`)).status === 404 || id.length > 100,
      true,
    )
  }
  const foreignAccount = await app.call<Refusal>('POST', '/v1/launch', {
    key: stranger.key,
    body: { ads: [singleAd(app, fixture)] },
  })
  assert.equal(foreignAccount.status, 422)
  assert.ok(paths(foreignAccount.body).includes('ads.0.adAccountId'))
  assert.equal(
    (await app.call('GET', `/v1/adsets?accountId=${fixture.accounts[0]!.id}`, { key: stranger.key })).status,
    404,
  )
})
