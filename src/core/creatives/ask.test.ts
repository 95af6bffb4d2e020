import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adDay, figures, startSyncTest } from '../../../test/support/reports/sync.ts'
import { addDays, daysOf, todayIn } from '../../days.ts'
import type { ReportEntity } from '../../platforms/contract/report.ts'
import { syncAccount } from '../reports/sync/sync.ts'
import type { ReportAccount } from '../reports/sync/types.ts'
import { askCreatives } from './ask.ts'
import { patternSql, readPattern } from './name-pattern.ts'
import { CreativeSettings } from './settings.ts'
import type { CreativeGroup } from './statement.ts'

const sync = await startSyncTest()
const { fixture } = sync
const today = todayIn('UTC')
const ago = (days: number) => addDays(today, -days)
const settings = CreativeSettings.parse({})

function ad(id: string, name: string, shows: ReportEntity['shows']): ReportEntity {
  return { level: 'ad', id, name, status: 'ACTIVE', state: 'active', campaignId: '31', adSetId: '21', shows }
}

function ask(
  accounts: ReportAccount[],
  group: CreativeGroup,
  range = { from: ago(29), to: ago(1) },
  search: string | null = null,
) {
  const paged = {
    limit: 50,
    offset: 0,
    states: [],
    search,
    only: null,
    sort: { by: 'spend', isRising: false } as const,
  }
  const [first] = accounts
  assert.ok(first)
  const company = { id: first.companyId, slug: 'company' }
  return askCreatives(fixture, { company }, { accounts, group, range, settings, ...paged })
}

test('the same file is one creative over all its ads, and what an ad showed before keeps its days', async () => {
  const platform = figures({ rows: [] })
  const video = { asset: 'video 7', post: 'post 1' }
  platform.list = [ad('11', 'Sale_hook_9x16', video), ad('12', 'Autumn_Sale_hook_9x16', { ...video, post: 'post 2' })]
  platform.list.push(ad('13', 'unnamed', { asset: null, post: null }))
  platform.rows = [ago(2), ago(1)].flatMap((day) =>
    ['11', '12', '13'].map((adId) =>
      adDay(day, { adId, spendMicros: adId === '13' ? 1_000_000 : 400_000_000, plays3s: 300 }),
    ),
  )
  const account = await sync.account(platform)
  await syncAccount(fixture, account, { from: ago(3), to: today })
  const byFile = await ask([account], { by: 'asset' })
  assert.deepEqual(
    byFile.rows.map(({ shows, ads, metrics: { spend, hookRate } }) => [shows, ads, spend, hookRate]),
    [
      [`${account.platform} video 7`, 2, 1600, 30],
      [`${account.platform} ad 13`, 1, 2, 30],
    ],
  )
  const byPost = await ask([account], { by: 'post' })
  assert.deepEqual(byPost.rows.map(({ shows, adIds }) => [shows, adIds]).sort(), [
    [`${account.platform} post post 1`, ['11']],
    [`${account.platform} post post 2`, ['12']],
  ])
  const pattern = readPattern('{concept}_{hook}_{format}')
  assert.ok('parts' in pattern)
  const found = await ask([account], { by: 'asset' }, undefined, 'autumn_')
  assert.deepEqual(
    found.rows.map(({ shows }) => shows),
    [`${account.platform} video 7`],
  )
  assert.equal((await ask([account], { by: 'asset' }, undefined, '%')).rows.length, 0)
  const byConcept = await ask([account], { by: 'name', part: 'concept', pattern })
  assert.deepEqual(byConcept.rows.map(({ id }) => id).sort(), ['Autumn_Sale', 'Sale'])

  platform.list[0] = ad('11', 'Sale_hook_9x16', { asset: 'video 8', post: 'post 3' })
  await fixture.pool.query('UPDATE report_syncs SET entities_read_at = NULL WHERE account_key = $1', [account.key])
  platform.rows.push(adDay(today, { spendMicros: 5_000_000 }))
  await syncAccount(fixture, account, { from: today, to: today })
  const after = await ask([account], { by: 'asset' }, { from: ago(5), to: today })
  assert.deepEqual(
    after.rows.map(({ shows, metrics: { spend } }) => [shows, spend]),
    [
      [`${account.platform} video 7`, 1600],
      [`${account.platform} video 8`, 5],
      [`${account.platform} ad 13`, 2],
    ],
  )
})

test('winners stand far above the median of their account, and what just began is new', async () => {
  const platform = figures({ historyDays: 40 })
  const ids = Array.from({ length: 9 }, (_, index) => `1${index}`)
  platform.list = ids.map((id) => ad(id, `Ad ${id}`, { asset: `image ${id}`, post: null }))
  platform.rows = ids.flatMap((adId, index) => {
    const day = index === 0 ? ago(2) : ago(20)
    return adDay(day, { adId, spendMicros: (index === 0 ? 600 : index === 1 ? 450 : 40) * 1_000_000 })
  })
  const account = await sync.account(platform)
  await syncAccount(fixture, account, { from: ago(30), to: today })
  const { rows, hitRate } = await ask([account], { by: 'asset' })
  assert.deepEqual(
    rows.slice(0, 3).map(({ shows, states }) => [shows, states]),
    [
      [`${account.platform} image 10`, ['new', 'winner', 'scaled']],
      [`${account.platform} image 11`, []],
      [`${account.platform} image 12`, []],
    ],
  )
  assert.deepEqual(rows[0]!.evidence.winner, { accountId: account.accountId, spend: 600, medianSpend: 40, times: 15 })
  assert.deepEqual([hitRate.creatives, hitRate.winners, hitRate.tier?.hitRatePercent], [9, 1, 4])
  const earlier = await ask([account], { by: 'asset' }, { from: ago(29), to: ago(10) })
  assert.deepEqual(
    earlier.rows.map(({ states }) => states),
    Array.from({ length: 8 }, () => []),
  )
  assert.equal(daysOf({ from: ago(29), to: ago(10) }).length, 20)
})

test('how often a creative hooks people is told of its videos alone', async () => {
  const platform = figures({ historyDays: 40 })
  platform.list = [ad('21', 'Sale_video', { asset: 'video 21', post: null })]
  platform.list.push(ad('22', 'Sale_picture', { asset: 'image 22', post: null }))
  platform.list.push(ad('23', 'Sale_other', { asset: 'image 23', post: null }))
  platform.rows = [
    adDay(ago(2), { adId: '21', impressions: 1000, plays3s: 300 }),
    adDay(ago(2), { adId: '22', impressions: 9000, plays3s: 0 }),
    adDay(ago(2), { adId: '23', impressions: 9000, plays3s: null }),
  ]
  const account = await sync.account(platform)
  await syncAccount(fixture, account, { from: ago(30), to: today })
  const pattern = readPattern('{concept}_{format}')
  assert.ok('parts' in pattern)
  const { rows } = await ask([account], { by: 'name', part: 'concept', pattern })
  assert.deepEqual(
    rows.map(({ id, metrics }) => [id, metrics.hookRate]),
    [['Sale', 30]],
  )
})

test('names are read from the end, and patterns that say nothing are refused', () => {
  const read = (text: string, part: string, name: string) => {
    const pattern = readPattern(text)
    assert.ok('parts' in pattern)
    return new RegExp(patternSql(pattern, part), 'u').exec(name)?.[1]
  }
  assert.equal(read('{concept}_{hook}_{format}', 'concept', 'US_Summer_ask_9x16'), 'US_Summer')
  assert.equal(read('{concept}_{hook}_{format}', 'hook', 'US_Summer_ask_9x16'), 'ask')
  assert.equal(read('[{market}] {concept} - {hook}', 'concept', '[DE] A.B - c'), 'A.B')
  assert.equal(read('{a}.*{b}', 'b', 'x.*y'), 'y')
  assert.equal(read('{a}.*{b}', 'b', 'x123y'), undefined)
  for (const wrong of [
    '',
    'none',
    '{a}{b}',
    '{a}_{a}',
    '{a}_{',
    '{1}',
    Array.from({ length: 11 }, (_, n) => `{p${n}}`).join('_'),
  ])
    assert.ok('problem' in readPattern(wrong), wrong)
})
