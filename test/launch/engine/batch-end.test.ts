import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countEnded } from '../../../src/core/journal/batch-end.ts'
import type { EndedAds } from '../../../src/core/journal/batch-end.ts'
import { bareItems } from '../../support/launch/bare-items.ts'
import { startTestApp } from '../../support/harness.ts'

/** How three ads end, one count after the other, and what the batch is then. */
const endings: { counted: EndedAds<number>[]; state: string }[] = [
  { counted: [{ launched: 2 }], state: 'processing' },
  { counted: [{ launched: 3 }], state: 'success' },
  { counted: [{ launched: 2 }, { failed: 1 }], state: 'partial' },
  { counted: [{ failed: 2 }, { launched: 1 }], state: 'partial' },
  { counted: [{ failed: 3 }], state: 'error' },
  { counted: [{ cancelled: 1 }, { launched: 2 }], state: 'cancelled' },
  { counted: [{ failed: 1 }, { launched: 1 }, { cancelled: 1 }], state: 'cancelled' },
  // A cancel that came when everything had ended counts nothing and says nothing.
  { counted: [{ launched: 3 }, { cancelled: 0 }], state: 'success' },
]

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const { db } = app.app.services
const company = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()

for (const { counted, state } of endings) {
  test(`of three ads ${counted.map((each) => JSON.stringify(each)).join(', then ')} leave the batch ${state}`, async () => {
    const [item] = await bareItems(db, { companyId: company.id, platform: 'primary', accountId: 'act_end' }, 3)
    const { batchId } = item!
    await db.updateTable('batches').set({ state: 'processing' }).where('id', '=', batchId).execute()
    for (const ended of counted) await countEnded(db, item!, ended)

    const batch = await db
      .selectFrom('batches')
      .select([
        'state',
        'finished_at',
        'launched_ads as launched',
        'failed_ads as failed',
        'cancelled_ads as cancelled',
      ])
      .where('id', '=', batchId)
      .executeTakeFirstOrThrow()
    assert.equal(batch.state, state)
    assert.equal(batch.finished_at !== null, state !== 'processing')
    const sumOf = (end: keyof EndedAds<number>) => counted.reduce((sum, each) => sum + (each[end] ?? 0), 0)
    const reported = { launched: sumOf('launched'), failed: sumOf('failed'), cancelled: sumOf('cancelled') }
    assert.deepEqual({ launched: batch.launched, failed: batch.failed, cancelled: batch.cancelled }, reported)
    const events = await db.selectFrom('events').select(['kind', 'detail']).where('batch_id', '=', batchId).execute()
    const finished = { kind: 'batch.finished', detail: { state, ...reported } }
    assert.deepEqual(events, state === 'processing' ? [] : [finished])
  })
}
