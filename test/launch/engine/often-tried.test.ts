import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { makeForCaller } from '../../../src/core/writes/caller-write.ts'
import type { CallerWrite } from '../../../src/core/writes/caller-write.ts'
import { takeLane } from '../../../src/core/journal/lane/lanes.ts'
import { notifyOftenTried } from '../../../src/core/journal/often-tried.ts'
import { PlatformError } from '../../../src/errors.ts'
import { askUntil } from '../../support/ask-until.ts'
import { companyId } from '../../support/company-id.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import type { BatchStatus } from '../../support/harness.ts'
import { eventsOf } from '../../support/manage/ends.ts'

const app = await startTestApp({ METRICS: 'on', LOG_LEVEL: 'silent' })
const { db } = app.app.services
const fixture = await demoFixture(app)
const [account, other] = fixture.accounts

interface Tried {
  key: string
  attempts: number
  seconds: number
}
const tried = async (key: string) =>
  (
    await sql<Tried>`
      SELECT key, attempts, extract(epoch FROM rests_until - clock_timestamp())::float8 AS seconds FROM often_tried WHERE key = ${key}`.execute(
      db,
    )
  ).rows[0]
const endRests = () => sql`UPDATE often_tried SET rests_until = clock_timestamp()`.execute(db)

/** A write that sets something, to which nobody answers. */
function unanswered(key: string): CallerWrite & { sent: number } {
  return {
    ...{ kind: 'status', key, asks: { key }, sent: 0 },
    async send() {
      this.sent++
      throw new PlatformError({ platform: 'primary', kind: 'transient', message: 'Not now.' })
    },
    readBack: { kind: 'repeatable', because: 'it sets a value' },
  }
}
const lane = (accountId: string) => ({
  ...{ db, companyId: companyId(1), platform: 'primary', accountId },
  life: { requestLifeMs: 1_000, readLagMs: 1_000 },
})

test('a write that a caller repeats more than five times rests, and longer each time; others of the account do not', async () => {
  const write = unanswered('again and again')
  for (let n = 0; n < 5; n++) await assert.rejects(makeForCaller(lane(other!.id), write), { message: 'Not now.' })
  assert.equal(await tried(write.key), undefined)
  let longest = 0
  for (let attempts = 6; attempts < 14; attempts++) {
    await assert.rejects(makeForCaller(lane(other!.id), write), { message: 'Not now.' })
    const { seconds, attempts: counted } = (await tried(write.key))!
    assert.equal(counted, attempts)
    assert.ok(seconds > longest - 1 && seconds <= 120, `${seconds} after ${longest}`)
    longest = seconds
    const { sent } = write
    await assert.rejects(makeForCaller(lane(other!.id), write), { code: 'conflict' })
    assert.equal(write.sent, sent, 'nothing is sent while it rests')
    await assert.rejects(makeForCaller(lane(other!.id), unanswered(`another ${attempts}`)), { message: 'Not now.' })
    if (attempts < 13) await endRests()
  }
  assert.ok(longest > 100)
  assert.equal(
    await takeLane(db, lane(other!.id), { name: 'test', life: null }),
    null,
    'the lane is nobody’s meanwhile',
  )
  const notified = (await eventsOf(app, 'write.often_tried')).filter(({ accountId }) => accountId === other!.id)
  assert.equal(notified.length, 1, 'it is told once')
  assert.deepEqual([notified[0]!.kind, notified[0]!.attempts, notified[0]!.adBatchId], ['status', 6, null])
})

test('a launch whose write is tried again and again says so, is counted, and goes on after its rest', async () => {
  await app.control('POST', 'faults', {
    ...{ platform: 'meta', match: { method: 'POST', path: '/adimages$' } },
    ...{ fault: 'drop-before', times: 6 },
  })
  const media = [{ url: `${app.sandboxUrl}/_assets/square.png?v=991` }]
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', {
    body: { ads: [singleAd(app, fixture, { media })] },
  })
  const path = `/v1/batch-status/${body.adBatchId}?include=ads`
  const resting = await askUntil(async () => {
    // The pauses of the write itself are made short.
    await sql`UPDATE journal SET lost_at = lost_at - interval '1 minute' WHERE state = 'open'`.execute(db)
    await sql`UPDATE batch_items SET run_after = clock_timestamp() - interval '3 seconds' WHERE batch_id = ${body.adBatchId} AND state = 'unsure'`.execute(
      db,
    )
    const { body: status } = await app.call<BatchStatus>('GET', path)
    return status.ads![0]!.waitingFor === 'often_tried' ? status : null
  })
  assert.ok(Date.parse(String(resting.ads![0]!.waitsUntil)) > Date.now() - 1_000)
  assert.match(String(resting.message), /1 ad waits until \S+Z: a write to the account was tried more than five times/)
  const notified = (await eventsOf(app, 'write.often_tried')).filter(({ adBatchId }) => adBatchId === body.adBatchId)
  assert.deepEqual(
    notified.map(({ accountId, kind }) => [accountId, kind]),
    [[account!.id, 'media']],
  )
  const shown = await (await fetch(`${app.url}/metrics`)).text()
  assert.match(shown, /^flightdeck_often_tried_writes_total\{platform="primary"\} 2$/m)
  assert.match(shown, /^flightdeck_often_tried_tries_total\{platform="primary"\} \d+$/m)
  await sql`UPDATE journal SET lost_at = lost_at - interval '5 minutes' WHERE state = 'open'`.execute(db)
  assert.equal((await app.finished(body.adBatchId)).summaryStatus, 'success')
})

test('each is a line in the log of one process', async () => {
  await sql`UPDATE often_tried SET is_logged = false`.execute(db)
  const lines: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const log = pino(stream)
  await Promise.all([notifyOftenTried(db, log), notifyOftenTried(db, log)])
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM often_tried`.execute(db)
  assert.equal(lines.length, rows[0]!.count)
  assert.ok(lines.every((line) => /tried more than 5 times/.test(line)))
  assert.ok(lines.some((line) => line.includes('"attempts":13')))
})
