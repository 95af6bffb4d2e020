import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../../src/api/examples.ts'
import { operations } from '../../../src/api/index.ts'
import { effectOfExample, operationCalled, sendExample } from '../../support/examples.ts'
import { assertRefused, guardedBy } from '../../support/guards/guards.ts'
import { startTestApp } from '../../support/harness.ts'

/** The examples of the documents, sent as they stand to a service that was just started. */
const app = await startTestApp({ METRICS: 'on' })
const launch = operationCalled('launch_ads')
const saveDraft = operationCalled('create_draft')
const shown = operations.filter((operation) => operation.example && operation !== launch)
const lasting = shown.filter((operation) => effectOfExample(operation) !== 'destroys')
const destroying = shown.filter((operation) => effectOfExample(operation) === 'destroys')

test('the example of a launch ends with success', async () => {
  const { status, body } = await sendExample(app, launch)
  assert.equal(status, 202, JSON.stringify(body))
  assert.equal((await app.finished(Number(body.adBatchId))).summaryStatus, 'success')
})

test('the example of a draft can be saved again and again', async () => {
  const ids = []
  for (let n = 0; n < 3; n++) ids.push((await sendExample(app, saveDraft)).body.id)
  assert.deepEqual(ids, [demo.drafts.toChange, demo.drafts.toLaunchAsBatch, demo.drafts.toDelete])
})

test('a batch that the platform does not answer can be cancelled', async () => {
  const match = { method: 'POST', path: '/(adimages|adcreatives|ads)$' }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'hang', times: 1 })
  assert.equal(String((await sendExample(app, launch)).body.adBatchId), demo.batchToCancel)
})

test('what a guard asks about waits for a person', async () => {
  await guardedBy(app, { largestBatch: 0, mode: 'ask' })
  assert.equal(assertRefused(await sendExample(app, launch), 'approval_required').details.approvalId, demo.approval)
  await guardedBy(app)
})

for (const operation of [...lasting, ...destroying]) {
  test(`the example of ${operation.name} works`, async () => {
    const { status, body } = await sendExample(app, operation)
    assert.ok(status < 300, `${status} ${JSON.stringify(body).slice(0, 600)}`)
    if (typeof body === 'object') assert.notEqual(body.success, false, JSON.stringify(body).slice(0, 600))
  })
}
