import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { problemOf } from '../../../src/call/check-reply.ts'
import { describeEvents } from '../../../src/core/launch/batch/event-shapes.ts'
import { sql } from 'kysely'
import { batchMoves, itemMoves } from '../../../src/core/journal/states.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import type { BatchStatus } from '../../support/harness.ts'
import { untilApplied, untilUnsure } from '../../support/until.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '2' })
const fixture = await demoFixture(app)
const [account] = fixture.accounts
const { db } = app.app.services
const sets = fixture.adSets[account!.id]!

const ten = (name: string) =>
  Array.from({ length: 10 }, (_, n) => singleAd(app, fixture, { adName: `${name} ${n}`, adSets: [sets[0]] }))
const launch = async (ads: object[]) =>
  (await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })).body.adBatchId
const fault = (body: object) => app.control('POST', 'faults', { platform: 'meta', ...body })
const names = async (start: string) =>
  (await app.control<{ ads: { name: string; status: string }[] }>('GET', 'state?platform=meta')).ads
    .filter((ad) => ad.name.startsWith(start) && ad.status !== 'DELETED')
    .map((ad) => ad.name)

test('the database refuses every move that is not in the table of moves; its table and the documented one are the one in the code', async () => {
  const { rows } = await sql<{ kind: string; from_state: string; to_state: string }>`SELECT * FROM state_moves`.execute(
    db,
  )
  const stored = rows.map((row) => `${row.kind} ${row.from_state} ${row.to_state}`).sort()
  const coded = [
    ...batchMoves.map((move) => `batch ${move.from} ${move.to}`),
    ...itemMoves.map((move) => `item ${move.from} ${move.to}`),
  ].sort()
  assert.deepEqual(stored, coded)
  const printed = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'reliability.md'), 'utf8')
  for (const { from, to, by } of [...batchMoves, ...itemMoves])
    assert.ok(printed.includes(`| ${from} | ${to} | ${by} |`), by)
  const id = await launch([singleAd(app, fixture, { adName: 'Moves' })])
  await app.finished(id)
  await assert.rejects(
    sql`UPDATE batches SET state = 'processing' WHERE id = ${id}`.execute(db),
    /does not move from success to processing/,
  )
  await assert.rejects(
    sql`UPDATE batch_items SET state = 'waiting' WHERE batch_id = ${id}`.execute(db),
    /does not move from launched to waiting/,
  )
})

test('cancel stops what was not sent and tells what exists; of what was sent, only what exists stays', async () => {
  await fault({ match: { method: 'POST', path: '/ads$' }, fault: 'hang', after: 2, times: 4 })
  const id = await launch(ten('Cancel'))
  await untilApplied(app, 4)
  const { status, body } = await app.call<{
    cancelled: number
    stillRunning: number
    created: object[]
    status: string
  }>('POST', `/v1/batches/${id}/cancel`)
  assert.equal(status, 200)
  assert.ok(body.stillRunning >= 4 && body.stillRunning <= 6, 'four are in the air, and at most two about to be')
  assert.equal(body.cancelled, 10 - body.stillRunning - body.created.length)
  const done = await app.finished(id)
  assert.equal(done.status, 'cancelled')
  assert.equal(done.rawStatus, 'Cancelled')
  assert.equal(done.progress, 100)
  assert.equal((await names('Cancel')).length, done.successfulAds)
  assert.ok(done.successfulAds >= body.created.length)
  assert.ok(
    done.successfulAds <= 10 - body.cancelled - 4,
    'the four never reached the platform, and are not sent again',
  )
  assert.equal((await app.call('POST', `/v1/batches/${id}/cancel`)).status, 409)
  await app.control('DELETE', 'faults')

  const again = await app.call<{ adBatchId: number }>('POST', '/v1/launch/from-draft', { body: { batchId: id } })
  assert.equal(again.status, 202)
  assert.equal(again.body.adBatchId, id)
  assert.equal((await app.finished(id)).status, 'success')
  assert.deepEqual(
    (await names('Cancel')).sort(),
    Array.from({ length: 10 }, (_, n) => `Cancel ${n}`),
  )
})

test('cancel stops an ad at once whose creative is being looked for', async () => {
  await fault({ match: { method: 'POST', path: '/adcreatives$' }, fault: 'hang' })
  const id = await launch([singleAd(app, fixture, { adName: 'Not yet', adSets: [sets[0]] })])
  await untilUnsure(app, id)
  const { body } = await app.call<{ cancelled: number; stillRunning: number; status: string }>(
    'POST',
    `/v1/batches/${id}/cancel`,
  )
  assert.deepEqual([body.cancelled, body.stillRunning, body.status], [1, 0, 'cancelled'])
  await app.control('DELETE', 'faults')
  assert.deepEqual(await names('Not yet'), [])
})

test('of a failed batch only what failed is launched again', async () => {
  await fault({
    match: { method: 'POST', path: '/ads$' },
    fault: 'platform-error',
    code: 100,
    subcode: 1487809,
    times: 3,
  })
  const id = await launch(ten('Again'))
  const first = await app.finished(id)
  assert.equal(first.rawStatus, 'Partial')
  assert.equal(first.failedAds.length, 3)
  const { status } = await app.call('POST', '/v1/launch/from-draft', { body: { batchId: id } })
  assert.equal(status, 202)
  const second = await app.finished(id)
  assert.equal(second.status, 'success')
  assert.equal(second.successfulAds, 10)
  assert.deepEqual(
    (await names('Again')).sort(),
    Array.from({ length: 10 }, (_, n) => `Again ${n}`),
  )
  assert.equal((await app.call('POST', '/v1/launch/from-draft', { body: { batchId: id } })).status, 409)
})

test('two calls that launch the same failed batch again start it once', async () => {
  await fault({
    match: { method: 'POST', path: '/ads$' },
    fault: 'platform-error',
    code: 100,
    subcode: 1487809,
    times: 1,
  })
  const id = await launch([singleAd(app, fixture, { adName: 'Twice', adSets: [sets[1]] })])
  assert.equal((await app.finished(id)).status, 'error')
  const replies = await Promise.all(
    [1, 2, 3].map(() => app.call('POST', '/v1/launch/from-draft', { body: { batchId: id } })),
  )
  assert.deepEqual(replies.map((reply) => reply.status).sort(), [202, 409, 409])
  assert.equal((await app.finished(id)).status, 'success')
  assert.deepEqual(await names('Twice'), ['Twice'])
})

test('a draft may be incomplete, says what is missing, and is launched when it is whole', async () => {
  const whole = singleAd(app, fixture, { adName: 'Draft ad', adSets: [sets[1]] })
  const created = await app.call<{ id: number; issues: { path: string }[]; ads: object[] }>('POST', '/v1/drafts', {
    body: { name: 'Idea', ads: [{ ad_name: 'Draft ad', adAccountId: account!.id }] },
  })
  assert.equal(created.status, 201)
  const { id } = created.body
  assert.ok(
    created.body.issues.some((issue) => issue.path === 'ads.0.media'),
    JSON.stringify(created.body.issues),
  )
  const tooEarly = await app.call<{ error: { details: { issues: object[] } } }>('POST', `/v1/drafts/${id}/launch`)
  assert.equal(tooEarly.status, 422)
  const stranger = await app.stranger()
  for (const [method, path, body] of [
    ['GET', `/v1/drafts/${id}`],
    ['PATCH', `/v1/drafts/${id}`, {}],
    ['DELETE', `/v1/drafts/${id}`],
    ['POST', `/v1/drafts/${id}/launch`],
    ['POST', '/v1/launch/from-draft', { batchId: id }],
  ] as [string, string, object?][]) {
    assert.equal((await app.call(method, path, { key: stranger.key, body })).status, 404, `${method} ${path}`)
  }
  const patched = await app.call<{ issues: object[]; name: string }>('PATCH', `/v1/drafts/${id}`, {
    body: { ads: [whole] },
  })
  assert.deepEqual(patched.body.issues, [])
  assert.equal(patched.body.name, 'Idea')
  const list = await app.call<{ data: { id: number }[] }>('GET', '/v1/drafts')
  assert.ok(list.body.data.some((draft) => draft.id === id))
  const launched = await app.call<{ adBatchId: number; totalAds: number }>('POST', `/v1/drafts/${id}/launch`)
  assert.equal(launched.status, 202)
  assert.equal(launched.body.adBatchId, id)
  assert.equal(launched.body.totalAds, 1)
  assert.equal((await app.finished(id)).status, 'success')
  assert.deepEqual(await names('Draft ad'), ['Draft ad'])
  assert.equal((await app.call('GET', `/v1/drafts/${id}`)).status, 404, 'it is a batch now')
  const other = await app.call<{ id: number }>('POST', '/v1/drafts', { body: {} })
  assert.equal((await app.call('DELETE', `/v1/drafts/${other.body.id}`)).status, 200)
  assert.equal((await app.call('DELETE', `/v1/drafts/${other.body.id}`)).status, 404)
})

interface SseEvent {
  id: number
  event: string
  data: Record<string, unknown>
}

async function readEvents(id: number, lastId?: number, max = Infinity): Promise<SseEvent[]> {
  const answer = await fetch(`${app.url}/v1/batches/${id}/events`, {
    headers: {
      authorization: `Bearer ${app.key}`,
      ...(lastId === undefined ? {} : { 'last-event-id': String(lastId) }),
    },
  })
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const events: SseEvent[] = []
  let text = ''
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const parts = text.split('\n\n')
    text = parts.pop()!
    for (const part of parts) {
      const fields = Object.fromEntries(
        part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      if (fields.event) events.push(eventOf(fields))
      if (events.length >= max) return events
    }
  }
  return events
}

/** What is told is what the documents say of it, down to the last field. */
function eventOf({ id, event, data: text }: Record<string, string>): SseEvent {
  const data = JSON.parse(text!) as Record<string, unknown>
  assert.equal(problemOf(describeEvents[event as keyof typeof describeEvents], data), null)
  return { id: Number(id), event: event!, data }
}

test('a batch can be followed live, and a reader that comes back misses nothing', async () => {
  const id = await launch(ten('Follow').map((ad) => ({ ...ad, adSets: [sets[2]] })))
  const first = await readEvents(id, undefined, 3)
  const rest = await readEvents(id, first.at(-1)!.id)
  const all = [...first, ...rest]
  assert.equal(all.filter((each) => each.event === 'ad.launched').length, 10)
  assert.deepEqual(
    all.slice(-2).map((each) => each.event),
    ['progress', 'batch.finished'],
  )
  assert.equal(all.at(-2)!.data.progress, 100)
  assert.ok(all.every((each) => each.data.adBatchId === id))
  assert.equal(all.filter((each) => each.event === 'batch.finished').length, 1)
  const progress = all.filter((each) => each.event === 'progress').map((each) => Number(each.data.progress))
  assert.deepEqual(
    progress,
    [...progress].sort((a, b) => a - b),
    'progress never goes down',
  )
  const stranger = await app.stranger()
  assert.equal((await app.call('GET', `/v1/batches/${id}/events`, { key: stranger.key })).status, 404)
})

test('the elapsed time stops when the batch ends', async () => {
  const id = await launch([singleAd(app, fixture, { adName: 'Elapsed', adSets: [sets[2]] })])
  const done = await app.finished(id)
  const later = await app.call<BatchStatus>('GET', `/v1/batch-status/${id}`)
  assert.equal(later.body.elapsedTimeMs, done.elapsedTimeMs)
})

test('the end of a batch is told last, once, and in the words of batch-status', async () => {
  const ads = ten('Half').map((ad) => ({ ...ad, adSets: [sets[2]] }))
  await app.control('POST', 'faults', {
    ...{ platform: 'meta', match: { method: 'POST', path: '/ads$' } },
    ...{ fault: 'platform-error', code: 100, times: 4 },
  })
  const id = await launch(ads)
  const failed = await readEvents(id)
  const status = async () => (await app.call<Record<string, unknown>>('GET', `/v1/batch-status/${id}`)).body
  const { adBatchId, status: word, summaryStatus, rawStatus, message } = await status()
  assert.equal(word, 'error')
  const end = failed.at(-1)!
  assert.equal(end.event, 'batch.finished')
  const { at: _at, ...reported } = end.data
  const counts = { totalAds: 10, successfulAds: 6, failedCount: 4 }
  assert.deepEqual(reported, { adBatchId, status: word, summaryStatus, rawStatus, message, ...counts })
  assert.deepEqual(await readEvents(id, end.id), [], 'whoever has seen the end is told nothing more')
  assert.deepEqual(
    (await readEvents(id, end.id - 1)).map((each) => each.event),
    ['progress', 'batch.finished'],
    'whoever left just before it is told the end',
  )
  await app.call('POST', '/v1/launch/from-draft', { body: { batchId: id } })
  const again = await readEvents(id)
  assert.equal(again.filter((each) => each.event === 'batch.finished').length, 1)
  assert.equal(again.at(-1)!.data.status, 'success')
  assert.equal((await status()).status, 'success')
})
