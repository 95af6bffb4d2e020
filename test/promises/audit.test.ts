import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { operations } from '../../src/api/index.ts'
import type { Operation } from '../../src/call/operation.ts'
import type { AuditRow } from '../../src/core/audit/read.ts'
import { readyForRules } from '../support/automations/examples.ts'
import { connectForExamples } from '../support/connect/stored.ts'
import { effectOfExample, operationCalled, sendExample } from '../support/examples.ts'
import { startTestApp } from '../support/harness.ts'
import { inSeconds, setEnd } from '../support/manage/ends.ts'
import { send as sendFile } from '../support/media/uploads.ts'
import { postsOf } from '../support/reports/creatives.ts'

/** Whatever writes leaves what was there and what is there now. */
const app = await startTestApp()
await connectForExamples(app)

/** Nothing was there before: they make something. */
const creates: Record<string, string> = {
  launch_ads: 'makes a batch of ads',
  create_draft: 'makes a draft',
  draft_failed_ads: 'makes a draft; the batch stays as it is',
  graduate_creative: 'makes a batch of ads',
  create_campaign: 'makes a campaign',
  create_ad_set: 'makes an ad set',
  create_short_video_campaign: 'makes a campaign',
  create_short_video_ad_set: 'makes an ad set',
  duplicate_campaign: 'makes copies; what is copied stays as it is',
  duplicate_adset: 'makes copies; what is copied stays as it is',
  duplicate_ad: 'makes copies; what is copied stays as it is',
  duplicate_app_campaign: 'makes copies; what is copied stays as it is',
  duplicate_network_entity: 'makes copies; what is copied stays as it is',
  send_conversion_events: 'sends events, which are new',
  add_search_keywords: 'makes keywords',
  add_search_negatives: 'makes negatives',
  create_webhook: 'makes a webhook',
  create_changelog_entry: 'makes an entry',
  upload_file: 'brings a file in',
  upload_file_from_url: 'brings a file in',
  upload_media: 'brings a file in',
  upload_media_from_url: 'brings a file in',
  save_view: 'makes a view, where there is none of its name',
  create_board: 'makes a board',
  create_research_board: 'makes a board',
  scrape_page: 'begins to read a page',
  create_ad_copy_template: 'makes a template',
  create_automation: 'makes a rule',
  create_older_workspace: 'makes a workspace',
  invite_person_older: 'makes an invite that waits',
}

/** Not for keys, or open to everybody: what a key tries is refused and changes nothing. Tests of people and approvals are about them. */
const isForPeople = ({ name, scope, forPeople }: Operation) =>
  forPeople !== undefined || scope === null || ['approve_approval', 'refuse_approval'].includes(name)
/** For operations whose example changes nothing, or that have none. */
const inputs: Record<string, object> = {
  undo_batch: { id: demo.batch, dryRun: false },
  remove_search_negatives: { accountId: demo.searchAccount, ids: [demo.searchNegative] },
  test_webhook: { id: demo.webhook },
}

/** Operations that need something of their own before they can be called. */
const prepared: Record<string, () => Promise<unknown>> = {
  async cancel_batch() {
    await app.control('POST', 'latency', { platform: 'meta', ms: 2_000 })
    const { body } = await sendExample(app, operationCalled('launch_ads'))
    await sendExample(app, operationCalled('cancel_batch'), { id: String(body.adBatchId) })
    await app.control('POST', 'latency', { platform: 'meta', ms: 0 })
  },
  async replay_webhook_delivery() {
    const { rows } = await app.app.services.pool.query<{ id: number }>(
      `INSERT INTO webhook_deliveries (company_id, webhook_id, seq, type, state)
       SELECT company_id, id, 1, 'batch.finished', 'failed' FROM webhooks WHERE id = $1 RETURNING id`,
      [demo.webhook],
    )
    await sendExample(app, operationCalled('replay_webhook_delivery'), { id: String(rows[0]!.id) })
  },
  async undo_execution() {
    await readyForRules(app)
    await sendExample(app, operationCalled('undo_execution'))
  },
  async graduate_creative() {
    const [post] = await postsOf(app, demo.account)
    const graduate = operationCalled('graduate_creative')
    await sendExample(app, graduate, { ...graduate.example, id: post!.id })
  },
  async remove_end() {
    const set = { entityType: 'ad', entityId: demo.ad, accountId: demo.account, endTime: inSeconds(86_400) } as const
    await setEnd(app, set)
    await sendExample(app, operationCalled('remove_end'))
  },
  upload_file: () => upload('/upload'),
  upload_media: () => upload('/v1/media/upload'),
}

async function upload(path: string): Promise<void> {
  const picture = await fetch(`${app.sandboxUrl}/_assets/square.png`)
  await sendFile(app, await picture.bytes(), 'square.png', { path })
}

async function newestOf(action: string): Promise<AuditRow | undefined> {
  const { body } = await app.call<{ data: AuditRow[] }>('GET', `/v1/audit-log?action=${action}&limit=1`)
  return body.data[0]
}

async function send(operation: Operation): Promise<void> {
  const { name } = operation
  if (prepared[name]) await prepared[name]()
  else await sendExample(app, operation, inputs[name])
}

const launch = operationCalled('launch_ads')
const writes = operations.filter(
  (operation) => effectOfExample(operation) !== 'reads' || inputs[operation.name] !== undefined,
)
const tried = writes.filter((operation) => !isForPeople(operation) && operation.name !== launch.name)
const destroys = (operation: Operation) => effectOfExample(operation) === 'destroys' || operation.name === 'undo_batch'
// The files of the examples come first: others name them by their ids.
const last = (operation: Operation) => destroys(operation) || operation.rest.form === true
const inOrder = [...tried.filter((each) => !last(each)), ...tried.filter(last)]

test('before: a batch and drafts for the examples', async () => {
  const { body } = await sendExample(app, launch)
  await app.finished(Number(body.adBatchId))
  for (let n = 0; n < 3; n++) await sendExample(app, operationCalled('create_draft'))
  assertWritten(launch, (await newestOf(launch.name))!)
})

test('no operation is called one that makes something without being one', () => {
  const names = writes.map(({ name }) => name)
  for (const name of [...Object.keys(creates), ...Object.keys(inputs)]) assert.ok(names.includes(name), name)
})

for (const operation of inOrder) {
  test(`${operation.name} leaves what was there before and what is there after`, async () => {
    await send(operation)
    const entry = await newestOf(operation.name)
    assert.ok(entry, 'there is no entry')
    assertWritten(operation, entry)
  })
}

function assertWritten({ name }: Operation, { outcome, before, after, error }: AuditRow): void {
  assert.equal(outcome, 'done', JSON.stringify(error))
  assert.ok(isFilled(after), `after: ${JSON.stringify(after)}`)
  if (creates[name]) assert.equal(before, null)
  else assert.ok(isFilled(before), `before: ${JSON.stringify(before)}`)
  assert.doesNotMatch(JSON.stringify({ before, after }), /whsec_|Bearer|ak_[a-z0-9]/i)
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}
