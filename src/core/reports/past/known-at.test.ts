import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdDay, ReportEntity } from '../../../platforms/contract/report.ts'
import { adDay, figures, startSyncTest } from '../../../../test/support/reports/sync.ts'
import type { ReportAccount } from '../sync/types.ts'
import { syncAccount } from '../sync/sync.ts'
import { addDays, todayIn } from '../../../days.ts'
import { dailyHour, thinOut } from './keep-exact.ts'
import { daysKnownAt, entitiesKnownAt, keptFrom } from './known-at.ts'

const sync = await startSyncTest()
const { fixture } = sync
const { pool } = fixture
const today = todayIn('UTC')

/** Numbers that look random and are the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

async function daysIn(account: ReportAccount, relation: string): Promise<object[]> {
  const text = `SELECT day, ad_key, adset_key, campaign_key, spend_micros, impressions, clicks, conversions, conversion_value_micros, results, plays_3s
    FROM ${relation} AS known WHERE account_key = ${account.key} ORDER BY day, ad_key`
  return (await pool.query<object>(text)).rows
}

async function entitiesIn(account: ReportAccount, relation: string): Promise<object[]> {
  const text = `SELECT key, level, id, name, status, state, daily_budget_micros, lifetime_budget_micros, learning_phase
    FROM ${relation} AS known WHERE account_key = ${account.key} AND name IS NOT NULL ORDER BY key`
  return (await pool.query<object>(text)).rows
}

async function moment(): Promise<string> {
  const { rows } = await pool.query<{ at: string }>('SELECT clock_timestamp()::text AS at')
  return rows[0]!.at
}

const at = (time: string) => `timestamptz '${time}'`

/** One more reading of a platform whose figures came, changed and went, and whose ads were renamed and switched. */
function change(rows: AdDay[], roll: (below: number) => number): AdDay[] {
  const kept = rows.filter(() => roll(10) > 0)
  const changed = kept.map((row) => {
    if (roll(3) > 0) return row
    if (roll(8) === 0) return { ...row, campaignId: `3${roll(2)}`, conversions: roll(2) === 0 ? null : row.conversions }
    const plays3s = (row.plays3s ?? 0) + 1
    return { ...row, spendMicros: row.spendMicros + roll(3) * 10_000, results: roll(4) === 0 ? null : roll(5), plays3s }
  })
  const comes = adDay(addDays(today, -roll(6)), { adId: `1${roll(8)}`, adSetId: `2${roll(3)}`, plays3s: 0 })
  const isThere = changed.some(({ day, adId }) => day === comes.day && adId === comes.adId)
  return isThere ? changed : [...changed, comes]
}

const describe = (roll: (below: number) => number): ReportEntity[] =>
  Array.from({ length: 8 }, (_, index) => ({
    ...{ level: 'ad', id: `1${index}`, name: `Ad ${roll(3)}`, campaignId: '31', adSetId: '21' },
    ...(roll(2) === 0
      ? { status: 'ACTIVE', state: 'active' as const }
      : { status: 'PAUSED', state: 'paused' as const }),
    ...{
      dailyBudgetMicros: roll(3) === 0 ? null : 10_000_000 * roll(3),
      learningPhase: roll(2) === 0 ? 'learning' : null,
    },
  }))

async function live(account: ReportAccount, platform: ReturnType<typeof figures>, rounds: number, seed: number) {
  const roll = dice(seed)
  const snapshots: { time: string; days: object[]; entities: object[] }[] = []
  for (let round = 0; round < rounds; round++) {
    platform.rows = change(platform.rows, roll)
    platform.list = describe(roll)
    await pool.query('UPDATE report_syncs SET entities_read_at = NULL WHERE account_key = $1', [account.key])
    const from = addDays(today, -roll(6))
    await syncAccount(fixture, account, { from, to: addDays(from, roll(3)) })
    snapshots.push({
      time: await moment(),
      days: await daysIn(account, 'ad_days'),
      entities: await entitiesIn(account, 'report_entities'),
    })
  }
  return snapshots
}

test('what was known at a moment is what the tables held at it, whatever came later', async () => {
  for (const seed of [1, 2, 3]) {
    const platform = figures({ daysAtOnce: 2 })
    const account = await sync.account(platform)
    const snapshots = await live(account, platform, 12, seed)
    const since = (await keptFrom(pool, [account.key])).get(account.key)
    assert.ok(since && since.getTime() <= Date.parse(snapshots[0]!.time))
    for (const { time, days, entities } of snapshots) {
      assert.deepEqual(await daysIn(account, daysKnownAt(at(time))), days)
      assert.deepEqual(await entitiesIn(account, entitiesKnownAt(at(time))), entities)
    }
    assert.ok(snapshots.some(({ days }, index) => index > 0 && days.length < snapshots[index - 1]!.days.length))
  }
})

test('only what changed is kept, and a day that reads as before keeps nothing', async () => {
  const platform = figures({ rows: [adDay(today), adDay(today, { adId: '12' })] })
  platform.list = [{ level: 'ad', id: '11', name: 'One', status: 'ACTIVE', campaignId: '31', adSetId: '21' }]
  const account = await sync.account(platform)
  const count = async (table: string) =>
    (await pool.query(`SELECT 1 FROM ${table} WHERE account_key = $1`, [account.key])).rows.length
  const read = async () => {
    await pool.query('UPDATE report_syncs SET entities_read_at = NULL WHERE account_key = $1', [account.key])
    await syncAccount(fixture, account, { from: today, to: today })
    return [await count('ad_days_superseded'), await count('report_entity_versions')]
  }
  assert.deepEqual(await read(), [0, 1])
  assert.deepEqual(await read(), [0, 1])
  platform.rows[1] = adDay(today, { adId: '12', clicks: 11 })
  assert.deepEqual(await read(), [1, 1])
  platform.list[0]!.status = 'PAUSED'
  assert.deepEqual(await read(), [1, 2])
  const played = async (plays3s: number) => {
    platform.rows[0] = adDay(today, { plays3s })
    return read()
  }
  assert.deepEqual(await played(400), [1, 2], 'a figure that was not read before was no other one')
  assert.deepEqual(await played(410), [2, 2])
  await fixture.db.deleteFrom('ad_accounts').where('id', '=', account.key).execute()
  assert.deepEqual([await count('ad_days_superseded'), await count('report_entity_versions')], [0, 0])
})

test('what is thinned out stays exact at every full hour, and after two weeks once a day', async () => {
  const platform = figures({ daysAtOnce: 6 })
  const account = await sync.account(platform)
  await live(account, platform, 40, 7)
  const now = new Date(`${addDays(today, 60)}T09:30:00Z`)
  const hours = (from: number, step: number) =>
    Array.from({ length: 30 }, (_, index) =>
      new Date(Date.parse(`${addDays(today, from)}T12:00:00Z`) + index * step * 3_600_000).toISOString(),
    )
  for (const [firstDay, step] of [
    [60 - 13, 1],
    [60 - 40, 24],
  ] as const) {
    // The readings of a moment ago, spread over a day and a half or over weeks.
    await pool.query(
      `UPDATE ad_days_superseded AS old SET known_until = $2::timestamptz + place * interval '1 hour' * $3 * 0.7 + interval '7 minutes'
       FROM (SELECT known_until, dense_rank() OVER (ORDER BY known_until) AS place FROM ad_days_superseded WHERE account_key = $1 GROUP BY 1) AS ranked
       WHERE account_key = $1 AND ranked.known_until = old.known_until`,
      [account.key, `${addDays(today, firstDay)}T${dailyHour}:00:00Z`, step],
    )
    const known = () => Promise.all(hours(firstDay, step).map((time) => daysIn(account, daysKnownAt(at(time)))))
    const before = await known()
    const count = async () =>
      Number(
        (
          await pool.query<{ n: number }>('SELECT count(*) AS n FROM ad_days_superseded WHERE account_key = $1', [
            account.key,
          ])
        ).rows[0]!.n,
      )
    const rows = await count()
    await thinOut(pool, account.key, now)
    assert.ok((await count()) < rows, `${rows} rows`)
    assert.deepEqual(await known(), before)
  }
  await thinOut(pool, account.key, new Date(now.getTime() + 500 * 86_400_000))
  assert.equal(
    (await pool.query('SELECT 1 FROM ad_days_superseded WHERE account_key = $1', [account.key])).rows.length,
    0,
  )
})
