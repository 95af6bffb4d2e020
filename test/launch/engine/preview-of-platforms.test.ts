import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boostFixture, pageLikes } from '../../support/launch/boosts.ts'
import { singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'

const app = await startTestApp()
const fixture = await boostFixture(app)
const { graph, launch, failed, boost, linkPost, picturePost, refusedPost, otherPage, newAdSet } = fixture
const { page } = fixture.demo

const sales = await graph.adSetFor('OUTCOME_SALES')
const traffic = await graph.adSetFor('OUTCOME_TRAFFIC')
const likesHere = await newAdSet('OUTCOME_ENGAGEMENT', pageLikes(page))
const likesElsewhere = await newAdSet('OUTCOME_ENGAGEMENT', pageLikes(otherPage))
const visits = await newAdSet('OUTCOME_ENGAGEMENT', { optimization_goal: 'PROFILE_VISIT' })
const flexible = (more: object) => singleAd(app, fixture.demo, { type: 'flexible', ...more })

interface Issues {
  issues: { path: string; message: string }[]
}

async function batches(): Promise<number> {
  return (await app.call<{ pagination: { total: number } }>('GET', '/v1/batches')).body.pagination.total
}

const storyPath = 'media.0.effectiveStoryId'
const rules: [rule: string, ad: Record<string, unknown>, paths: string[]][] = [
  ['a post in a sales ad set has a link', boost(picturePost, { adSets: [sales] }), [storyPath]],
  ['a post in an ad set for link clicks has a link', boost(picturePost, { adSets: [traffic] }), [storyPath]],
  [
    'every ad set of a boost counts',
    boost(picturePost, { adSets: [likesHere, sales, traffic] }),
    [storyPath, storyPath],
  ],
  ['a post gathers followers for its own page', boost(picturePost, { adSets: [likesElsewhere] }), ['page']],
  ['a post without a link needs an ad set that promotes its page', boost(picturePost, { adSets: [visits] }), ['page']],
  ['the page owns the post whose bare id is given', boost('999', { adSets: [traffic] }), [storyPath]],
  [
    'the page owns the post that is named in full',
    boost(`${otherPage}_999`, { page: otherPage, adSets: [traffic] }),
    [storyPath],
  ],
  ['a post may be promoted', boost(refusedPost, { adSets: [likesHere] }), [storyPath]],
  ['a flexible ad speaks for the page that its ad set promotes', flexible({ adSets: [likesElsewhere] }), ['page']],
]

for (const [rule, ad, below] of rules) {
  test(`${rule}: launch and validate say so by name, and nothing is stored or written`, async () => {
    const paths = below.map((path) => `ads.1.${path}`)
    const body = { ads: [singleAd(app, fixture.demo), ad] }
    const stored = await batches()
    await app.control('DELETE', 'calls')
    const refused = await app.call<{ error: { details: Issues } }>('POST', '/v1/launch', { body })
    assert.equal(refused.status, 422, JSON.stringify(refused.body))
    assert.deepEqual(
      refused.body.error.details.issues.map((issue) => issue.path),
      paths,
    )
    const { body: judged } = await app.call<{ valid: boolean; ads: Issues[] }>('POST', '/v1/launch/validate', { body })
    assert.equal(judged.valid, false)
    assert.deepEqual(
      judged.ads.map(({ issues }) => issues.map((issue) => issue.path)),
      [[], paths],
    )
    assert.deepEqual(await graph.writes(), [])
    assert.equal(await batches(), stored)
  })
}

test('a draft that breaks a goal’s rule is kept with the reason, and is not launched', async () => {
  const body = { name: 'Later', ads: [boost(picturePost, { adSets: [sales] })] }
  const draft = await app.call<Issues & { id: number }>('POST', '/v1/drafts', { body })
  assert.deepEqual(
    draft.body.issues.map((issue) => issue.path),
    [`ads.0.${storyPath}`],
  )
  const { status } = await app.call('POST', `/v1/drafts/${draft.body.id}/launch`)
  assert.equal(status, 422)
})

const cannotSay = (path: string) => ({
  platform: 'meta',
  match: { method: 'GET', path: `/${path}\\?` },
  fault: 'platform-error',
  code: 2,
  times: 1,
})

async function judgedWhenBegun(ad: Record<string, unknown>, field: string): Promise<void> {
  await app.control('DELETE', 'calls')
  const failure = await failed(ad)
  assert.deepEqual([failure.code, failure.field, failure.retryable], ['unprocessable_entity', field, false])
  assert.match(String(failure.hint), /Nothing was made/)
  assert.deepEqual(await graph.writes(), [])
}

test('when the platform cannot tell about an ad set now, its ads are judged when they are begun', async () => {
  const likes = await newAdSet('OUTCOME_ENGAGEMENT', pageLikes(otherPage))
  await app.control('POST', 'faults', cannotSay(likes))
  await judgedWhenBegun(boost(picturePost, { adSets: [likes] }), 'page')
  const others = await newAdSet('OUTCOME_ENGAGEMENT', pageLikes(otherPage))
  await app.control('POST', 'faults', cannotSay(others))
  await judgedWhenBegun(flexible({ adSets: [others] }), 'page')
})

test('when the platform cannot tell about a post now, its boost is judged when it is begun', async () => {
  await app.control('POST', 'faults', cannotSay(`${page}_777`))
  await judgedWhenBegun(boost('777', { adSets: [traffic] }), storyPath)
})

test('a post that this connection may not read is for the platform to judge', async () => {
  const fault = { platform: 'meta', fault: 'platform-error', code: 10, times: null }
  await app.control('POST', 'faults', { ...fault, match: { method: 'GET', path: `/${page}_888\\?` } })
  const failure = await failed(boost(`${page}_888`, { adSets: [traffic] }))
  assert.equal(failure.platformSubcode, 1885557)
})

test('each ad set and each post is asked for once, however many ads need it, and not again when the ads are begun', async () => {
  const fresh = await startTestApp()
  const { boost: make, linkPost: post, graph: own, demo: its } = await boostFixture(fresh)
  const adSets = [await own.adSetFor('OUTCOME_SALES'), await own.adSetFor('OUTCOME_TRAFFIC')]
  const ads = Array.from({ length: 10 }, (_, index) =>
    index < 6
      ? make(post, { adName: `Boost ${index}`, adSets })
      : singleAd(fresh, its, { adName: `Flexible ${index}`, type: 'flexible', adSets }),
  )
  await fresh.control('DELETE', 'calls')
  const { body, status } = await fresh.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  assert.equal(status, 202)
  assert.equal((await fresh.finished(body.adBatchId)).successfulAds, 20)
  const { calls } = await fresh.control<{ calls: { method: string; path: string }[] }>('GET', 'calls?platform=meta')
  const reads = calls
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace('/v26.0/', '').split('?')[0]!)
  assert.deepEqual(reads.sort(), [...adSets, post, 'me/accounts'].sort())
  await fresh.close()
})

test('ads that speak for themselves cost no call to the platform before the launch is accepted', async () => {
  const parts = { api: true, worker: false, sandbox: true }
  const fresh = await startTestApp({}, parts)
  const { demo: its, asset, launch: send } = await boostFixture(fresh)
  const cards = [1, 2].map((number) => ({ url: asset('square.png'), carouselTitle: `Card ${number}` }))
  await fresh.control('DELETE', 'calls')
  for (const more of [{}, { type: 'carousel', media: cards }, { partnershipCode: 'adcode-x', media: [] }]) {
    assert.equal((await send(singleAd(fresh, its, more))).status, 202)
  }
  const { calls } = await fresh.control<{ calls: object[] }>('GET', 'calls?platform=meta')
  assert.deepEqual(calls, [])
  await fresh.close()
})

test('a boost into an ad set that does not exist is reported as the platform puts it', async () => {
  const { status, body } = await launch(boost(linkPost, { adSets: ['1'] }))
  assert.equal(status, 202, JSON.stringify(body))
  const [failure] = (await app.finished(body.adBatchId)).failedAds
  assert.equal(failure!.platformSubcode, 33)
})
