import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launchBodyOf } from '../../src/core/launch/plan/request.ts'
import type { LaunchAd } from '../../src/platforms/contract/launch.ts'
import { sharedFields } from '../../src/platforms/contract/launch-fields.ts'
import { builtIn } from '../../src/platforms/index.ts'
import { appAd, appFixture } from '../support/applovin/applovin.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'
import { networkAd, networkFixture } from '../support/linkedin/network.ts'
import { pinAd, pinFixture } from '../support/pinterest/pinterest.ts'
import { snapFixture } from '../support/platforms/snapchat.ts'
import { tiktokFixture } from '../support/platforms/tiktok.ts'

/** What is asked for stands in the plan and in the receipt of its ad, on every platform, whatever becomes of it. */
const app = await startTestApp({ PINTEREST_AI_DISCLOSURE_FIELD: 'ai_disclosure' })
const launching = builtIn.all.filter(({ launchTypes }) => launchTypes)
const demo = await demoFixture(app)
const pins = await pinFixture(app)
const short = await tiktokFixture(app)
const snaps = await snapFixture(app)
const network = await networkFixture(app)
const apps = await appFixture(app)
const { ad: adShape, media: mediaShape } = shapesOf()

type Fields = Record<string, unknown>

/** Ads that pass every rule, with what the platform alone has. */
const ads: Record<string, Fields> = {
  primary: singleAd(app, demo, { aiDisclosure: true, aiMediaSelfDisclosure: true }),
  pinterest: pinAd(app, pins, { aiDisclosure: true }),
  snapchat: snaps.snapAd({ snapAdType: 'WEB_VIEW' }),
  tiktok: short.videoAd({ aiDisclosure: true, identityType: 'TT_USER' }),
  linkedin: networkAd(app, network, { page: network.organization, primaryName: 'Words' }),
  applovin: appAd(app, apps),
}

function shapesOf() {
  const { ads: list } = launchBodyOf(builtIn).shape
  const { shape } = list.element
  const { shape: media } = shape.media.unwrap().element
  return { ad: Object.keys(shape).filter((name) => name !== 'media'), media: Object.keys(media) }
}

/** What any ad may say besides: nothing of it is refused anywhere. */
const said: Fields = {
  adAccountType: undefined,
  workspaceId: undefined,
  clientRef: 'ref',
  type: 'single',
  status: 'PAUSED',
  launchPaused: true,
  title: 'Words',
  description: 'More words',
  cta: 'LEARN_MORE',
  link: 'https://example.com/there',
  urlTags: 'utm_source=ads',
  enhancements: 'off',
  page: '123456',
  primaryName: 'Brand',
  secondary: '123457',
  secondaryName: 'Brand',
  adDescription: 'Words below',
  headline: 'Headline',
  brandName: 'Brand',
}
const saidOfMedia: Fields = {
  type: undefined,
  adCopyDescription: 'A note',
  platform: 'drive',
  thumbnail: undefined,
  effectiveStoryId: '1_2',
  existingAd: false,
  existingPrimaryAd: false,
  isExistingPost: false,
  carouselTitle: 'Card',
  carouselDescription: 'Below',
  carouselLink: 'https://example.com/card',
  carouselIndex: 0,
}
/** Each needs another kind of ad, and is asked for in the tests of that kind. */
const ofOtherAds = new Set([
  ...['headlineVariations', 'bodyVariations', 'promoCode', 'scalePostId', 'partnershipCode', 'partnershipAd'],
  ...['sparkPostId', 'sparkCode', 'postId'],
])

function fullAd(platform: string): Fields {
  const own = ads[platform]!
  const filled = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  const media = (own.media as Fields[]).map((each) => {
    const more = Object.fromEntries(Object.entries(saidOfMedia).filter(([, value]) => value !== undefined))
    return { ...more, ...each }
  })
  return { ...filled, adAccountType: platform, ...own, adName: `Whole ${platform}`, media }
}

function pathsOf(ad: Fields): string[] {
  const ofMedia = (ad.media as Fields[]).flatMap((each, index) =>
    Object.keys(each).map((name) => `media.${index}.${name}`),
  )
  return [...Object.keys(ad).filter((name) => name !== 'media'), ...ofMedia].sort()
}

interface FieldReport {
  fields: { field: string; outcome: string; reason?: string }[]
  destinations: { of: string; url: string | null; by: string }[]
}

test('every field of a launch is asked for somewhere here', () => {
  const asked = new Set(Object.keys(ads).flatMap((platform) => Object.keys(fullAd(platform))))
  const known = new Set([...Object.keys(said), ...asked, ...ofOtherAds, 'boardId', 'organizationId'])
  assert.deepEqual(
    adShape.filter((name) => !known.has(name)),
    [],
  )
  assert.deepEqual(
    mediaShape.filter((name) => !(name in saidOfMedia) && name !== 'url'),
    [],
  )
})

test('a driver says of each of its fields how it is sent', () => {
  const common = [
    'adName',
    'type',
    'launchPaused',
    ...Object.keys(sharedFields.ad).filter((name) => name !== 'enhancements'),
  ]
  const commonMedia = ['url', 'type', 'thumbnail', ...Object.keys(sharedFields.media)]
  for (const { name, launchFields, sentFields } of launching) {
    const ad = { adName: 'Ad', type: 'single', launchPaused: false, media: [] } as LaunchAd
    const told = sentFields?.(ad)
    assert.ok(told, name)
    assert.deepEqual(Object.keys(told.ad).sort(), [...common, ...Object.keys(launchFields?.ad ?? {})].sort(), name)
    const media = [...commonMedia, ...Object.keys(launchFields?.media ?? {})]
    assert.deepEqual(Object.keys(told.media).sort(), media.sort(), name)
  }
  assert.deepEqual(launching.map(({ name }) => name).sort(), Object.keys(ads).sort())
})

for (const { name: platform } of launching) {
  test(`every field that is asked for on ${platform} stands in the plan and in the receipt`, async () => {
    const ad = fullAd(platform)
    const body = { ads: [ad] }
    const plan = await app.call<{ ads: FieldReport[] }>('POST', '/v1/launch/validate', { body })
    assert.equal(plan.status, 200, JSON.stringify(plan.body))
    const [foretold] = plan.body.ads
    assert.deepEqual(foretold!.fields.map(({ field }) => field).sort(), pathsOf(ad))
    const launched = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body })
    assert.equal(launched.status, 202, JSON.stringify(launched.body))
    const done = await app.finished(launched.body.adBatchId)
    assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
    const receipts = await app.call<{ data: FieldReport[] }>('GET', `/v1/batches/${launched.body.adBatchId}/receipts`)
    const [told] = receipts.body.data
    assert.deepEqual(told!.fields.map(({ field }) => field).sort(), pathsOf(ad))
    const changed = told!.fields.filter(({ outcome }) => outcome === 'changed').map(({ field }) => field)
    assert.deepEqual(
      changed.filter((field) => field !== 'cta'),
      [],
      'nothing is changed but the words of buttons',
    )
    const before = new Map(foretold!.fields.map(({ field, outcome }) => [field, outcome]))
    const other = told!.fields.filter(({ field, outcome }) => before.get(field) !== outcome)
    assert.deepEqual(
      other.filter(({ outcome }) => outcome !== 'unused'),
      [],
      'what was foretold holds',
    )
  })
}
