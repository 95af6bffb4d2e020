import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { cancelBatch } from '../../../src/core/launch/batch/cancel.ts'
import { takeTurn } from '../../../src/core/journal/turn/turn.ts'
import type { Standing } from '../../../src/core/journal/intents.ts'
import { takeLane } from '../../../src/core/journal/lane/lanes.ts'
import type { Step } from '../../../src/platforms/contract/launch.ts'
import { bareItems } from '../../support/launch/bare-items.ts'
import { startTestApp } from '../../support/harness.ts'
import { askUntil } from '../../support/ask-until.ts'

const app = await startTestApp()
const { db } = app.app.services

test('a cancel that meets an intent just being committed leaves that ad to come to its end', async () => {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'slug'])
    .where('slug', '=', 'demo')
    .executeTakeFirstOrThrow()
  const lane = { companyId: company.id, platform: 'primary', accountId: 'act_901' }
  const [item] = await bareItems(db, lane, 1)
  const lease = (await takeLane(db, lane, { name: 'test', life: null }))!
  const batch = await db.selectFrom('batches').selectAll().where('id', '=', item!.batchId).executeTakeFirstOrThrow()
  const step: Step = {
    ...{ kind: 'ad', name: 'ad', key: `ad:${item!.id}`, asks: {} },
    send: () => Promise.reject(new Error('not sent here')),
    readBack: { kind: 'find', find: () => Promise.resolve('absent') },
  }

  let cancelling: ReturnType<typeof cancelBatch>
  await db.transaction().execute(async (worker) => {
    const [standing] = await takeTurn(worker, [{ kind: 'write', lease, item: item!, step, lifeMs: 1_000 }])
    assert.equal((standing as Standing).state, 'may-send')
    cancelling = cancelBatch({ db }, { company }, batch)
    await untilSomebodyWaits()
  })
  assert.deepEqual(await cancelling!, { cancelled: 0, stillRunning: 1 })
})

test('a cancel that comes just after the end is refused, and no event follows the end', async () => {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'slug'])
    .where('slug', '=', 'demo')
    .executeTakeFirstOrThrow()
  const [item] = await bareItems(db, { companyId: company.id, platform: 'primary', accountId: 'act_902' }, 1)
  const seenBefore = await db
    .selectFrom('batches')
    .selectAll()
    .where('id', '=', item!.batchId)
    .executeTakeFirstOrThrow()
  assert.deepEqual(await cancelBatch({ db }, { company }, seenBefore), { cancelled: 1, stillRunning: 0 })
  const kinds = () => db.selectFrom('events').select('kind').where('batch_id', '=', item!.batchId).execute()
  const reported = await kinds()
  assert.equal(reported.at(-1)?.kind, 'batch.finished')
  await assert.rejects(cancelBatch({ db }, { company }, seenBefore), { code: 'conflict' })
  assert.deepEqual(await kinds(), reported)
})

async function untilSomebodyWaits(): Promise<void> {
  await askUntil(async () => {
    const { rows } = await sql`SELECT 1 FROM pg_locks WHERE NOT granted`.execute(db)
    return rows.length > 0 || null
  })
}
