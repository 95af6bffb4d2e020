import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { demo } from '../../src/api/examples.ts'
import { createApiKey } from '../../src/core/people/keys.ts'
import { askUntil } from '../support/ask-until.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { copiesOf, endsOf, inSeconds, setEnd } from '../support/manage/ends.ts'
import type { ShownEnd } from '../support/manage/ends.ts'
import { readNode } from '../support/manage/manage.ts'
import { signedIn } from '../support/people/browser.ts'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const { db } = app.app.services
const accountId = demo.account
const all = await copiesOf(app, { adId: demo.ad, accountId, count: 14 })
const takeAd = () => all.shift()!

const statusOf = async (id: string) => (await readNode<{ status: string }>(app, id, 'status')).status
const change = (id: string, more: object) => setEnd(app, { entityType: 'ad', entityId: id, accountId, ...more })
const shownEnd = async (id: string): Promise<ShownEnd | null> =>
  (await endsOf(app, accountId)).find(({ entityId }) => entityId === id) ?? null
const untilKept = (id: string) =>
  askUntil(async () => {
    const found = await shownEnd(id)
    return found?.state === 'kept' ? found : null
  })
const ask = (id: string, more: object, key = app.key) =>
  app.call('POST', '/v1/manage/update-status', {
    key,
    body: { entityType: 'ad', entityId: id, accountId, ...more },
  })

test('an end can be moved, ended now, and taken away', async () => {
  const id = takeAd()
  const [later, sooner] = [inSeconds(7200), inSeconds(3600)]
  await change(id, { endTime: later })
  const { id: endId } = (await shownEnd(id))!
  await change(id, { endTime: sooner })
  assert.deepEqual([(await shownEnd(id))!.endTime, (await shownEnd(id))!.id], [sooner, endId])
  const removed = await app.call<{ end: ShownEnd }>('DELETE', `/v1/ends/${endId}`)
  assert.deepEqual([removed.status, removed.body.end.entityId], [200, id])
  assert.deepEqual([await shownEnd(id), await statusOf(id)], [null, 'ACTIVE'])
  assert.equal((await app.call('DELETE', `/v1/ends/${endId}`)).status, 404)
  await change(id, { endTime: sooner })
  const ended = await change(id, { endTime: '2020-01-01' })
  assert.deepEqual([ended.status, await statusOf(id), await shownEnd(id)], ['PAUSED', 'PAUSED', null])
})

test('a time alone, a day and an end with newStatus mean what they mean on platforms that can end', async () => {
  const id = takeAd()
  await change(id, { newStatus: 'PAUSED' })
  const set = await change(id, { newStatus: 'ACTIVE', endTime: '2031-01-31' })
  assert.deepEqual([set.status, set.endedBy, await statusOf(id)], ['ACTIVE', 'flightdeck', 'ACTIVE'])
  const { rows } = await sql<{ local: string }>`
    SELECT (end_at AT TIME ZONE time_zone)::text AS local FROM kept_ends JOIN ad_accounts USING (company_id, platform, account_id)
    WHERE entity_id = ${id}`.execute(db)
  assert.equal(rows[0]!.local, '2031-01-31 23:59:59')
  for (const endTime of ['soon', '', '2031-02-30', 1e15, {}]) {
    assert.equal((await ask(id, { endTime })).status, 400, JSON.stringify(endTime))
  }
  assert.equal((await shownEnd(id))!.endTime, String(set.endTime))
})

test('a pause and a resume before the end leave it; a resume after it takes it away', async () => {
  const id = takeAd()
  await change(id, { endTime: inSeconds(3600) })
  for (const newStatus of ['PAUSED', 'ACTIVE']) {
    assert.deepEqual(Object.keys(await change(id, { newStatus })).toSorted(), ['entityId', 'status', 'success'])
    assert.equal((await shownEnd(id))!.state, 'waiting')
  }
  await change(id, { endTime: inSeconds(0.3) })
  await untilKept(id)
  assert.equal(await statusOf(id), 'PAUSED')
  await change(id, { newStatus: 'ACTIVE' })
  assert.deepEqual([await shownEnd(id), await statusOf(id)], [null, 'ACTIVE'])
})

test('resuming after the end passes the guards, and where one refuses it stays ended', async () => {
  const id = takeAd()
  await change(id, { endTime: inSeconds(0.3) })
  await untilKept(id)
  await guardedBy(app, { accountId, platform: 'primary', dailyCap: 0.01 })
  try {
    assert.equal((await ask(id, { newStatus: 'ACTIVE' })).status, 403)
    assert.equal((await shownEnd(id))!.state, 'kept')
    const running = takeAd()
    await change(running, { endTime: inSeconds(3600) })
    assert.equal((await ask(running, { endTime: inSeconds(7200) })).status, 403, 'a later end costs more')
    const { id: endId } = (await shownEnd(running))!
    assert.equal((await app.call('DELETE', `/v1/ends/${endId}`)).status, 403, 'so does none')
    assert.equal((await change(running, { endTime: inSeconds(1800) })).success, true, 'an earlier one does not')
  } finally {
    await guardedBy(app)
  }
  assert.equal(await statusOf(id), 'PAUSED')
  await change(id, { newStatus: 'ACTIVE' })
  assert.equal(await shownEnd(id), null)
})

test('a write that the platform refuses leaves the end as it was', async () => {
  const id = takeAd()
  await change(id, { newStatus: 'PAUSED' })
  const match = { method: 'POST', path: `/${id}$` }
  const refuse = () =>
    app.control('POST', 'faults', { platform: 'meta', match, fault: 'status', status: 400, times: 1 })
  await refuse()
  assert.equal((await ask(id, { newStatus: 'ACTIVE', endTime: inSeconds(3600) })).body.success, false)
  assert.equal(await shownEnd(id), null)
  const endTime = inSeconds(3600)
  await change(id, { endTime })
  await refuse()
  assert.equal((await ask(id, { newStatus: 'ACTIVE', endTime: inSeconds(7200) })).body.success, false)
  assert.equal((await shownEnd(id))!.endTime, endTime)
})

test('in the moment in which an end is kept nobody else changes it', async () => {
  const id = takeAd()
  await change(id, { endTime: inSeconds(3600) })
  const { id: endId } = (await shownEnd(id))!
  const hold = (seconds: number) =>
    sql`UPDATE kept_ends SET owner = 'another', lease_until = now() + make_interval(secs => ${seconds}) WHERE id = ${endId}`.execute(
      db,
    )
  await hold(60)
  for (const reply of [await ask(id, { endTime: inSeconds(60) }), await app.call('DELETE', `/v1/ends/${endId}`)]) {
    assert.equal(reply.status, 409, JSON.stringify(reply.body))
    assert.equal(reply.headers.get('retry-after'), '5')
  }
  await hold(-1)
  assert.equal((await change(id, { endTime: inSeconds(60) })).success, true)
})

test('who deletes something is told of the ends that are no longer kept', async () => {
  const id = takeAd()
  const endTime = inSeconds(3600)
  await change(id, { endTime })
  const remove = (dryRun: boolean) =>
    app.call<{ results: { endsDropped?: object[] }[] }>('POST', '/v1/manage/delete', {
      body: { accountId, entityType: 'ad', entityIds: [id], dryRun },
    })
  const { name } = await readNode<{ name: string }>(app, id, 'name')
  const named = { id: (await shownEnd(id))!.id, entityType: 'ad', entityId: id, name, endTime }
  const rehearsed = (await remove(true)).body.results[0]!.endsDropped
  assert.deepEqual(rehearsed, [named])
  assert.ok(await shownEnd(id))
  assert.deepEqual((await remove(false)).body.results[0]!.endsDropped, rehearsed)
  assert.equal(await shownEnd(id), null)
})

test('who deletes an ad set is told of the ends of the ads in it', async () => {
  const made = await app.call<{ results: { newAdSetId: string }[] }>('POST', '/v1/manage/duplicate-adset', {
    body: { accountId, adSetId: demo.adSet, initialStatus: 'ACTIVE' },
  })
  const adSetId = made.body.results[0]!.newAdSetId
  const { body } = await app.call<{ data: { id: string }[] }>(
    'GET',
    `/v1/manage/list-ads?accountId=${accountId}&adSetId=${adSetId}`,
  )
  const ids = body.data.slice(0, 2).map(({ id }) => id)
  for (const id of ids) await change(id, { endTime: inSeconds(3600) })
  const removed = await app.call<{ results: { endsDropped: { entityId: string }[] }[] }>('POST', '/v1/manage/delete', {
    body: { accountId, entityType: 'adset', entityIds: [adSetId] },
  })
  assert.deepEqual(
    removed.body.results[0]!.endsDropped.map(({ entityId }) => entityId),
    ids,
  )
  for (const id of ids) assert.equal(await shownEnd(id), null)
})

test('a receipt shows the end that is kept, and an undo names it', async () => {
  const fixture = await demoFixture(app)
  const adSets = [demo.adSet]
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', {
    body: { ads: [singleAd(app, fixture, { adAccountId: accountId, adSets })] },
  })
  const { ads } = await app.finished(body.adBatchId)
  const adId = String(ads![0]!.adId)
  const endTime = inSeconds(3600)
  await change(adId, { endTime })
  const batch = `/v1/batches/${body.adBatchId}`
  const receipts = await app.call<{ data: Record<string, unknown>[] }>('GET', `${batch}/receipts`)
  assert.deepEqual([receipts.body.data[0]!.endTime, receipts.body.data[0]!.endedBy], [endTime, 'flightdeck'])
  const undo = async (dryRun: boolean) => {
    const reply = await app.call<{ results: { endsDropped?: object[] }[] }>('POST', `${batch}/undo`, {
      body: { dryRun },
    })
    return reply.body.results[0]!.endsDropped
  }
  const { id } = (await shownEnd(adId))!
  const named = [{ id, entityType: 'ad', entityId: adId, name: ads![0]!.adName, endTime }]
  assert.deepEqual(await undo(true), named)
  assert.equal((await shownEnd(adId))!.state, 'waiting', 'the dry run leaves it')
  assert.deepEqual(await undo(false), named)
  assert.equal(await shownEnd(adId), null)
})

test('ends are their own company, their own workspaces and the right to manage', async () => {
  const id = takeAd()
  await change(id, { endTime: inSeconds(3600) })
  const { id: endId } = (await shownEnd(id))!
  const stranger = await app.stranger()
  assert.deepEqual(await endsOf(app, accountId, stranger.key), [])
  assert.equal((await app.call('DELETE', `/v1/ends/${endId}`, { key: stranger.key })).status, 404)
  const { id: companyId } = await db
    .selectFrom('companies')
    .select('id')
    .where('slug', '=', 'demo')
    .executeTakeFirstOrThrow()
  const reader = await createApiKey(db, { companyId, name: 'Reads', scopes: ['read'] })
  assert.ok((await endsOf(app, accountId, reader.key)).some(({ entityId }) => entityId === id))
  assert.equal((await app.call('DELETE', `/v1/ends/${endId}`, { key: reader.key })).status, 403)
  assert.equal((await ask(id, { endTime: inSeconds(60) }, reader.key)).status, 403)
  const owner = await signedIn(app)
  const made = await owner.call('POST', '/v1/workspaces', { body: { name: 'Elsewhere', slug: 'elsewhere' } })
  const outsider = await signedIn(app, 'admin', [Number(made.body.id)])
  assert.deepEqual((await outsider.call('GET', '/v1/ends')).body.data, [])
  assert.equal((await outsider.call('DELETE', `/v1/ends/${endId}`)).status, 404)
  assert.equal((await shownEnd(id))!.state, 'waiting')
})
