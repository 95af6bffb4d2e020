import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp({}, { api: true, worker: true, sandbox: true })
const fixture = await demoFixture(app)
const ad = singleAd(app, fixture)
const adSet = fixture.adSets[fixture.accounts[0]!.id]![0]!

interface Mended {
  id: number
  name: string
  ads: Record<string, unknown>[]
  launchPaused: boolean
  issues: object[]
  failures: { path: string; message: string }[]
}

const draftOf = (id: number | string, key?: string) =>
  app.call<Mended & { error: { code: string } }>('POST', `/v1/batches/${id}/draft`, key === undefined ? {} : { key })

/** Creatives of the primary platform that are refused, the next first. */
const refuse = (times: number) =>
  app.control('POST', 'faults', {
    platform: 'meta',
    match: { method: 'POST', path: '/adcreatives$' },
    times,
    fault: 'platform-error',
    code: 100,
    subcode: 1487390,
  })

async function launch(body: object): Promise<number> {
  const { status, body: answer } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body })
  assert.equal(status, 202, JSON.stringify(answer))
  await app.finished(answer.adBatchId)
  return answer.adBatchId
}

test('what failed of a batch is a draft with what the platform said, and becomes ads once it is mended', async () => {
  await refuse(1)
  const adSets = [{ value: adSet, label: 'Spring' }]
  const ads = [
    { ...ad, adSets, adName: 'First' },
    { ...ad, adSets, adName: 'Second' },
  ]
  const id = await launch({ name: 'Two of them', ads, launchPaused: true })
  const { body: status } = await app.call<{ failedAds: { adName: string }[] }>('GET', `/v1/batch-status/${id}`)
  assert.equal(status.failedAds.length, 1)
  const failed = status.failedAds[0]!.adName
  const { status: answered, body: draft } = await draftOf(id)
  assert.equal(answered, 201, JSON.stringify(draft))
  assert.deepEqual(
    draft.ads.map(({ adName, adSets: into }) => [adName, into]),
    [[failed, adSets]],
  )
  assert.deepEqual([draft.name, draft.launchPaused, draft.issues], ['What failed of Two of them', true, []])
  assert.deepEqual(
    draft.failures.map(({ path }) => path.replace(/^ads\.0.*/, 'ads.0')),
    ['ads.0'],
  )
  assert.match(draft.failures[0]!.message, /\w/)
  const again = await app.call<{ adBatchId: number }>('POST', `/v1/drafts/${draft.id}/launch`)
  assert.equal(again.status, 202)
  assert.equal((await app.finished(again.body.adBatchId)).successfulAds, 1)
  const { body: before } = await app.call<{ failedAds: object[] }>('GET', `/v1/batch-status/${id}`)
  assert.equal(before.failedAds.length, 1, 'the batch stays as it was')
})

test('a batch without anything to mend, or of somebody else, makes no draft', async () => {
  const id = await launch({ ads: [ad] })
  const { body: before } = await app.call<{ pagination: { total: number } }>('GET', '/v1/drafts')
  const done = await draftOf(id)
  assert.deepEqual([done.status, done.body.error.code], [409, 'conflict'])
  const stranger = await app.stranger()
  assert.equal((await draftOf(id, stranger.key)).status, 404)
  assert.equal((await draftOf('no-such-batch')).status, 404)
  const { body: after } = await app.call<{ pagination: { total: number } }>('GET', '/v1/drafts')
  assert.equal(after.pagination.total, before.pagination.total)
})
