import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { takeLane } from '../../../src/core/journal/lane/lanes.ts'
import type { LaneLease } from '../../../src/core/journal/lane/lanes.ts'
import { compose } from '../../../src/core/journal/turn/parts.ts'
import type { PartName } from '../../../src/core/journal/turn/parts.ts'
import { takeTurn } from '../../../src/core/journal/turn/turn.ts'
import { turnOf, valuesFor } from '../../../src/core/journal/turn/values.ts'
import type { TurnEntry } from '../../../src/core/journal/turn/values.ts'
import type { Step } from '../../../src/platforms/contract/launch.ts'
import type { EveryCompany } from '../../../src/db/scoped.ts'
import type { ItemRef } from '../../../src/core/journal/item-ends.ts'
import { bareItems } from '../../support/launch/bare-items.ts'
import { startTestApp } from '../../support/harness.ts'

/** Each part of the journal's statement by itself: with the parts that it needs, and without those that come after it. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db } = app.app.services
const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()

interface Scene {
  lease: LaneLease
  items: ItemRef[]
}

async function scene(accountId: string, ads: number, state = {}): Promise<Scene> {
  const lane = { companyId: company.id, platform: 'primary', accountId }
  const items = await bareItems(db, lane, ads, state)
  return { lease: (await takeLane(db, lane, { name: 'test', life: null }))!, items }
}

/** What the statement answers when it ends with this part. */
async function rowsOf<Row>(
  on: EveryCompany,
  part: PartName,
  entries: TurnEntry[],
  question = `SELECT * FROM ${part}`,
): Promise<Row[]> {
  const text = compose(part, question)
  const used = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, position]) => Number(position)))
  const { rows } = await on.executeQuery<Row>(CompiledQuery.raw(text, valuesFor(turnOf(entries)).slice(0, used)))
  return rows
}

const stepOf = (kind: Step['kind'], key: string): Step => ({
  ...{ kind, name: kind, key, asks: { key } },
  send: () => Promise.reject(new Error('not sent here')),
  readBack: { kind: 'repeatable', because: 'a test' },
})

const begin = (lease: LaneLease, item: ItemRef): TurnEntry => ({ kind: 'begin', lease, item })
const write = (lease: LaneLease, item: ItemRef, step: Step): TurnEntry => ({
  kind: 'write',
  lease,
  item,
  step,
  lifeMs: 1_000,
})

/** Items that are running, each with an open intent for its ad: what closes them. */
async function closings({ lease, items }: Scene): Promise<TurnEntry[]> {
  await takeTurn(
    db,
    items.map((item) => begin(lease, item)),
  )
  const standings = await takeTurn(
    db,
    items.map((item) => write(lease, item, stepOf('ad', `ad of ${item.id}`))),
  )
  return standings.map((standing, index) => {
    assert.ok(typeof standing === 'object' && 'state' in standing && standing.state === 'may-send')
    const item = items[index]!
    const ad = { creativeId: `creative ${item.id}` }
    return { kind: 'close', lease, item, intent: standing.intent, result: { id: `made ${item.id}` }, ad }
  })
}

test('held: a lane whose fence is current, and no other', async () => {
  const first = await scene('act_held_1', 1)
  const second = await scene('act_held_2', 1)
  const stale = { ...second.lease, fence: second.lease.fence - 1 }
  const entries = [begin(stale, second.items[0]!), begin(first.lease, first.items[0]!)]
  const rows = await rowsOf<{ place: number; account_id: string }>(db, 'held', entries)
  assert.deepEqual(
    rows.map(({ place, account_id: id }) => [place, id]),
    [[2, 'act_held_1']],
  )
  await sql`UPDATE lanes SET lease_until = '-infinity' WHERE account_id = 'act_held_1'`.execute(db)
  assert.deepEqual(await rowsOf(db, 'held', entries), [])
})

test('item: open ones about which something is decided; a picture decides nothing', async () => {
  const { lease, items } = await scene('act_item', 4)
  const [begun, ad, picture, ended] = items as [ItemRef, ItemRef, ItemRef, ItemRef]
  await sql`UPDATE batch_items SET state = 'cancelled' WHERE id = ${ended.id}`.execute(db)
  const entries = [
    begin(lease, ended),
    write(lease, picture, stepOf('media', 'picture')),
    write(lease, ad, stepOf('ad', 'ad')),
    begin(lease, begun),
  ]
  const rows = await rowsOf<{ id: number }>(db, 'item', entries)
  assert.deepEqual(
    rows.map(({ id }) => id),
    [begun.id, ad.id],
  )
})

test('begun, started: the item runs, its beginnings are counted, and its batch is being processed', async () => {
  const { lease, items } = await scene('act_begun', 2, { areBegun: false })
  const [item, other] = items as [ItemRef, ItemRef]
  const stale = { ...lease, fence: lease.fence + 1 }
  const rows = await rowsOf(db, 'begun', [begin(lease, item), begin(stale, other)])
  assert.deepEqual(rows, [{ id: item.id, batch_id: item.batchId }])
  await rowsOf(db, 'started', [begin(lease, item)], 'SELECT')
  const kept = await sql`
    SELECT item.state, starts, batches.state AS batch, started_at IS NOT NULL AS has_start
    FROM batch_items AS item JOIN batches ON batches.id = batch_id WHERE batch_id = ${item.batchId} ORDER BY item.id`.execute(
    db,
  )
  assert.deepEqual(kept.rows, [
    { state: 'running', starts: 2, batch: 'processing', has_start: true },
    { state: 'waiting', starts: 0, batch: 'processing', has_start: true },
  ])
})

test('closed, launched: an answer is written down once, and with it that its item is launched', async () => {
  const { lease, items } = await scene('act_closed', 1)
  const [item] = items as [ItemRef]
  const entries = await closings({ lease, items })
  const rows = await rowsOf(db, 'launched', entries)
  assert.deepEqual(rows, [{ id: item.id, batch_id: item.batchId, ad_id: `made ${item.id}` }])
  assert.deepEqual(await rowsOf(db, 'closed', entries), [], 'closed before')
  const { rows: kept } = await sql`
    SELECT journal.state, platform_id, answer, item.state AS item, ad_id, creative_id
    FROM journal JOIN batch_items AS item ON item.id = item_id WHERE item_id = ${item.id}`.execute(db)
  const made = `made ${item.id}`
  const ends = { item: 'launched', ad_id: made, creative_id: `creative ${item.id}` }
  assert.deepEqual(kept, [{ state: 'done', platform_id: made, answer: { id: made }, ...ends }])
})

test('closed: the answer of a former owner is not', async () => {
  const { lease, items } = await scene('act_closed_late', 1)
  const [entry] = await closings({ lease, items })
  await sql`UPDATE lanes SET fence = fence + 1 WHERE account_id = 'act_closed_late'`.execute(db)
  assert.deepEqual(await rowsOf(db, 'launched', [entry!]), [])
})

test('gain, batch, counted: launched ads are counted by batch, and the last one ends it', async () => {
  const lane = await scene('act_counted', 2)
  const alone = { lease: lane.lease, items: await bareItems(db, lane.lease, 1) }
  const [first, second] = await closings(lane)
  const [third] = await closings(alone)
  const [batch, ended] = [lane.items[0]!.batchId, alone.items[0]!.batchId]
  const entries = [first!, second!, third!]
  await rolledBack(async (trx) => {
    const gains = await rowsOf<{ batch_id: number; ads: number }>(trx, 'gain', entries)
    assert.deepEqual(
      gains.toSorted((a, b) => a.batch_id - b.batch_id),
      [
        { batch_id: batch, ads: 2 },
        { batch_id: ended, ads: 1 },
      ],
    )
  })
  await rolledBack(async (trx) => assert.deepEqual(await rowsOf(trx, 'batch', entries), [{ id: batch }, { id: ended }]))
  const rows = await rowsOf<{ id: number; state: string; launched_ads: number }>(db, 'counted', [first!, third!])
  assert.deepEqual(
    rows.map(({ id, state, launched_ads: launched }) => ({ id, state, launched })).toSorted((a, b) => a.id - b.id),
    [
      { id: batch, state: 'processing', launched: 1 },
      { id: ended, state: 'success', launched: 1 },
    ],
  )
})

test('notified: each launched ad, then the end of its batch', async () => {
  const { lease, items } = await scene('act_told', 2)
  await rowsOf(db, 'notified', (await closings({ lease, items })).reverse(), 'SELECT')
  const { rows } = await sql`
    SELECT item_id, kind, detail FROM events WHERE batch_id = ${items[0]!.batchId} ORDER BY id`.execute(db)
  const launched = items.map(({ id }) => ({ item_id: id, kind: 'ad.launched', detail: { adId: `made ${id}` } }))
  const detail = { state: 'success', launched: 2, failed: 0, cancelled: 0 }
  assert.deepEqual(rows, [...launched, { item_id: null, kind: 'batch.finished', detail }])
})

test('intended: not while an earlier attempt is open, not for an item that is to stop', async () => {
  const { lease, items } = await scene('act_intended', 2)
  const [item, stopped] = items as [ItemRef, ItemRef]
  await sql`UPDATE batch_items SET stop_wanted = true WHERE id = ${stopped.id}`.execute(db)
  const entries = [
    write(lease, item, stepOf('ad', 'wanted')),
    write(lease, stopped, stepOf('ad', 'unwanted')),
    // What others need as well is made for them.
    write(lease, stopped, stepOf('creative', 'shared')),
  ]
  const keysOf = async () => (await rowsOf<{ key: string }>(db, 'intended', entries)).map(({ key }) => key)
  assert.deepEqual(await keysOf(), ['wanted', 'shared'])
  assert.deepEqual(await keysOf(), [])
  await sql`UPDATE journal SET state = 'absent' WHERE account_id = 'act_intended' AND key = 'wanted'`.execute(db)
  assert.deepEqual(await keysOf(), ['wanted'])
  const { rows } =
    await sql`SELECT state, attempt FROM journal WHERE account_id = 'act_intended' AND key = 'wanted'`.execute(db)
  assert.deepEqual(rows, [{ state: 'open', attempt: 2 }])
})

test('intended: no ad for an item that was cancelled and launched again while it was worked on', async () => {
  const { lease, items } = await scene('act_again', 1)
  const [item] = items as [ItemRef]
  await sql`UPDATE batch_items SET state = 'cancelled' WHERE id = ${item.id}`.execute(db)
  await sql`UPDATE batch_items SET state = 'waiting' WHERE id = ${item.id}`.execute(db)
  assert.deepEqual(await rowsOf(db, 'intended', [write(lease, item, stepOf('ad', 'again'))]), [])
  await rowsOf(db, 'begun', [begin(lease, item)])
  assert.equal((await rowsOf(db, 'intended', [write(lease, item, stepOf('ad', 'again'))])).length, 1)
})

class RolledBack extends Error {}

async function rolledBack(work: (trx: EveryCompany) => Promise<void>): Promise<void> {
  const undone = db.transaction().execute(async (trx) => {
    await work(trx)
    throw new RolledBack()
  })
  await assert.rejects(undone, RolledBack)
}
