import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { demo } from '../../src/api/examples.ts'
import { ensureRead } from '../../src/core/guards/ledger/kept.ts'
import { guardStatuses } from '../../src/core/guards/status.ts'
import type { Db } from '../../src/db/connect.ts'
import { sql } from '../../src/db/sql.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'

/** What guards count is what stood at one moment: a write that is answered while they look is never in between. */
const app = await startTestApp()
const { db, connections, heldViews } = app.app.services
const company = await db
  .selectFrom('companies')
  .select(['id', 'slug'])
  .where('slug', '=', 'demo')
  .executeTakeFirstOrThrow()

/** The same database, where something happens after a statement. */
function withAfter(after: (statement: number) => Promise<void>): { db: Db; statements: () => number } {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1
      await after(statements)
      return result
    },
  }
  const watched = db.withPlugin(plugin)
  return { db: watched, statements: () => statements }
}

async function runningWith(watched: Db): Promise<number> {
  const [told] = await guardStatuses({ db: watched, connections, heldViews }, { company })
  return Number(told!.day!.running)
}

interface Written {
  id: string
  platform_id: string
  closed_at: Date
}

/** A campaign that is let through and made, with the journal's row of it. */
async function campaignMade(): Promise<Written> {
  await guardedBy(app)
  await sql`DELETE FROM spend_grants`.execute(db)
  await guardedBy(app, { dailyCap: 1_000_000, accountId: demo.account })
  const body = { accountId: demo.account, name: 'In between', objective: 'OUTCOME_TRAFFIC', dailyBudget: 20 }
  const made = await app.call<{ campaignId: string }>('POST', '/v1/manage/create-campaign', {
    body: { ...body, status: 'ACTIVE' },
  })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { rows } = await sql<Written>`
    SELECT id, platform_id, closed_at FROM journal WHERE platform_id = ${made.body.campaignId}`.execute(db)
  return rows[0]!
}

test('what is made counts whenever its answer comes', async () => {
  const { id, platform_id: platformId, closed_at: closedAt } = await campaignMade()
  const quiet = withAfter(async () => undefined)
  assert.equal(await runningWith(quiet.db), 20)
  for (let at = 1; at <= quiet.statements(); at++) {
    await sql`UPDATE journal SET state = 'open', platform_id = NULL, closed_at = NULL WHERE id = ${id}`.execute(db)
    const answered = withAfter(async (statement) => {
      if (statement !== at) return
      await sql`
        UPDATE journal SET state = 'done', platform_id = ${platformId}, closed_at = ${closedAt} WHERE id = ${id}`.execute(
        db,
      )
    })
    assert.equal(await runningWith(answered.db), 20, `answered after statement ${at} of ${quiet.statements()}`)
  }
})

test('what is made counts whenever a read shows it', async () => {
  const account = await db
    .selectFrom('ad_accounts')
    .selectAll()
    .where('account_id', '=', demo.account)
    .executeTakeFirstOrThrow()
  const quiet = withAfter(async () => undefined)
  await campaignMade()
  await runningWith(quiet.db)
  for (let at = 1; at <= quiet.statements(); at++) {
    await campaignMade()
    const read = withAfter(async (statement) => {
      if (statement === at) await ensureRead({ db, connections, heldViews }, { company }, account, { anew: true })
    })
    assert.equal(await runningWith(read.db), 20, `read after statement ${at} of ${quiet.statements()}`)
    assert.equal(await runningWith(db), 20, 'and is no more when the read is done')
  }
})
