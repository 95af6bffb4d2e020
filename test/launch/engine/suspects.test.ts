import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { demoFixture, singleAd } from '../../support/demo.ts'
import { startTestApp } from '../../support/harness.ts'
import { startOwnWorker, workOff } from '../../support/launch/own-worker.ts'
import { untilApplied } from '../../support/until.ts'

const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '1' }, { api: true, worker: false, sandbox: true })
const fixture = await demoFixture(app)
const { db } = app.app.services

test('an ad that gets on is not held to be what its workers died of', async () => {
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', {
    body: { ads: [singleAd(app, fixture, { adName: 'Slow' })] },
  })
  // Four workers have died in it; one more death without a step forward, and it would be given up.
  await sql`UPDATE batch_items SET starts = 4 WHERE batch_id = ${body.adBatchId}`.execute(db)
  const match = { method: 'POST', path: '/ads$' }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'hang', times: 1 })
  const worker = startOwnWorker(app)
  await untilApplied(app, 1)
  const { rows } = await sql<{ state: string; starts: number }>`
    SELECT state, starts FROM batch_items WHERE batch_id = ${body.adBatchId}`.execute(db)
  assert.deepEqual(rows, [{ state: 'running', starts: 1 }], 'its picture and its creative are made')
  await worker.stop(1000)
})

test('an ad that may exist is not failed along with its account', async () => {
  const ads = ['Fails', 'May exist'].map((adName) => singleAd(app, fixture, { adName }))
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', { body: { ads } })
  // A worker was told to stop while its write was in the air; it is looked for later.
  await sql`
    WITH later AS (
      UPDATE batch_items SET run_after = 'infinity' WHERE batch_id = ${body.adBatchId} AND ad_name = 'May exist' RETURNING *)
    INSERT INTO journal (company_id, platform, account_id, item_id, kind, key, digest, state, fence, certain_after)
    SELECT company_id, platform, account_id, id, 'ad', 'in the air', '', 'open', 0, 'infinity' FROM later`.execute(db)
  await app.control('POST', 'faults', {
    platform: 'meta',
    match: { path: '.' },
    fault: 'platform-error',
    code: 190,
    times: 0,
  })
  await workOff(app)
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM batch_items WHERE batch_id = ${body.adBatchId} ORDER BY ad_index`.execute(db)
  assert.deepEqual(rows, [{ state: 'failed' }, { state: 'waiting' }])
})
