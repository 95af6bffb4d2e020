import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReportEntity } from '../../../../platforms/contract/report.ts'
import { figures, startSyncTest } from '../../../../../test/support/reports/sync.ts'
import { keepEntities } from './entities.ts'
import type { ReportAccount } from '../types.ts'

const sync = await startSyncTest()
const { db, pool } = sync.fixture

const createdTime = new Date('2026-03-01T08:00:00Z')
const campaign: ReportEntity = {
  ...{
    level: 'campaign',
    id: '31',
    name: 'Spring',
    status: 'ACTIVE',
    state: 'active',
    campaignId: null,
    adSetId: null,
  },
  ...{ dailyBudgetMicros: 50_000_000, lifetimeBudgetMicros: null, learningPhase: null, createdTime },
}
const adSet: ReportEntity = {
  ...{ level: 'adset', id: '21', name: 'Women', status: 'ACTIVE', state: 'active', campaignId: '31', adSetId: null },
  ...{ lifetimeBudgetMicros: 900_000_000, learningPhase: 'learning', createdTime },
}
const ad: ReportEntity = {
  ...{ level: 'ad', id: '11', name: 'Red shoes', status: 'PENDING_REVIEW', state: 'pending' },
  ...{ campaignId: '31', adSetId: '21' },
}

async function reported(account: ReportAccount, entities: ReportEntity[]): Promise<void> {
  const client = await pool.connect()
  await keepEntities(client, account, entities).finally(() => client.release())
}

const known = (account: ReportAccount) =>
  db.selectFrom('report_entities').selectAll().where('account_key', '=', account.key).orderBy('id', 'desc').execute()

test('state, budgets, learning phase, age and what something stands in are kept, in whatever order they come', async () => {
  const account = await sync.account(figures())
  await reported(account, [ad, adSet, campaign])
  const [spring, women, shoes] = await known(account)
  assert.ok(spring && women && shoes)
  assert.deepEqual(
    [spring.state, spring.daily_budget_micros, spring.lifetime_budget_micros, spring.learning_phase],
    ['active', 50_000_000, null, null],
  )
  assert.deepEqual(spring.created_time, createdTime)
  assert.deepEqual(
    [women.lifetime_budget_micros, women.learning_phase, women.campaign_key],
    [900_000_000, 'learning', spring.key],
  )
  assert.deepEqual([shoes.state, shoes.campaign_key, shoes.adset_key], ['pending', spring.key, women.key])
  assert.deepEqual([shoes.daily_budget_micros, shoes.created_time], [null, null])
})

test('what is told again as it is known is not even locked', async () => {
  const account = await sync.account(figures())
  await reported(account, [campaign, adSet, ad])
  // Who wrote a row, and who locked or replaced it last.
  const marks = async () => {
    const asked = `SELECT id, xmin || ' ' || xmax AS marks FROM report_entities WHERE account_key = $1`
    const { rows } = await pool.query<{ id: string; marks: string }>(asked, [account.key])
    return new Map(rows.map((row) => [row.id, row.marks]))
  }
  const before = await marks()
  await reported(account, [{ ...campaign, name: 'Summer' }, adSet, ad])
  const after = await marks()
  assert.deepEqual(
    [...after.keys()].filter((id) => after.get(id) !== before.get(id)),
    ['31'],
  )
})

test('a budget that is taken away is gone, and what is deleted keeps what was last known of it', async () => {
  const account = await sync.account(figures())
  await reported(account, [campaign, adSet, ad])
  await reported(account, [
    { ...campaign, dailyBudgetMicros: null, createdTime: null },
    { level: 'adset', id: '21', name: 'Women', status: 'DELETED', state: 'deleted', campaignId: '31', adSetId: null },
  ])
  const [spring, women] = await known(account)
  assert.deepEqual([spring?.daily_budget_micros, spring?.created_time], [null, createdTime])
  assert.deepEqual(
    [women?.state, women?.lifetime_budget_micros, women?.learning_phase],
    ['deleted', 900_000_000, 'learning'],
  )
})
