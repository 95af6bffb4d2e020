import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../../src/api/examples.ts'
import { operations } from '../../../src/api/index.ts'
import { fieldsAt } from '../../../src/call/operation.ts'
import type { Effect, Operation } from '../../../src/call/operation.ts'
import { asItRuns } from '../../../src/http/docs/as-it-runs.ts'
import { assertRefused, guardedBy } from '../../support/guards/guards.ts'
import { startTestApp } from '../../support/harness.ts'

/** The examples of the documents, sent as they stand to a service that was just started. */
const app = await startTestApp({ METRICS: 'on' })
const launch = operations.find(({ name }) => name === 'launch_ads')!
const saveDraft = operations.find(({ name }) => name === 'create_draft')!
const shown = operations.filter((operation) => operation.example && operation !== launch)
const lasting = shown.filter((operation) => effectOf(operation) !== 'destroys')
const destroying = shown.filter((operation) => effectOf(operation) === 'destroys')

function effectOf({ effect, example }: Operation): Effect {
  return typeof effect === 'function' ? effect({ ...example }) : effect
}

async function send(operation: Operation) {
  const text = asItRuns(JSON.stringify(operation.example), app.sandboxUrl, new Date())
  const example = JSON.parse(text) as Record<string, unknown>
  const { method, path, form } = operation.rest
  const at = (place: 'path' | 'query' | 'body') =>
    fieldsAt(operation, place).flatMap((field) =>
      example[field] === undefined ? [] : [[field, example[field]] as const],
    )
  const address = at('path').reduce(
    (url, [field, value]) => url.replace(field === '*' ? '...' : `{${field}}`, encodeURIComponent(textOf(value))),
    path,
  )
  const query = new URLSearchParams(at('query').map(([field, value]): [string, string] => [field, textOf(value)]))
  const fields = fieldsAt(operation, 'body').length === 0 ? {} : { body: Object.fromEntries(at('body')) }
  const body = form ? { body: await formWith(textOf(example.file)) } : fields
  return app.call(method, query.size > 0 ? `${address}?${query.toString()}` : address, body)
}

async function formWith(address: string): Promise<FormData> {
  const file = await fetch(address)
  assert.equal(file.status, 200, address)
  const form = new FormData()
  form.set('file', await file.blob(), address.slice(address.lastIndexOf('/') + 1))
  return form
}

test('the example of a launch ends with success', async () => {
  const { status, body } = await send(launch)
  assert.equal(status, 202, JSON.stringify(body))
  assert.equal((await app.finished(Number(body.adBatchId))).summaryStatus, 'success')
})

test('the example of a draft can be saved again and again', async () => {
  const ids = []
  for (let n = 0; n < 3; n++) ids.push((await send(saveDraft)).body.id)
  assert.deepEqual(ids, [demo.drafts.toChange, demo.drafts.toLaunchAsBatch, demo.drafts.toDelete])
})

test('a batch that the platform does not answer can be cancelled', async () => {
  const match = { method: 'POST', path: '/(adimages|adcreatives|ads)$' }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'hang', times: 1 })
  assert.equal(String((await send(launch)).body.adBatchId), demo.batchToCancel)
})

test('what a guard asks about waits for a person', async () => {
  await guardedBy(app, { largestBatch: 0, mode: 'ask' })
  assert.equal(assertRefused(await send(launch), 'approval_required').details.approvalId, demo.approval)
  await guardedBy(app)
})

for (const operation of [...lasting, ...destroying]) {
  test(`the example of ${operation.name} works`, async () => {
    const { status, body } = await send(operation)
    assert.ok(status < 300, `${status} ${JSON.stringify(body).slice(0, 600)}`)
    if (typeof body === 'object') assert.notEqual(body.success, false, JSON.stringify(body).slice(0, 600))
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : JSON.stringify(value)
}
