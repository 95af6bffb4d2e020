import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import type { Readable } from 'node:stream'
import { createApiKey, revokeApiKey } from '../../../src/core/people/keys.ts'
import { streamEvents } from '../../../src/core/launch/batch/event-stream.ts'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'

/** Without a worker a batch never ends, and its events are those that a test makes. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const fixture = await demoFixture(app)
const { db, pool, eventFeed } = app.app.services
const company = await db.selectFrom('companies').select(['id', 'slug']).executeTakeFirstOrThrow()
const companyId = company.id

async function launched(): Promise<number> {
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', {
    body: { ads: [singleAd(app, fixture)] },
  })
  return body.adBatchId
}

async function heard(stream: Readable, word: string): Promise<void> {
  let text = ''
  while (!text.includes(word)) {
    const [chunk] = (await once(stream, 'data')) as [Buffer]
    text += chunk.toString()
  }
}

test('an open stream of events ends when its key is revoked, and others go on', async () => {
  const id = await launched()
  const { id: keyId, key } = await createApiKey(db, { companyId, name: 'Reader', scopes: ['read'] })
  const open = (bearer: string) =>
    fetch(`${app.url}/v1/batches/${id}/events`, { headers: { authorization: `Bearer ${bearer}` } })
  const [mine, other] = await Promise.all([open(key), open(app.key)])
  const read = async () => {
    for await (const chunk of mine.body!) assert.ok(chunk)
  }
  const ended = assert.rejects(read())
  await revokeApiKey(db, companyId, keyId)
  await ended
  const reader = other.body!.getReader()
  assert.equal((await reader.read()).done, false)
  await reader.cancel()
})

test('what is news to all readers of a batch is read once for all of them', async () => {
  const id = await launched()
  let reads = 0
  const counted = db.withPlugin({
    transformQuery({ node }) {
      reads++
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  const readers = Array.from({ length: 100 }, () =>
    streamEvents({ db: counted, pool, eventFeed }, { company }, { batchId: id, lastId: 0 }),
  )
  await Promise.all(readers.map((reader) => heard(reader, 'retry')))
  const reported = Promise.all(readers.map((reader) => heard(reader, 'ad.launched')))
  const ofItem = `INSERT INTO events (company_id, batch_id, item_id, kind, detail)
    SELECT company_id, batch_id, id, 'ad.launched', '{}' FROM batch_items WHERE company_id = $1 AND batch_id = $2 LIMIT 1`
  await pool.query(ofItem, [companyId, id])
  await pool.query(`SELECT pg_notify('batch_event', $1)`, [String(id)])
  await reported
  // One to begin with and one for the news; the launch itself may be heard in between.
  assert.ok(reads <= 6, `${reads} readings`)
  for (const reader of readers) reader.destroy()
})
