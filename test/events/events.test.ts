import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { kindOf } from '../../src/core/events/catalogue.ts'
import { forgetEvents } from '../../src/core/events/forget.ts'
import { numberEvents } from '../../src/core/events/number.ts'
import { notifyEndings } from '../../src/core/connections/state/endings.ts'
import type { CompanyEvent } from '../../src/core/events/present.ts'
import { recordEvent } from '../../src/core/events/record.ts'
import { listEvents } from '../../src/core/events/read.ts'
import { forgetWrites } from '../../src/core/journal/retention/writes.ts'
import { createApiKey, revokeApiKey } from '../../src/core/people/keys.ts'
import { problemOf } from '../../src/call/check-reply.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'
import type { CallOptions } from '../support/harness.ts'

const app = await startTestApp()
const { db, connections } = app.app.services

interface Page {
  data: CompanyEvent[]
  count: number
  pagination: { hasMore: boolean; nextCursor: string | null }
}

const list = async (query = '', options: CallOptions = {}) =>
  (await app.call<Page>('GET', `/v1/events${query}`, options)).body

test('a launch is told: each ad that exists, each that failed, then the end of the batch', async () => {
  const { key } = await app.stranger()
  const fixture = await demoFixture(app, key)
  const ads = [
    singleAd(app, fixture, { adName: 'One', clientRef: 'mine' }),
    singleAd(app, fixture, { adName: 'Two', link: 'https://example.com/2' }),
  ]
  const { body } = await app.call<{ adBatchId: number; adBatchSlug: string }>('POST', '/v1/launch', {
    key,
    body: { ads },
  })
  await app.finished(body.adBatchId, { key })
  const { data } = await list('?type=ad.launched,batch.finished', { key })
  assert.deepEqual(data.map(({ type, data: { adName, clientRef } }) => [type, adName, clientRef]).sort(), [
    ['ad.launched', 'One', 'mine'],
    ['ad.launched', 'Two', undefined],
    ['batch.finished', undefined, undefined],
  ])
  const end = data.at(-1)!
  assert.equal(end.type, 'batch.finished')
  const { adBatchId, adBatchSlug } = body
  const counts = { totalAds: 2, successfulAds: 2, failedCount: 0, cancelledCount: 0 }
  assert.deepEqual(end.data, { adBatchId, adBatchSlug, state: 'success', ...counts })
  for (const { type, data: said } of data) assert.equal(problemOf(kindOf(type).data, said), null)

  await app.call('POST', `/v1/batches/${adBatchId}/undo`, { key })
  const { data: after } = await list(`?after=${end.id}`, { key })
  assert.deepEqual(
    after.map(({ type, data: said }) => ({ type, said })),
    [{ type: 'batch.undone', said: { adBatchId, adBatchSlug, removed: 2, notRemoved: 0 } }],
  )
})

test('whoever goes on from the last event misses nothing, however writers overtake each other', async () => {
  const { companyId } = await app.stranger()
  const company = { id: companyId, slug: '' }
  const writers = 12
  const each = 25
  let isOver = false
  const write = async (writer: number) => {
    for (let n = 0; n < each; n++) {
      await db.transaction().execute(async (trx) => {
        await recordEvent(trx, company, { type: 'key.revoked', data: { keyId: n, name: `writer ${writer}` } })
        // Some hold their transaction open for longer than others need for several.
        if ((writer + n) % 3 === 0) await sql`SELECT pg_sleep(0.01)`.execute(trx)
        await recordEvent(trx, company, { type: 'key.revoked', data: { keyId: n + 0.5, name: `writer ${writer}` } })
      })
    }
  }
  const seen: CompanyEvent[] = []
  const read = async () => {
    for (;;) {
      const last = isOver
      const after = Number(seen.at(-1)?.id.split('_')[2] ?? 0)
      const { events } = await listEvents({ db }, { company }, { after, limit: 7, types: ['key.revoked'] })
      seen.push(...events)
      if (last && events.length === 0) return
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer))).finally(
    () => (isOver = true),
  )
  await Promise.all([writing, read()])
  assert.equal(seen.length, writers * each * 2)
  assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length)
  for (let writer = 0; writer < writers; writer++) {
    const own = seen.filter(({ data }) => data.name === `writer ${writer}`).map(({ data }) => data.keyId)
    assert.deepEqual(
      own,
      own.toSorted((a, b) => Number(a) - Number(b)),
    )
  }
})

test('the stream tells events as they happen, and goes on after Last-Event-ID without a gap', async () => {
  const { companyId, key } = await app.stranger()
  const company = { id: companyId }
  const say = (name: string) => recordEvent(db, company, { type: 'key.revoked', data: { keyId: 1, name } })
  const first = await openStream(key)
  await say('while it is open')
  const heard = await first.next('while it is open')
  assert.match(heard, /^event: key\.revoked$/m)
  await first.close()
  await say('while nobody reads')
  const lastId = /^id: (evt_\d+_\d+)$/m.exec(heard.slice(heard.lastIndexOf('id: ')))![1]!
  const second = await openStream(key, lastId)
  const missed = await second.next('while nobody reads')
  assert.doesNotMatch(missed, /while it is open/)
  await second.close()
})

async function openStream(key: string, lastId?: string) {
  const answer = await fetch(`${app.url}/v1/events`, {
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'text/event-stream',
      ...(lastId ? { 'last-event-id': lastId } : {}),
    },
  })
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  return {
    async next(word: string): Promise<string> {
      let text = ''
      while (!text.includes(word)) {
        const { value, done } = await reader.read()
        assert.equal(done, false)
        text += value
      }
      return text
    },
    close: () => reader.cancel(),
  }
}

test('a cursor of another company is not found, one that is no id is refused, pages follow each other', async () => {
  const { companyId, key } = await app.stranger()
  const { id } = await createApiKey(db, { companyId, name: 'Short-lived', scopes: ['read'] })
  await revokeApiKey(db, companyId, id)
  const { data, pagination } = await list('?limit=2', { key })
  assert.deepEqual(
    data.map(({ type }) => type),
    ['key.created', 'key.created'],
  )
  assert.equal(pagination.nextCursor, data[1]!.id)
  const rest = await list(`?cursor=${pagination.nextCursor}`, { key })
  assert.deepEqual(
    rest.data.map(({ type, data: { name } }) => [type, name]),
    [['key.revoked', 'Short-lived']],
  )
  const status = async (after: string) => (await app.call('GET', `/v1/events?after=${after}`)).status
  assert.equal(await status(data[0]!.id), 404)
  assert.equal(await status('evt_1_999999999'), 404)
  assert.equal(await status('after%201'), 400)
  assert.equal((await app.call('GET', '/v1/events?type=ad.exploded')).status, 400)
  assert.equal((await app.call('GET', '/v1/events?from=2026-11-02&to=2026-11-01')).status, 422)
  const none = await list('?from=2020-01-01&to=2020-02-01', { key })
  assert.equal(none.count, 0)
})

test('an end that nobody puts off is told 14, 7, 3 and 1 days ahead, each once', async () => {
  const { companyId, key } = await app.stranger()
  const connection = { company_id: companyId, platform: 'linkedin', sealed_credentials: Buffer.from('x') }
  const end = new Date('2030-01-10T12:00:00Z')
  const renewed = { expires_at: end, renewable_until: new Date('2031-01-10T12:00:00Z') }
  await db
    .insertInto('connections')
    .values([
      { ...connection, label: 'Ends', expires_at: end },
      { ...connection, label: 'Renewed', ...renewed },
    ])
    .execute()
  for (let hours = 24 * 20; hours > 0; hours -= 12)
    await notifyEndings({ db, platforms: connections.platforms }, new Date(end.getTime() - hours * 3_600_000))
  const { data } = await list('?type=connection.expiring,connection.broken', { key })
  assert.deepEqual(
    data.map(({ data: { label, daysLeft } }) => [label, daysLeft]),
    [14, 7, 3, 1].map((days) => ['Ends', days]),
  )
  await db.deleteFrom('connections').where('company_id', '=', companyId).execute()
})

test('what is about to end is told once', async () => {
  const { companyId, key } = await app.stranger()
  await db
    .insertInto('connections')
    .values({
      company_id: companyId,
      platform: 'meta',
      label: 'Main',
      sealed_credentials: Buffer.from('x'),
      expires_at: '2030-01-10T00:00:00Z',
    })
    .execute()
  const types = async () =>
    (await list('?type=connection.expiring,connection.broken', { key })).data.map(({ type }) => type)
  const look = (now: string) => notifyEndings({ db, platforms: connections.platforms }, new Date(now))
  await look('2029-12-01T00:00:00Z')
  assert.deepEqual(await types(), [])
  await look('2030-01-01T00:00:00Z')
  await look('2030-01-02T00:00:00Z')
  await look('2030-01-11T00:00:00Z')
  assert.deepEqual(await types(), ['connection.expiring', 'connection.broken'])
  await db.deleteFrom('connections').where('company_id', '=', companyId).execute()
})

test('events and writes leave when they have been kept long enough; batches and their receipts stay', async () => {
  const { companyId, key } = await app.stranger()
  const fixture = await demoFixture(app, key)
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', {
    key,
    body: { ads: [singleAd(app, fixture)] },
  })
  await app.finished(body.adBatchId, { key })
  const receipts = () => app.call<{ count: number }>('GET', `/v1/batches/${body.adBatchId}/receipts`, { key })
  assert.equal((await receipts()).body.count, 1)
  const rows = async () => {
    const { rows: counted } = await sql<{ events: number; writes: number }>`
      SELECT (SELECT count(*)::int FROM events WHERE company_id = ${companyId}) AS events,
        (SELECT count(*)::int FROM journal WHERE company_id = ${companyId}) AS writes`.execute(db)
    return counted[0]!
  }
  await Promise.all([forgetEvents(db, 90, { atOnce: 3 }), forgetWrites(db, 180, { atOnce: 3 })])
  const { events, writes } = await rows()
  assert.ok(events >= 3 && writes >= 3)
  await sql`UPDATE events SET at = now() - interval '91 days'`.execute(db)
  await sql`UPDATE journal SET intent_at = now() - interval '181 days'`.execute(db)
  await sql`UPDATE journal SET state = 'open' WHERE id = (SELECT max(id) FROM journal WHERE company_id = ${companyId})`.execute(
    db,
  )
  await numberEvents(db)
  assert.ok((await forgetEvents(db, 90, { atOnce: 3 })) >= events)
  assert.ok((await forgetWrites(db, 180, { atOnce: 3 })) >= writes - 1)
  assert.deepEqual(await rows(), { events: 0, writes: 1 })
  assert.equal((await receipts()).body.count, 1)
  const { status } = await app.call('GET', `/v1/batches/${body.adBatchId}`, { key })
  assert.equal(status, 200)
})
