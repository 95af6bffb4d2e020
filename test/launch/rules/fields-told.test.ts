import assert from 'node:assert/strict'
import { test } from 'node:test'
import { singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { boostFixture } from '../../support/launch/boosts.ts'
import { appAd, appFixture } from '../../support/applovin/applovin.ts'
import { pinAd, pinFixture } from '../../support/pinterest/pinterest.ts'

const app = await startTestApp()
const { boost, linkPost, graph, demo, asset } = await boostFixture(app)
const pins = await pinFixture(app)
const apps = await appFixture(app)
const own = await graph.get<{ call_to_action: { type: string; value: { link: string } } }>(linkPost, {
  fields: 'call_to_action',
})
const button = own.call_to_action.type
const postLink = own.call_to_action.value.link
const traffic = [await graph.adSetFor('OUTCOME_TRAFFIC')]

interface Field {
  field: string
  outcome: string
  asked?: unknown
  has?: unknown
  by?: string
  reason?: string
}

interface FieldReport {
  fields: Field[]
  destinations: { of: string; url: string | null; by: string }[]
}

async function planned(ad: object): Promise<FieldReport> {
  const { status, body } = await app.call<{ ads: FieldReport[] }>('POST', '/v1/launch/validate', {
    body: { ads: [ad] },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.ads[0]!
}

async function stored(ad: object): Promise<FieldReport> {
  const { status, body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads: [ad] } })
  assert.equal(status, 202, JSON.stringify(body))
  const done = await app.finished(body.adBatchId)
  assert.equal(done.status, 'success', JSON.stringify(done.failedAds))
  const receipts = await app.call<{ data: FieldReport[] }>('GET', `/v1/batches/${body.adBatchId}/receipts`)
  return receipts.body.data[0]!
}

const both = async (ad: object) => [await planned(ad), await stored(ad)]
const fieldIn = ({ fields }: FieldReport, name: string) => fields.find(({ field }) => field === name)

test('what a boosted post decides is told with what the ad has, and a click leads where the post does', async () => {
  const asked = { title: undefined, adSets: traffic, cta: 'DOWNLOAD', link: 'https://other.example/' }
  for (const told of await both(boost(linkPost, asked))) {
    const { reason, ...cta } = fieldIn(told, 'cta')!
    assert.deepEqual(cta, { field: 'cta', outcome: 'decided', asked: 'DOWNLOAD', has: button, by: 'the post' })
    assert.match(reason!, /decided by the post/)
    assert.equal(fieldIn(told, 'link')!.has, postLink)
    assert.equal(fieldIn(told, 'description')!.outcome, 'unused')
    assert.match(fieldIn(told, 'media.0.url')!.reason!, /preview/)
    assert.deepEqual(told.destinations, [{ of: 'ad', url: postLink, by: 'the post' }])
  }
})

test('where a click on a boosted post leads is told although nobody asked for a link', async () => {
  for (const told of await both(boost(linkPost, { title: undefined, description: undefined, adSets: traffic })))
    assert.deepEqual(told.destinations, [{ of: 'ad', url: postLink, by: 'the post' }])
})

test('a word that the platform calls otherwise is changed, by whom is told', async () => {
  for (const told of await both(pinAd(app, pins, { adName: 'Quote', cta: 'GET_A_QUOTE' }))) {
    const { reason, ...cta } = fieldIn(told, 'cta')!
    assert.deepEqual(cta, {
      field: 'cta',
      outcome: 'changed',
      asked: 'GET_A_QUOTE',
      has: 'GET_QUOTE',
      by: 'flightdeck',
    })
    assert.match(reason!, /word of Pinterest/)
  }
})

test('a word of other platforms is told as what it is here', async () => {
  for (const told of await both(pinAd(app, pins, { adName: 'Headline', title: undefined, headline: 'A headline' })))
    assert.deepEqual(fieldIn(told, 'headline'), { field: 'headline', outcome: 'as_asked', reason: 'sent as the title' })
})

test('what the platform stores otherwise is changed by it, and the real destination is the stored one', async () => {
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: '/adcreatives$' },
    fault: 'downgrade',
    fields: ['url_tags'],
    times: 1,
  })
  const told = await stored(singleAd(app, demo, { adName: 'Tags lost', urlTags: 'utm_source=b' }))
  assert.deepEqual(fieldIn(told, 'urlTags'), {
    ...{ field: 'urlTags', outcome: 'changed', asked: 'utm_source=b', has: null, by: 'Meta' },
    reason: 'stored otherwise in creative.url_tags',
  })
  assert.deepEqual(told.destinations, [{ of: 'ad', url: 'https://example.com/sale', by: 'the ad' }])
})

test('each card of a carousel leads somewhere of its own', async () => {
  const media = [1, 2].map((n) => ({ url: asset(`square.png?v=${n}`), carouselTitle: `Card ${n}` }))
  Object.assign(media[1]!, { carouselLink: 'https://example.com/second' })
  for (const told of await both(singleAd(app, demo, { adName: 'Cards', type: 'carousel', media, urlTags: 'u=1' }))) {
    assert.deepEqual(told.destinations, [
      { of: 'media.0', url: 'https://example.com/sale?u=1', by: 'the ad' },
      { of: 'media.1', url: 'https://example.com/second?u=1', by: 'the ad' },
    ])
    assert.equal(fieldIn(told, 'media.1.carouselLink')!.outcome, 'as_asked')
    assert.equal(fieldIn(told, 'title')!.outcome, 'unused')
  }
})

test('the ad of an app leads to its store: a link is no promise before, and not used afterwards', async () => {
  const ad = appAd(app, apps, { adName: 'Store', link: 'https://example.com/app' })
  const before = await planned(ad)
  assert.match(fieldIn(before, 'link')!.reason!, /store page/)
  const after = await stored(ad)
  assert.equal(fieldIn(after, 'link')!.outcome, 'unused')
  assert.deepEqual([before.destinations, after.destinations], [[], []])
})
