import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxAdSetsPerAd, maxAdsPerLaunch, maxMediaPerAd } from '../../src/core/launch/plan/request.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const ad = singleAd(app, await demoFixture(app))

interface Draft {
  id: number
  name: string | null
  ads: Record<string, unknown>[]
  adSets: unknown[]
  launchPaused: boolean
  issues: object[]
  updatedAt: string
}

const save = (body: object) => app.call<Draft>('POST', '/v1/drafts', { body })

test('a draft in the older format, with everything or each ad in a wrapper, keeps its content', async () => {
  for (const body of [
    { name: 'Wrapped', creativeState: { ads: [ad], launchPaused: true } },
    { name: 'Wrapped', ads: [{ creativeState: ad }] },
    { name: 'Wrapped', creative_state: { ads: [{ creative_state: ad }] } },
  ]) {
    const { status, body: draft } = await save(body)
    assert.equal(status, 201)
    assert.deepEqual([draft.name, draft.ads, draft.issues], ['Wrapped', [ad], []])
    assert.equal(draft.launchPaused, body.creativeState?.launchPaused ?? false)
  }
})

test('changing a draft in the older format replaces its ads, and leaves the rest', async () => {
  const { body: draft } = await save({ name: 'Before', ads: [], adSets: ['1'] })
  const { body } = await app.call<Draft>('PATCH', `/v1/drafts/${draft.id}`, { body: { creativeState: { ads: [ad] } } })
  assert.deepEqual([body.name, body.ads, body.adSets], ['Before', [ad], ['1']])
})

test('a draft cannot be larger than a launch may be', async () => {
  const tooMany = (count: number) => Array.from({ length: count }, (_, index) => String(index))
  const refused: [object, string][] = [
    [{ ads: tooMany(maxAdsPerLaunch + 1).map(() => ({})) }, 'ads'],
    [{ ads: [{}, { ...ad, adSets: tooMany(maxAdSetsPerAd + 1) }] }, 'ads.1.adSets'],
    [{ ads: [{ ...ad, media: tooMany(maxMediaPerAd + 1) }] }, 'ads.0.media'],
    [{ adSets: tooMany(maxAdSetsPerAd + 1) }, 'adSets'],
  ]
  const { body: kept } = await save({ ads: [ad] })
  for (const [body, path] of refused) {
    for (const [method, url] of [
      ['POST', '/v1/drafts'],
      ['PATCH', `/v1/drafts/${kept.id}`],
    ] as const) {
      const reply = await app.call<{ error: { details: { issues: { path: string }[] } } }>(method, url, { body })
      assert.equal(reply.status, 400, `${method} ${path}: ${reply.status}`)
      assert.equal(reply.body.error.details.issues[0]!.path, path)
    }
  }
  assert.deepEqual((await app.call<Draft>('GET', `/v1/drafts/${kept.id}`)).body.ads, [ad])
})

test('the list of drafts tells counts instead of contents', async () => {
  const { body: draft } = await save({ name: 'Two ads', ads: [ad, { adName: 'Incomplete' }] })
  const { body: list } = await app.call<{ data: Record<string, unknown>[] }>('GET', '/v1/drafts')
  const line = list.data.find(({ id }) => id === draft.id)!
  assert.deepEqual(
    [line.name, line.adCount, line.issueCount, line.ads, line.issues],
    ['Two ads', 2, draft.issues.length, undefined, undefined],
  )
  const { body: whole } = await app.call<Draft>('GET', `/v1/drafts/${draft.id}`)
  assert.equal(whole.ads.length, 2)
})

test('whoever waits for the end of a draft that was not launched is told so at once', async () => {
  const { body: draft } = await save({ ads: [ad] })
  const { body } = await app.call('GET', `/v1/batch-status/${draft.id}`)
  assert.deepEqual([body.status, body.summaryStatus, body.rawStatus], ['draft', 'error', 'Draft'])
  assert.match(String(body.message), /A draft that was not launched/)
  const launched = await app.call('POST', `/v1/drafts/${draft.id}/launch`)
  assert.equal(launched.status, 202)
  const { body: after } = await app.call('GET', `/v1/batch-status/${draft.id}`)
  assert.equal(after.summaryStatus, 'in_progress')
})

test('the documents tell of the older format', async () => {
  const { body } = await app.call<{ paths: Record<string, { post: { description: string } }> }>('GET', '/openapi.json')
  for (const path of ['/v1/launch', '/v1/drafts']) assert.match(body.paths[path]!.post.description, /creativeState/)
})

test('a draft that was saved since is not overwritten by whoever has an older one', async () => {
  const { body: first } = await save({ name: 'Ours', ads: [ad] })
  const path = `/v1/drafts/${first.id}`
  const change = (body: object) =>
    app.call<Draft & { error: { code: string; details: { updatedAt: string } } }>('PATCH', path, { body })
  const theirs = await change({ name: 'Theirs', ifUpdatedAt: first.updatedAt })
  assert.deepEqual([theirs.status, theirs.body.name], [200, 'Theirs'])
  const late = await change({ name: 'Ours again', ifUpdatedAt: first.updatedAt })
  assert.deepEqual([late.status, late.body.error.code], [409, 'conflict'])
  assert.equal(late.body.error.details.updatedAt, theirs.body.updatedAt)
  const launch = await app.call('POST', `${path}/launch`, { body: { ifUpdatedAt: first.updatedAt } })
  assert.equal(launch.status, 409)
  assert.equal((await app.call<Draft>('GET', path)).body.name, 'Theirs')
  assert.equal((await change({ name: 'Over it', ifUpdatedAt: late.body.error.details.updatedAt })).status, 200)
  assert.equal((await change({ name: 'Unasked' })).status, 200)
})

test('of many who save one draft at once from the same state, one does', async () => {
  const { body: draft } = await save({ name: 'Crowded', ads: [] })
  const changes = await Promise.all(
    Array.from({ length: 8 }, (_, place) =>
      app.call('PATCH', `/v1/drafts/${draft.id}`, { body: { name: `By ${place}`, ifUpdatedAt: draft.updatedAt } }),
    ),
  )
  const statuses = changes.map(({ status }) => status).toSorted((one, other) => one - other)
  assert.deepEqual(statuses, [200, 409, 409, 409, 409, 409, 409, 409])
})
