import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boostFlags } from '../../support/launch/boosts.ts'
import { kinds } from '../../crash/kinds.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'

const app = await startTestApp()
const primary = await demoFixture(app)
const fixture = {
  sandboxUrl: app.sandboxUrl,
  api: async <T>(method: string, path: string) => (await app.call<T>(method, path)).body,
}

interface Warned {
  adBatchId: number
  valid: boolean
  warnings: { path: string; message: string; reason?: string }[]
  ads: { warnings: { path: string }[] }[]
  error: { details: { issues: { path: string }[] } }
}
interface Receipts {
  data: { differences: { field: string; asked: unknown; stored: unknown; reason?: string }[] }[]
}

const validate = async (ad: object) =>
  (await app.call<Warned>('POST', '/v1/launch/validate', { body: { ads: [ad] } })).body
const pathsOf = ({ warnings }: Warned) => warnings.map(({ path }) => path)
const adOn = async (platform: string, more: object) => ({
  ...(await kinds[platform]!.ads(fixture, `Warned ${platform}`, 1))[0],
  ...more,
})

/** Per platform a field that it has no place for, one more that it has, and what a receipt says of the first. */
const cases = [
  {
    platform: 'short-video',
    more: { headline: 'Big', adDescription: 'Small' },
    unused: ['title', 'adDescription', 'headline'],
  },
  { platform: 'photo-messaging', more: { headline: 'Big' }, unused: ['title', 'description'] },
  { platform: 'pin', more: { headline: 'Big', page: '1' }, unused: ['page', 'headline'] },
]

for (const { platform, more, unused } of cases) {
  test(`validate and launch name the fields that a ${platform} ad is made without, and its receipt says so`, async () => {
    const ad = await adOn(platform, { ...more, cta: 'FIND_OUT_MORE' })
    const checked = await validate(ad)
    assert.equal(checked.valid, true)
    const paths = unused.map((field) => `ads.0.${field}`)
    assert.deepEqual(pathsOf(checked), paths)
    assert.deepEqual(checked.ads[0]!.warnings, checked.warnings)
    assert.match(checked.warnings[0]!.message, /the ad is made without it/)
    const { status, body } = await app.call<Warned>('POST', '/v1/launch', { body: { ads: [ad] } })
    assert.equal(status, 202)
    assert.deepEqual(pathsOf(body), paths)
    assert.equal((await app.finished(body.adBatchId)).status, 'success')
    const receipts = await app.call<Receipts>('GET', `/v1/batches/${body.adBatchId}/receipts`)
    const differences = receipts.body.data[0]!.differences
    const left = differences.filter(({ reason }) => reason?.startsWith('not used')).map(({ field }) => field)
    assert.deepEqual(
      left,
      unused.filter((field) => field !== 'page'),
    )
    const cta = differences.find(({ field }) => field === 'cta')
    assert.deepEqual([cta?.asked, typeof cta?.stored], ['FIND_OUT_MORE', 'string'])
    assert.equal(differences.length, left.length + 1)
  })
}

test('what is only for another platform is refused, not left out', async () => {
  const ad = await adOn('short-video', { promoCode: 'SAVE' })
  const { status, body } = await app.call<Warned>('POST', '/v1/launch', { body: { ads: [ad] } })
  assert.equal(status, 422)
  assert.deepEqual(
    body.error.details.issues.map(({ path }) => path),
    ['ads.0.promoCode'],
  )
})

test('what a type of ad has no place for is named', async () => {
  const cards = [1, 2].map((n) => ({ url: `${app.sandboxUrl}/_assets/square.png?v=${n}`, carouselTitle: `Card ${n}` }))
  assert.deepEqual(pathsOf(await validate(singleAd(app, primary))), [])
  assert.deepEqual(pathsOf(await validate(singleAd(app, primary, { type: 'carousel', media: cards }))), ['ads.0.title'])
  const media = [{ url: `${app.sandboxUrl}/_assets/square.png`, carouselTitle: 'Card', adCopyDescription: 'Text' }]
  assert.deepEqual(pathsOf(await validate(singleAd(app, primary, { media }))), [
    'ads.0.media.0.adCopyDescription',
    'ads.0.media.0.carouselTitle',
  ])
  const flexible = singleAd(app, primary, { type: 'flexible', headlineVariations: ['A', 'B'] })
  assert.deepEqual(pathsOf(await validate(flexible)), ['ads.0.title'])
  const post = [{ effectiveStoryId: `${primary.page}_1`, ...boostFlags }]
  assert.deepEqual(pathsOf(await validate(singleAd(app, primary, { scalePostId: true, media: post }))), [
    'ads.0.title',
    'ads.0.description',
  ])
})

test('what launch defaults fill in for other platforms is not warned of', async () => {
  await app.call('PATCH', '/v1/launch-defaults', { body: { page: primary.page, secondary: primary.secondary } })
  assert.deepEqual(pathsOf(await validate(await adOn('pin', {}))), [])
})

test('a headline is the title where a platform has no headline of its own, and no warning is needed', async () => {
  const { title: _title, ...bare } = singleAd(app, primary)
  const ad = { ...bare, adName: 'By headline', headline: 'Spring sale 1' }
  const checked = await validate(ad)
  assert.deepEqual([checked.valid, checked.warnings], [true, []])
  const { body } = await app.call<Warned>('POST', '/v1/launch', { body: { ads: [ad] } })
  await app.finished(body.adBatchId)
  const receipts = await app.call<{ data: { asked: { title?: string }; stored: Record<string, unknown> }[] }>(
    'GET',
    `/v1/batches/${body.adBatchId}/receipts`,
  )
  assert.match(JSON.stringify(receipts.body.data), /"Spring sale 1"/)
  const both = await validate({ ...ad, title: 'Title' })
  assert.deepEqual(
    both.warnings.map(({ path, reason }) => [path, reason]),
    [['ads.0.headline', 'unused']],
  )
  // Where the title is of no use either, the caller reads of the word that they gave.
  const { title: _other, ...video } = (await adOn('short-video', { headline: 'Big' })) as Record<string, unknown>
  assert.deepEqual(pathsOf(await validate(video)), ['ads.0.headline'])
})

test('an account that is given by its name is told by how many that name belongs to, with their ids', async () => {
  const issuesOf = async (adAccountId: string) =>
    (
      await app.call<{ ads: { issues: { path: string; message: string }[] }[] }>('POST', '/v1/launch/validate', {
        body: { ads: [singleAd(app, primary, { adAccountId })] },
      })
    ).body.ads[0]!.issues.filter(({ path }) => path === 'ads.0.adAccountId')
  const all = (await app.call<{ data: { id: string; name: string; platform: string }[] }>('GET', '/v1/adaccounts')).body
    .data
  const namesakes = all.filter(({ name }) => name === all[0]!.name)
  assert.ok(namesakes.length > 1, JSON.stringify(all))
  const [many] = await issuesOf(all[0]!.name)
  assert.ok(
    many!.message.startsWith(`${namesakes.length} ad accounts are called "${all[0]!.name}": give the id`),
    many!.message,
  )
  assert.ok(many!.message.includes(`${namesakes[0]!.id} (${namesakes[0]!.platform})`), many!.message)
  const single = all.find(({ name }) => all.filter((other) => other.name === name).length === 1)!
  assert.match(
    (await issuesOf(single.name.toUpperCase()))[0]!.message,
    new RegExp(`is the name of an ad account: give its id, ${single.id}`),
  )
  assert.match((await issuesOf('Nobody'))[0]!.message, /^there is no ad account Nobody in this company/)
})
