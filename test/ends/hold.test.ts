import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { demo } from '../../src/api/examples.ts'
import { lateAfterMs } from '../../src/core/ends/keep.ts'
import { askUntil, untilTrue } from '../support/ask-until.ts'
import { startTestApp } from '../support/harness.ts'
import type { TestApp } from '../support/harness.ts'
import { copiesOf, endsOf, eventsOf, inSeconds, setEnd } from '../support/manage/ends.ts'
import { readNode } from '../support/manage/manage.ts'

/** No worker: the ends come while nobody is there to keep them. */
const app = await startTestApp({ LOG_LEVEL: 'silent' }, { api: true, worker: false, sandbox: true })
const { db } = app.app.services
const accountId = demo.account

const startOther = () =>
  startTestApp(
    { DATABASE_URL: app.databaseUrl, SANDBOX_URL: app.sandboxUrl, DEMO_API_KEY: app.key, LOG_LEVEL: 'silent' },
    { api: false, worker: true, sandbox: false },
  )

/** Ads that run and that the platform cannot end. */
const runningAds = await copiesOf(app, { adId: demo.ad, accountId, count: 25 })
const takeAd = () => runningAds.shift()!
const statusOf = async (id: string) => (await readNode<{ status: string }>(app, id, 'status')).status
const end = (id: string, endTime: string, more: object = {}) =>
  setEnd(app, { entityType: 'ad', entityId: id, accountId, endTime, ...more })

/** As if its time had come so long ago. */
const comeAgo = (id: string, seconds: number) =>
  sql`UPDATE kept_ends SET end_at = now() - make_interval(secs => ${seconds}), next_at = now() WHERE entity_id = ${id}`.execute(
    db,
  )
const shownEnd = async (id: string) => (await endsOf(app, accountId)).find(({ entityId }) => entityId === id) ?? null
const untilKept = (id: string) =>
  askUntil(async () => {
    const found = await shownEnd(id)
    return found?.state === 'kept' ? found : null
  })
const notifiedOf = async (type: string, id: string) =>
  (await eventsOf(app, type)).filter(({ entityId }) => entityId === id)
const writesOf = async (id: string) => {
  const { calls } = await app.control<{ calls: { method: string; path: string }[] }>('GET', 'calls?platform=meta')
  return calls.filter(({ method, path }) => method === 'POST' && path.endsWith(`/${id}`)).length
}
const rowsOf = async (id: string) =>
  (await sql<{ state: string }>`SELECT state FROM journal WHERE key LIKE ${`end % status ${id}`}`.execute(db)).rows

async function withWorker(work: (worker: TestApp) => Promise<void>): Promise<void> {
  const worker = await startOther()
  try {
    await work(worker)
  } finally {
    await worker.close()
  }
}

test('an end that came while nobody was there is kept after the restart, and told with how late', async () => {
  const [soon, late] = [takeAd(), takeAd()]
  await end(soon, inSeconds(3600))
  await end(late, inSeconds(3600))
  await comeAgo(soon, 1)
  await comeAgo(late, 7200)
  assert.deepEqual([await statusOf(soon), await statusOf(late)], ['ACTIVE', 'ACTIVE'])
  await withWorker(async () => {
    await untilKept(soon)
    await untilKept(late)
  })
  assert.deepEqual([await statusOf(soon), await statusOf(late)], ['PAUSED', 'PAUSED'])
  assert.deepEqual([(await notifiedOf('end.kept', soon)).length, (await notifiedOf('end.late', soon)).length], [1, 0])
  const [reported, ...more] = await notifiedOf('end.late', late)
  assert.deepEqual(more, [])
  assert.ok(Number(reported!.lateSeconds) >= 7200 && Number(reported!.lateSeconds) < 7260, JSON.stringify(reported))
  assert.equal(reported!.currency, 'USD')
  assert.equal((await notifiedOf('end.kept', late)).length, 0)
})

test('what was spent after the end is told as far as the platform tells', async () => {
  // It has run for long.
  const id = demo.ad
  await end(id, inSeconds(3600))
  // Its day began a while ago: all that the platform reports since is spent after the end.
  const days = 2
  await sql`
    UPDATE kept_ends SET next_at = now(), end_at = (date_trunc('day', now() AT TIME ZONE account.time_zone) - make_interval(days => ${days}, secs => 1))
      AT TIME ZONE account.time_zone
    FROM ad_accounts AS account WHERE account.account_id = ${accountId} AND entity_id = ${id}`.execute(db)
  await withWorker(async () => void (await untilKept(id)))
  const [reported] = await notifiedOf('end.late', id)
  const { rows } = await sql<{ spend: number }>`
    SELECT coalesce(sum(spend_micros), 0)::float8 / 1e6 AS spend FROM ad_days JOIN report_entities ON key = ad_key AND level = 'ad'
    WHERE report_entities.id = ${id}`.execute(db)
  assert.equal(reported!.spent, rows[0]!.spend)
  assert.ok(Number(reported!.spent) > 0)
})

test('several workers keep many ends once each', async () => {
  const ids = Array.from({ length: 12 }, takeAd)
  for (const id of ids) await end(id, inSeconds(3600))
  await app.control('DELETE', 'calls?platform=meta')
  const workers = await Promise.all([startOther(), startOther()])
  try {
    await sql`UPDATE kept_ends SET end_at = now(), next_at = now() WHERE entity_id = ANY(${ids})`.execute(db)
    for (const id of ids) await untilKept(id)
  } finally {
    for (const worker of workers) await worker.close()
  }
  for (const id of ids) {
    assert.deepEqual(
      [await statusOf(id), await writesOf(id), (await notifiedOf('end.kept', id)).length],
      ['PAUSED', 1, 1],
    )
    assert.deepEqual(await rowsOf(id), [{ state: 'done' }])
  }
})

for (const fault of ['drop-before', 'drop-after'] as const) {
  test(`an end whose answer is lost is kept all the same (${fault})`, async () => {
    const id = takeAd()
    await end(id, inSeconds(3600))
    await app.control('POST', 'faults', {
      platform: 'meta',
      match: { method: 'POST', path: `/${id}$` },
      fault,
      times: 1,
    })
    await comeAgo(id, 1)
    await withWorker(async () => void (await untilKept(id)))
    assert.equal(await statusOf(id), 'PAUSED')
    assert.deepEqual(await rowsOf(id), [{ state: 'done' }])
    assert.equal((await notifiedOf('end.kept', id)).length, 1)
  })
}

test('a worker that died in the middle of it is followed by another, and the journal is closed', async () => {
  const id = takeAd()
  await end(id, inSeconds(3600))
  await comeAgo(id, 1)
  const { rows } = await sql<{ id: number; version: number }>`
    UPDATE kept_ends SET owner = 'dead', tries = 1, lease_until = now() + interval '1 second' WHERE entity_id = ${id} RETURNING id, version`.execute(
    db,
  )
  // It had written down its intent, sent it, and heard nothing: the ad is paused.
  const key = `end ${rows[0]!.id} ${rows[0]!.version} status ${id}`
  await sql`
    INSERT INTO journal (company_id, platform, account_id, kind, key, digest, state, fence, certain_after)
    SELECT company_id, platform, account_id, 'status', ${key}, sha256(convert_to(${JSON.stringify({ id, status: 'PAUSED' })}, 'UTF8')), 'open', 0,
      now() + interval '1 minute' FROM kept_ends WHERE entity_id = ${id}`.execute(db)
  await fetch(`${app.sandboxUrl}/meta/v26.0/${id}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-meta-token', 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'PAUSED' }),
  })
  assert.equal(await statusOf(id), 'PAUSED')
  await withWorker(async () => void (await untilKept(id)))
  assert.deepEqual(await rowsOf(id), [{ state: 'done' }])
  assert.equal((await notifiedOf('end.kept', id)).length, 1)
})

test('an end that cannot be kept says why and until when, is told once as overdue, and is kept as soon as it can be', async () => {
  const id = takeAd()
  await end(id, inSeconds(3600))
  const match = { method: 'POST', path: `/${id}$` }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'status', status: 500, times: 0 })
  await comeAgo(id, lateAfterMs / 1000 + 5)
  await withWorker(async () => {
    const waits = await askUntil(async () => {
      const found = await shownEnd(id)
      return found?.problem ? found : null
    })
    assert.equal(waits.state, 'waiting')
    assert.ok(Date.parse(waits.nextTryAt!) > Date.now() - 1000)
    const [reported] = await notifiedOf('end.overdue', id)
    assert.equal(reported!.reason, waits.problem)
    // Once more in vain: it is not told again.
    await sql`UPDATE kept_ends SET next_at = now() WHERE entity_id = ${id}`.execute(db)
    await sql`SELECT pg_notify('end_kept', '')`.execute(db)
    await untilTrue(async () => {
      const { rows } = await sql<{ tries: number; owner: string | null }>`
        SELECT tries, owner FROM kept_ends WHERE entity_id = ${id}`.execute(db)
      return rows[0]!.tries > 1 && rows[0]!.owner === null
    })
    assert.equal((await notifiedOf('end.overdue', id)).length, 1)
    await app.control('DELETE', 'faults')
    // The write has been tried so often that it rests.
    await sql`UPDATE often_tried SET rests_until = clock_timestamp()`.execute(db)
    await sql`UPDATE kept_ends SET next_at = now() WHERE entity_id = ${id}`.execute(db)
    await sql`SELECT pg_notify('end_kept', '')`.execute(db)
    await untilKept(id)
  })
  assert.equal(await statusOf(id), 'PAUSED')
  assert.equal((await notifiedOf('end.late', id)).length, 1)
})

test('what somebody has paused before, or deleted, needs no write and no word at its end', async () => {
  const [paused, deleted] = [takeAd(), takeAd()]
  for (const id of [paused, deleted]) await end(id, inSeconds(3600))
  await setEnd(app, { entityType: 'ad', entityId: paused, accountId, newStatus: 'PAUSED' })
  assert.equal((await shownEnd(paused))!.state, 'waiting', 'a pause leaves the end')
  await fetch(`${app.sandboxUrl}/meta/v26.0/${deleted}`, {
    method: 'DELETE',
    headers: { authorization: 'Bearer sandbox-meta-token' },
  })
  for (const id of [paused, deleted]) await comeAgo(id, 300)
  await withWorker(async () => {
    await untilKept(paused)
    await untilTrue(async () => (await shownEnd(deleted)) === null)
  })
  for (const id of [paused, deleted]) {
    assert.deepEqual(await rowsOf(id), [])
    for (const type of ['end.kept', 'end.late', 'end.overdue']) assert.deepEqual(await notifiedOf(type, id), [])
  }
})
