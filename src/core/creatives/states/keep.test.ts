import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adDay, figures, startSyncTest } from '../../../../test/support/reports/sync.ts'
import { addDays, todayIn } from '../../../days.ts'
import { syncAccount } from '../../reports/sync/sync.ts'
import { judgeCompany, judgedDay, keepStates } from './keep.ts'

const sync = await startSyncTest()
const { fixture } = sync
const today = todayIn('UTC')
const ago = (days: number) => addDays(today, -days)
const ids = Array.from({ length: 9 }, (_, index) => `1${index}`)

/** Nine files of which one begins to spend far more than the others. */
async function account() {
  const platform = figures({ historyDays: 40 })
  platform.list = ids.map((id) => ({
    ...{ level: 'ad' as const, id, name: `Ad ${id}`, status: 'ACTIVE', campaignId: '31', adSetId: '21' },
    shows: { asset: `image ${id}`, post: null },
  }))
  platform.rows = ids.map((adId) => adDay(ago(20), { adId, spendMicros: 40_000_000 }))
  platform.rows.push(adDay(ago(2), { adId: '10', spendMicros: 700_000_000 }))
  const made = await sync.account(platform)
  await syncAccount(fixture, made, { from: ago(30), to: today })
  return made
}

async function statesOf(companyId: number) {
  const { rows } = await fixture.pool.query<{ shows: string; state: string; from: string; before: string }>(
    `SELECT key AS shows, state, from_day AS from, before_day AS before FROM creative_states JOIN creatives ON creatives.id = creative_id
     WHERE creative_states.company_id = $1 ORDER BY from_day, state`,
    [companyId],
  )
  return rows
}

async function eventsOf(companyId: number) {
  const { rows } = await fixture.pool.query<{
    kind: string
    detail: { day: string; times?: number }
    accounts: string[]
  }>(`SELECT kind, detail, accounts FROM events WHERE company_id = $1 AND kind LIKE 'creative.%' ORDER BY kind`, [
    companyId,
  ])
  return rows
}

test('what is said of a file is kept as of each day, told once when it begins, and over when it is not said any more', async () => {
  const { companyId, accountId, platform } = await account()
  await judgeCompany(fixture, companyId, ago(3))
  assert.deepEqual(await statesOf(companyId), [])
  await Promise.all([1, 2, 3].map(() => judgeCompany(fixture, companyId, ago(2))))
  const shows = `${platform} image 10`
  const open = { shows, from: ago(2), before: 'infinity' }
  assert.deepEqual(await statesOf(companyId), [
    { ...open, state: 'scaled' },
    { ...open, state: 'winner' },
  ])
  const told = await eventsOf(companyId)
  assert.deepEqual(
    told.map(({ kind, detail, accounts }) => [kind, detail.day, accounts.length]),
    [
      ['creative.scaled', ago(2), 1],
      ['creative.winner', ago(2), 1],
    ],
  )
  assert.equal(told[1]!.detail.times, 18.5)
  assert.match(told[1]!.accounts[0]!, new RegExp(accountId))
  await judgeCompany(fixture, companyId, ago(1))
  await judgeCompany(fixture, companyId, ago(2))
  assert.equal((await eventsOf(companyId)).length, 2)
  await fixture.pool.query(
    'UPDATE ad_days SET spend_micros = 1000 WHERE day = $1 AND account_key IN (SELECT id FROM ad_accounts WHERE company_id = $2)',
    [ago(2), companyId],
  )
  await judgeCompany(fixture, companyId, today)
  assert.deepEqual(await statesOf(companyId), [
    { ...open, state: 'scaled', before: today },
    { ...open, state: 'winner', before: today },
  ])
})

test('whoever is judged for the first time hears of nothing that was so before, and no day is judged before it was read', async () => {
  const { companyId, key } = await account()
  const now = new Date()
  const day = judgedDay(now)
  await fixture.pool.query('DELETE FROM report_days WHERE account_key = $1 AND day = $2', [key, day])
  const signal = AbortSignal.timeout(60_000)
  await keepStates(fixture, { now, signal })
  assert.deepEqual(await statesOf(companyId), [])
  await fixture.pool.query(
    'INSERT INTO report_days (company_id, account_key, day, read_at) VALUES ($1, $2, $3, now())',
    [companyId, key, day],
  )
  await keepStates(fixture, { now, signal })
  assert.equal((await statesOf(companyId)).length, 2)
  assert.deepEqual(await eventsOf(companyId), [])
})
