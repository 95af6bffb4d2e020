import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
const { db } = app.app.services

test('everything about the launches of a company that is removed goes with it', async () => {
  const { companyId, key } = await app.stranger()
  const fixture = await demoFixture(app, key)
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', {
    key,
    body: { ads: [singleAd(app, fixture, { adName: 'Theirs' })] },
  })
  assert.equal((await app.finished(body.adBatchId, { key })).status, 'success')
  const tables = ['batches', 'batch_items', 'events', 'journal', 'lanes']
  const rowsLeft = async () => {
    const counts = tables.map((table) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)} WHERE company_id = ${companyId}`.execute(
        db,
      ),
    )
    return (await Promise.all(counts)).map(({ rows }) => rows[0]!.n)
  }
  assert.ok((await rowsLeft()).every((n) => n > 0))
  await db.deleteFrom('companies').where('id', '=', companyId).execute()
  assert.deepEqual(
    await rowsLeft(),
    tables.map(() => 0),
  )
})
