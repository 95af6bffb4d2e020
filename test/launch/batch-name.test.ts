import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
const fixture = await demoFixture(app)
const ads = [singleAd(app, fixture)]

interface Named {
  adBatchId: number
  name: string | null
}

const launch = (body: object) =>
  app.call<{ adBatchId: number; error: { details: { issues: { path: string }[] } } }>('POST', '/v1/launch', { body })

test('a batch has the name that it was launched with, wherever it is shown', async () => {
  const { body } = await launch({ name: '  Spring sale ', ads })
  await app.finished(body.adBatchId)
  for (const path of [`/v1/batch-status/${body.adBatchId}`, `/v1/batches/${body.adBatchId}`]) {
    assert.equal((await app.call<Named>('GET', path)).body.name, 'Spring sale', path)
  }
  const listed = await app.call<{ data: Named[] }>('GET', '/v1/batches')
  assert.equal(listed.body.data.find(({ adBatchId }) => adBatchId === body.adBatchId)?.name, 'Spring sale')
  const receipts = await app.call<Named>('GET', `/v1/batches/${body.adBatchId}/receipts`)
  assert.deepEqual([receipts.body.adBatchId, receipts.body.name], [body.adBatchId, 'Spring sale'])
})

test('a batch without a name has none, and a draft keeps its own when it is launched', async () => {
  for (const name of [undefined, null, '', '  ']) {
    const { body } = await launch({ name, ads })
    assert.equal((await app.finished(body.adBatchId)).name, null, JSON.stringify(name))
  }
  const draft = await app.call<{ id: number }>('POST', '/v1/drafts', { body: { name: 'From a draft', ads } })
  await app.call('POST', `/v1/drafts/${draft.body.id}/launch`)
  assert.equal((await app.finished(draft.body.id)).name, 'From a draft')
})

test('a name that is too long or no text is refused, and nothing is stored', async () => {
  const count = async () =>
    (await app.call<{ pagination: { total: number } }>('GET', '/v1/batches')).body.pagination.total
  const before = await count()
  assert.equal((await launch({ name: 'x'.repeat(200), ads, dryRun: true })).status, 200)
  for (const name of ['x'.repeat(201), 7, ['a']]) {
    const { status, body } = await launch({ name, ads })
    assert.deepEqual([status, body.error.details.issues.map(({ path }) => path)], [400, ['name']])
  }
  assert.equal(await count(), before)
})
