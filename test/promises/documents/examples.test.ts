import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { demo } from '../../../src/api/examples.ts'
import { operations } from '../../../src/api/index.ts'
import type { Operation } from '../../../src/call/operation.ts'
import { documentedPath } from '../../../src/http/docs/paths.ts'
import { readyForRules } from '../../support/automations/examples.ts'
import { connectForExamples } from '../../support/connect/stored.ts'
import { effectOfExample, operationCalled } from '../../support/examples.ts'
import { assertRefused, guardedBy } from '../../support/guards/guards.ts'
import { startTestApp } from '../../support/harness.ts'
import { inSeconds, setEnd } from '../../support/manage/ends.ts'

/** The examples of the documents, sent as they stand to a service that was just started. */
const app = await startTestApp({ METRICS: 'on' })
await connectForExamples(app)
// Reads the ads of its account before those of others are.
await app.call('GET', `/v1/creatives?accountIds=${demo.account}`)
const launch = operationCalled('launch_ads')
const saveDraft = operationCalled('create_draft')
const cancel = operationCalled('cancel_batch')
const shown = operations.filter((operation) => operation.example && operation !== launch && operation !== cancel)
const lasting = shown.filter((operation) => effectOfExample(operation) !== 'destroys')
const destroying = shown.filter((operation) => effectOfExample(operation) === 'destroys')

interface Document {
  paths: Record<string, Record<string, { 'x-codeSamples'?: { label: string; source: string }[] }>>
}

const { body: document } = await app.call<Document>('GET', '/openapi.json', { key: null })
const run = promisify(execFile)
const env = { PATH: process.env.PATH, FLIGHTDECK_KEY: app.key }

/** Runs the command that the documents show, letter by letter. */
async function send({ name, rest: { method, path } }: Operation) {
  const described = document.paths[documentedPath(path)]?.[method.toLowerCase()]
  const sample = described?.['x-codeSamples']?.find(({ label }) => label === 'curl')
  assert.ok(sample, `${name} has no sample`)
  const { stdout } = await run('sh', ['-c', `${sample.source} -w '\n%{http_code}'`], { env, maxBuffer: maxBytes })
  const end = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(end + 1)), body: bodyOf(stdout.slice(0, end)) }
}

const maxBytes = 64 * 1024 * 1024

function bodyOf(text: string): Record<string, unknown> {
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text }
}

function assertWorked({ status, body }: Awaited<ReturnType<typeof send>>): void {
  assert.ok(status < 300, `${status} ${JSON.stringify(body).slice(0, 600)}`)
  assert.notEqual(body.success, false, JSON.stringify(body).slice(0, 600))
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

test('the example of cancel_batch works on a batch that the platform does not answer', async () => {
  const match = { method: 'POST', path: '/(adimages|adcreatives|ads)$' }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'hang', times: null })
  assert.equal(String((await send(launch)).body.adBatchId), demo.batchToCancel)
  assertWorked(await send(cancel))
  await app.control('DELETE', 'faults?platform=meta')
})

test('an end is set that the platform cannot keep', async () => {
  const set = { entityType: 'ad', entityId: demo.ad, accountId: demo.account, endTime: inSeconds(86_400) } as const
  assert.equal((await setEnd(app, set)).endedBy, 'flightdeck')
})

test('what a guard asks about waits for a person', async () => {
  await guardedBy(app, { largestBatch: 0, mode: 'ask' })
  assert.equal(assertRefused(await send(launch), 'approval_required').details.approvalId, demo.approval)
  await guardedBy(app)
})

for (const operation of [...lasting, ...destroying]) {
  test(`the example of ${operation.name} works`, async () => {
    if (operation.name === 'undo_execution') await readyForRules(app)
    assertWorked(await send(operation))
  })
}
