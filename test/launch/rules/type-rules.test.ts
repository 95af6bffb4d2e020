import assert from 'node:assert/strict'
import { test } from 'node:test'
import { singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { launchFixture } from '../../support/platforms/primary-graph.ts'
import type { LaunchReply } from '../../support/platforms/primary-graph.ts'

const app = await startTestApp()
const { demo: fixture, graph, asset, launch, failed } = await launchFixture(app)
const square = { url: asset('square.png') }
const vertical = { url: asset('vertical.png') }
const card = { ...square, carouselTitle: 'Card' }

/** What is broken, what breaks it, and the fields that are named, below ads.0. */
const rules: [rule: string, ad: Record<string, unknown>, paths: string[]][] = [
  ['a single ad has one media item', { media: [square, vertical] }, ['media']],
  ['an ad needs media', { media: [] }, ['media']],
  ['a media item needs an address', { media: [{ type: 'image' }] }, ['media.0.url']],
  ['media come from web addresses', { media: [{ url: 'ftp://x/y.png' }] }, ['media.0.url']],
  ['a thumbnail has a web address', { media: [{ ...square, thumbnail: 'here' }] }, ['media.0.thumbnail']],
  ['an ad needs a link', { link: undefined }, ['link']],
  ['an ad needs a page', { page: undefined }, ['page']],
  ['an ad needs a secondary profile', { secondary: undefined }, ['secondary']],
  [
    'a carousel needs page and secondary',
    { type: 'carousel', media: [card, card], page: '', secondary: '' },
    ['page', 'secondary'],
  ],
  ['a carousel has two cards or more', { type: 'carousel', media: [card] }, ['media']],
  ['a carousel has ten cards at most', { type: 'carousel', media: Array(11).fill(card) }, ['media']],
  [
    'each card of a carousel has a title',
    { type: 'carousel', media: [square, card, { ...card, carouselTitle: ' ' }] },
    ['media.0.carouselTitle', 'media.2.carouselTitle'],
  ],
  [
    'each card of a carousel leads somewhere',
    { type: 'carousel', link: undefined, media: [card, { ...card, carouselLink: 'https://example.com' }] },
    ['link'],
  ],
  [
    "a card's link is a web address",
    { type: 'carousel', media: [card, { ...card, carouselLink: 'example' }] },
    ['media.1.carouselLink'],
  ],
  ['a multi ad has several media', { type: 'multi', media: [square] }, ['media']],
  [
    'a multi ad needs two different aspect ratios',
    { type: 'multi', media: [square, { url: asset('square.png?v=2') }] },
    ['media'],
  ],
  [
    'each aspect ratio of a multi ad has one media item',
    { type: 'multi', media: [square, vertical, { url: asset('square.png?v=2') }] },
    ['media.2'],
  ],
  [
    'the media of a multi ad are there',
    { type: 'multi', media: [square, { url: asset('missing.png') }] },
    ['media.1.url'],
  ],
  ['a multi ad needs a text', { type: 'multi', media: [square, vertical], description: '' }, ['description']],
  ['a flexible ad needs media', { type: 'flexible', media: [] }, ['media']],
  ['a flexible ad needs page and secondary', { type: 'flexible', page: '', secondary: '' }, ['page', 'secondary']],
  [
    'a flexible ad has five texts of a kind at most',
    { type: 'flexible', headlineVariations: ['1', '2', '3', '4', '5', '6'], bodyVariations: ['1'] },
    ['headlineVariations'],
  ],
  ['variations are for flexible ads', { bodyVariations: ['a', 'b'] }, ['bodyVariations']],
  ['a promo code has two letters', { promoCode: '2-0_X' }, ['promoCode']],
  ['a promo code has no spaces', { promoCode: 'SAVE 20' }, ['promoCode']],
  ['a partnership code has a known form', { media: [], partnershipCode: 'short' }, ['partnershipCode']],
  ['a partnership code ad has its code', { type: 'partnershipCode', media: [] }, ['partnershipCode']],
  [
    'a partnership code ad has no other type',
    { type: 'carousel', partnershipCode: 'adcode-x', media: [card, card] },
    ['type'],
  ],
  [
    'a partnership code ad names the brand',
    { partnershipCode: 'adcode-x', media: [], page: '', secondary: '' },
    ['page', 'secondary'],
  ],
  ['a partnership names the creator', { partnershipAd: {} }, ['partnershipAd']],
  ["a creator's id is a number", { partnershipAd: { creatorId: '@anna' } }, ['partnershipAd.creatorId']],
  [
    'a partnership is by code or by id',
    { partnershipCode: 'adcode-x', partnershipAd: { creatorId: '1' }, media: [] },
    ['partnershipAd'],
  ],
]

for (const [rule, change, paths] of rules) {
  test(`${rule}: anything else is refused before anything is stored or sent`, async () => {
    await app.control('DELETE', 'calls')
    const batchesBefore = await app.call<{ pagination: { total: number } }>('GET', '/v1/batches')
    const { status, body } = await launch(singleAd(app, fixture, change))
    assert.equal(status, 422, JSON.stringify(body))
    assert.equal(body.error.code, 'unprocessable_entity')
    assert.deepEqual(
      body.error.details.issues.map((issue) => issue.path),
      paths.map((path) => `ads.0.${path}`),
    )
    assert.deepEqual(await graph.writes(), [])
    const batchesAfter = await app.call<{ pagination: { total: number } }>('GET', '/v1/batches')
    assert.equal(batchesAfter.body.pagination.total, batchesBefore.body.pagination.total)
  })
}

test('an ad set gets no more ads than it can hold: the ones too many are named before anything is stored or sent', async () => {
  await app.control('DELETE', 'calls')
  const [one, other] = fixture.adSets[fixture.accounts[0]!.id]!
  const ads = (count: number) =>
    Array.from({ length: count }, (_, n) => singleAd(app, fixture, { adName: `Ad ${n}`, adSets: [one, other] }))
  const refused = await app.call<LaunchReply>('POST', '/v1/launch', { body: { ads: ads(52) } })
  assert.equal(refused.status, 422)
  assert.deepEqual(
    refused.body.error.details.issues.map((issue) => issue.path),
    ['ads.50.adSets', 'ads.50.adSets', 'ads.51.adSets', 'ads.51.adSets'],
  )
  const fifty = { ads: ads(50), depth: 'rules' }
  const { body } = await app.call<{ valid: boolean }>('POST', '/v1/launch/validate', { body: fifty })
  assert.equal(body.valid, true)
  assert.deepEqual(await graph.writes(), [])
})

test('validate names the ad whose media have only one aspect ratio, and finds nothing wrong with the others', async () => {
  const multi = (media: object[]) => singleAd(app, fixture, { type: 'multi', media })
  const body = { ads: [multi([square, vertical]), multi([vertical, { url: asset('vertical.png?v=3') }])] }
  const answer = await app.call<{ valid: boolean; ads: { valid: boolean; issues: { path: string }[] }[] }>(
    'POST',
    '/v1/launch/validate',
    { body },
  )
  assert.equal(answer.body.valid, false)
  assert.deepEqual(
    answer.body.ads.map((ad) => [ad.valid, ad.issues.map((issue) => issue.path)]),
    [
      [true, []],
      [false, ['ads.1.media']],
    ],
  )
})

test('an ad whose file is not what its type says fails by name, and nothing is made for it', async () => {
  const before = await graph.counts()
  const failure = await failed(singleAd(app, fixture, { media: [{ ...square, type: 'video' }] }))
  assert.equal(failure.code, 'unprocessable_entity')
  assert.equal(failure.field, 'media.0.type')
  assert.equal(failure.retryable, false)
  assert.deepEqual(await graph.counts(), before)
})

test("a stranger cannot launch into another company's account", async () => {
  const { key } = await app.stranger()
  const media = [card, card]
  const body = { ads: [singleAd(app, fixture, { type: 'carousel', media })] }
  const answer = await app.call<{ error: { details: { issues: { path: string }[] } } }>('POST', '/v1/launch', {
    key,
    body,
  })
  assert.equal(answer.status, 422)
  assert.ok(answer.body.error.details.issues.some((issue) => issue.path === 'ads.0.adAccountId'))
})
