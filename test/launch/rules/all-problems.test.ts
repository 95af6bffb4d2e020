import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boostFlags } from '../../support/launch/boosts.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'

const app = await startTestApp()
const fixture = await demoFixture(app)

interface Checked {
  valid: boolean
  depth: string
  issues: { path: string; message: string }[]
  ads: { valid: boolean; issues: { path: string; message: string }[] }[]
  error: { code: string; details: { issues: { path: string; message: string }[] } }
}

/** Faults of form and broken rules in one launch: each ad has something of its own. */
const ads = [
  singleAd(app, fixture, { adName: 7, media: [{ url: 'ftp://example.com/a.png' }] }),
  singleAd(app, fixture, { adName: 'Rule', link: 'nowhere', cta: 'DANCE' }),
  singleAd(app, fixture, { adName: 'Form', media: [{ url: 5 }], launchPaused: 'yes', adAccountId: 'act_0' }),
  'not an ad',
  singleAd(app, fixture, { adName: 'Cards', type: 'carousell', media: [] }),
  singleAd(app, fixture, { adName: 'Fine' }),
  singleAd(app, fixture, { adName: 'Sets', adSets: [{ label: 'no value' }], secondary: undefined }),
]
const paths = [
  'ads.0.adName',
  'ads.0.media.0.url',
  'ads.1.link',
  'ads.1.cta',
  'ads.2.media.0.url',
  'ads.2.launchPaused',
  'ads.2.adAccountId',
  'ads.3',
  'ads.4.type',
  'ads.6.adSets.0.value',
  'ads.6.secondary',
]
const pathsOf = (issues: { path: string }[]) => issues.map((issue) => issue.path)
const batches = async () => (await app.call<{ pagination: { total: number } }>('GET', '/v1/batches')).body.pagination

test('a launch is told everything that is wrong with all of its ads in one answer', async () => {
  const before = await batches()
  const { status, body } = await app.call<Checked>('POST', '/v1/launch', { body: { ads } })
  assert.equal(status, 400)
  assert.deepEqual(pathsOf(body.error.details.issues), paths)
  assert.deepEqual(await batches(), before)
})

test('validate tells faults of form and broken rules alike, ad by ad', async () => {
  const { status, body } = await app.call<Checked>('POST', '/v1/launch/validate', { body: { ads } })
  assert.equal(status, 200)
  assert.equal(body.valid, false)
  assert.equal(body.depth, 'schema')
  assert.deepEqual(pathsOf(body.ads.flatMap((ad) => ad.issues)), paths)
  assert.deepEqual(
    body.ads.map((ad) => ad.valid),
    [false, false, false, false, false, true, false],
  )
})

test('a draft knows everything that is wrong with it, and so does its launch', async () => {
  const asObjects = ads.map((ad) => (typeof ad === 'string' ? { note: ad } : ad))
  const { body } = await app.call<Checked & { id: number }>('POST', '/v1/drafts', { body: { ads: asObjects } })
  const expected = paths.flatMap((path) => (path === 'ads.3' ? ['ads.3.adName', 'ads.3.adAccountId'] : path))
  const found = pathsOf(body.issues).filter((path) => !/^ads\.3\.(?!adName|adAccountId)/.test(path))
  assert.deepEqual(found, expected)
  const launched = await app.call<Checked>('POST', `/v1/drafts/${body.id}/launch`, { body: {} })
  assert.equal(launched.status, 400)
  assert.deepEqual(pathsOf(launched.body.error.details.issues), pathsOf(body.issues))
})

test('a fault that concerns the whole launch does not hide what is wrong with its ads, or blame them for it', async () => {
  const own = singleAd(app, fixture, { adSets: undefined, cta: 'DANCE' })
  const { body } = await app.call<Checked>('POST', '/v1/launch', { body: { ads: [own], adSets: 'all' } })
  assert.deepEqual(pathsOf(body.error.details.issues), ['adSets', 'ads.0.cta'])
})

test('what is no launch at all is refused by validate, too', async () => {
  for (const body of [{}, { ads: 'none' }, { ads: [] }, [], 'text']) {
    const { status } = await app.call('POST', '/v1/launch/validate', { body: JSON.stringify(body) })
    assert.equal(status, 400, JSON.stringify(body))
  }
})

test('validate says how deep it looked: as far as it was asked to, which is the platform where nobody says', async () => {
  const depthOf = async (path: string, more: object, ad: object = singleAd(app, fixture)) =>
    (await app.call<Checked>('POST', path, { body: { ads: [ad], ...more } })).body.depth
  assert.equal(await depthOf('/v1/launch/validate', {}), 'platform')
  assert.equal(await depthOf('/v1/launch/validate', { depth: 'rules' }), 'rules')
  assert.equal(await depthOf('/v1/launch', { dryRun: true }), 'rules')
  assert.equal(await depthOf('/v1/launch', { dryRun: true, depth: 'platform' }), 'platform')
  const media = [{ effectiveStoryId: `${fixture.page}_1`, ...boostFlags }]
  const boost = singleAd(app, fixture, { scalePostId: true, media, link: undefined })
  assert.equal(await depthOf('/v1/launch/validate', { depth: 'rules' }, boost), 'platform')
})
