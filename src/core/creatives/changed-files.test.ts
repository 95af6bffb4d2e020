import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '../../db/sql.ts'
import { adDay, figures, startSyncTest } from '../../../test/support/reports/sync.ts'
import type { Figures } from '../../../test/support/reports/sync.ts'
import { todayIn } from '../../days.ts'
import type { ReportEntity } from '../../platforms/contract/report.ts'
import { syncAccount } from '../reports/sync/sync.ts'
import type { ReportAccount } from '../reports/sync/types.ts'

const sync = await startSyncTest()
const { fixture } = sync
const today = todayIn('UTC')
const file = (letter: string) => letter.repeat(64)

function ad(id: string, asset: string | null): ReportEntity {
  const shows = { asset, post: `post ${id}` }
  return {
    level: 'ad',
    id,
    name: `Ad ${id}`,
    status: 'ACTIVE',
    state: 'active',
    campaignId: '31',
    adSetId: '21',
    shows,
  }
}

/** An ad of ours, which showed this file when it was made. */
async function launched({ companyId, platform, accountId }: ReportAccount, adId: string, hash: string): Promise<void> {
  const url = `https://media.test/${hash}-0123456789ab.mp4`
  await sql`
    WITH made AS (
      INSERT INTO batches (company_id, slug, state, request, total_ads, created_by)
      VALUES (${companyId}, ${randomUUID()}, 'success', '{}', 1, 'test') RETURNING id)
    INSERT INTO batch_items (company_id, batch_id, ad_index, platform, account_id, ad_set_id, ad_name, ad, ad_id, state)
    SELECT ${companyId}, id, 0, ${platform}, ${accountId}, '21', 'Ours', ${JSON.stringify({ media: [{ url }] })}, ${adId}, 'launched'
    FROM made`.execute(fixture.db)
}

/** What the platform says of its ads now is read. */
async function read(account: ReportAccount, platform: Figures, shown: Record<string, string | null>): Promise<void> {
  platform.list = Object.entries(shown).map(([id, asset]) => ad(id, asset))
  platform.rows = Object.keys(shown).map((adId) => adDay(today, { adId }))
  await fixture.pool.query('UPDATE report_syncs SET entities_read_at = NULL WHERE account_key = $1', [account.key])
  await syncAccount(fixture, account, { from: today, to: today })
}

/** What ads are said to show, the latest last. */
async function said({ key }: ReportAccount): Promise<Record<string, string[]>> {
  const { rows } = await fixture.pool.query<{ id: string; shown: string[] }>(
    `SELECT e.id, array_agg(c.key ORDER BY s.from_day) AS shown FROM ad_creatives s JOIN report_entities e ON e.key = s.ad_key
     JOIN creatives c ON c.id = s.asset_id WHERE s.account_key = $1 GROUP BY e.id`,
    [key],
  )
  return Object.fromEntries(rows.map(({ id, shown }) => [id, shown]))
}

/** What began today began yesterday. */
async function aDayLater({ key }: ReportAccount): Promise<void> {
  await fixture.pool.query(
    `UPDATE ad_creatives SET from_day = from_day - 1,
       before_day = CASE before_day WHEN 'infinity' THEN before_day ELSE before_day - 1 END WHERE account_key = $1`,
    [key],
  )
}

test('an ad of ours that shows another file since counts for that one, and so do others with it', async () => {
  const platform = figures()
  const account = await sync.account(platform)
  await launched(account, '11', file('a'))
  await read(account, platform, { 11: null })
  await aDayLater(account)
  await read(account, platform, { 11: 'video 7', 12: 'video 7' })
  await read(account, platform, { 11: 'video 7', 12: 'video 7' })
  const ours = `file ${file('a')}`
  assert.deepEqual(await said(account), { 11: [ours, ours], 12: [ours] })
  await aDayLater(account)
  await read(account, platform, { 11: 'video 8', 12: 'video 7', 13: 'video 8' })
  const other = `${account.platform} video 8`
  assert.deepEqual(await said(account), { 11: [ours, ours, other], 12: [ours], 13: [other] })
  await aDayLater(account)
  await read(account, platform, { 11: 'video 7', 12: 'video 8', 13: 'video 8' })
  assert.deepEqual(await said(account), { 11: [ours, ours, other, ours], 12: [ours, other], 13: [other] })
})

test('another file under the name of an earlier one is its own, and whoever showed the name before keeps theirs', async () => {
  const platform = figures()
  const account = await sync.account(platform)
  await launched(account, '21', file('b'))
  const [first, second] = [`file ${file('b')}`, `file ${file('c')}`]
  await read(account, platform, { 20: 'video 9', 21: 'video 9' })
  await read(account, platform, { 20: 'video 9', 21: 'video 9' })
  assert.deepEqual(await said(account), { 20: [first], 21: [first] })
  await launched(account, '22', file('c'))
  for (const turn of [1, 2, 3]) {
    await fixture.pool.query('UPDATE ad_creatives SET speaker = $2 WHERE account_key = $1', [
      account.key,
      `turn ${turn}`,
    ])
    await read(account, platform, { 20: 'video 9', 21: 'video 9', 22: 'video 9' })
    assert.deepEqual(await said(account), { 20: [first], 21: [first], 22: [second] })
  }
})
