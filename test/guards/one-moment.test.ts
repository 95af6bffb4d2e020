import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { demo } from '../../src/api/examples.ts'
import { openBooks, placeOf } from '../../src/core/guards/ledger/books.ts'
import { databaseTime, ensureRead } from '../../src/core/guards/ledger/kept.ts'
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
  const [reported] = await guardStatuses({ db: watched, connections, heldViews }, { company })
  return Number(reported!.day!.running)
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

test('what was answered while a write was planned counts for it, also where a read shows nothing of it', async () => {
  await guardedBy(app, { dailyCap: 1_000_000, accountId: demo.account })
  const account = await db
    .selectFrom('ad_accounts')
    .selectAll()
    .where('account_id', '=', demo.account)
    .executeTakeFirstOrThrow()
  const call = (path: string, body: object) => app.call<Record<string, unknown>>('POST', path, { body })
  const common = { accountId: demo.account, name: 'Asleep', status: 'PAUSED' }
  const { body: campaign } = await call('/v1/manage/create-campaign', { ...common, objective: 'OUTCOME_TRAFFIC' })
  const { body: adSet } = await call('/v1/manage/create-adset', {
    ...{ ...common, campaignId: campaign.campaignId, dailyBudget: 10, location: { countries: ['US'] } },
  })
  const entityId = String(adSet.adSetId)
  const plannedAt = await databaseTime(db)
  // Somebody plans to switch it on with the 10 that it has, and somebody else raises it meanwhile.
  const raised = await call('/v1/manage/update-budget', {
    ...{ accountId: demo.account, entityId, entityType: 'adset', dailyBudget: 1000 },
  })
  assert.equal(raised.status, 200, JSON.stringify(raised.body))
  const problems = new Map([
    [placeOf(account), await ensureRead({ db, connections, heldViews }, { company }, account, { anew: true })],
  ])
  const dailyIn = async (choice: { plannedAt?: Date }) => {
    const view = (await openBooks(db, { company }, problems, { held: heldViews, ...choice })).viewIn(account)
    return 'known' in view ? view.known.adSets.get(entityId)?.daily : view
  }
  assert.equal(await dailyIn({}), undefined)
  assert.equal(await dailyIn({ plannedAt }), 1_000_000_000n)
})
