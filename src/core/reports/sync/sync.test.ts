import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PlatformError } from '../../../errors.ts'
import { syncAccounts } from './all.ts'
import { adDay, figures, startSyncTest } from '../../../../test/support/reports/sync.ts'
import { syncAccount } from './sync.ts'
import { addDays, daysOf, todayIn } from '../../../days.ts'

const sync = await startSyncTest()
const { fixture } = sync
const today = todayIn('UTC')
const ago = (days: number) => addDays(today, -days)

test('history reads every day that the platform still has, newest first, in windows that it allows', async () => {
  const platform = figures({ historyDays: 20, rows: [adDay(today), adDay(ago(19)), adDay(ago(20))] })
  const account = await sync.account(platform)
  const outcome = await syncAccount(fixture, account, 'history')
  assert.deepEqual({ ...outcome, account: null }, { account: null, days: 20, rows: 2, problem: null })
  assert.deepEqual(platform.asked, [
    { from: ago(6), to: today },
    { from: ago(13), to: ago(7) },
    { from: ago(19), to: ago(14) },
  ])
  assert.deepEqual(
    (await sync.kept(account)).map(({ day }) => day),
    [ago(19), today],
  )
})

test('a day without rows is known as read, and is not asked for again', async () => {
  const platform = figures({ historyDays: 14 })
  const account = await sync.account(platform)
  await syncAccount(fixture, account, 'history')
  assert.deepEqual(await sync.daysRead(account), daysOf({ from: ago(13), to: today }))
  await syncAccount(fixture, account, 'history')
  assert.equal(platform.asked.length, 2)
})

test('a late correction replaces what was kept: changed, gone and new rows alike', async () => {
  const platform = figures({ rows: [adDay(ago(1)), adDay(ago(1), { adId: '12' }), adDay(ago(2))] })
  const account = await sync.account(platform)
  await syncAccount(fixture, account, { from: ago(2), to: today })
  platform.rows = [adDay(ago(1), { clicks: 77 }), adDay(ago(1), { adId: '13' }), adDay(ago(2))]
  await syncAccount(fixture, account, { from: ago(2), to: today })
  assert.deepEqual(
    (await sync.kept(account)).map(({ day, ad, clicks }) => [day, ad, clicks]),
    [
      [ago(2), '11', 10],
      [ago(1), '11', 77],
      [ago(1), '13', 10],
    ],
  )
})

test('a day that reads as before is known to be fresh without being written again', async () => {
  const platform = figures({ rows: [adDay(ago(1)), adDay(today)] })
  const account = await sync.account(platform)
  await syncAccount(fixture, account, { from: ago(1), to: today })
  const where = async () =>
    (
      await fixture.pool.query<{ day: string; place: string; read_at: Date }>(
        `SELECT ad_days.day, ad_days.ctid::text || ad_days.xmin::text AS place, read_at FROM ad_days JOIN report_days USING (account_key, day)
         WHERE account_key = $1 ORDER BY day`,
        [account.key],
      )
    ).rows
  const before = await where()
  platform.rows = [adDay(ago(1)), adDay(today, { spendMicros: 2_000_000 })]
  await syncAccount(fixture, account, { from: ago(1), to: today })
  const later = await where()
  assert.equal(later[0]!.place, before[0]!.place)
  assert.notEqual(later[1]!.place, before[1]!.place)
  assert.ok(later.every(({ read_at }, place) => read_at > before[place]!.read_at))
})

test('figures are kept to the last digit, and what the platform does not give stays unknown', async () => {
  const row = adDay(today, {
    spendMicros: 9_007_199_254_740_991,
    impressions: 0,
    conversions: 0.25,
    conversionValueMicros: null,
  })
  const account = await sync.account(figures({ rows: [row] }))
  await syncAccount(fixture, account, 'recent')
  const { rows } = await fixture.pool.query(
    'SELECT spend_micros, impressions, conversions, conversion_value_micros, results FROM ad_days WHERE account_key = $1',
    [account.key],
  )
  assert.deepEqual(rows, [
    {
      spend_micros: 9_007_199_254_740_991,
      impressions: 0,
      conversions: 0.25,
      conversion_value_micros: null,
      results: null,
    },
  ])
})

test('a row that the platform repeats counts once, and one outside the asked days not at all', async () => {
  const platform = figures({ rows: [] })
  platform.days = async function* () {
    yield await Promise.resolve([adDay(today), adDay(ago(40))])
    yield [adDay(today, { clicks: 11 })]
  }
  const account = await sync.account(platform)
  assert.equal((await syncAccount(fixture, account, 'recent')).problem, null)
  assert.deepEqual(
    (await sync.kept(account)).map(({ day, clicks }) => [day, clicks]),
    [[today, 11]],
  )
})

test('days over a year end go into the partitions of their months', async () => {
  const days = daysOf({ from: '2031-12-30', to: '2032-01-02' })
  const platform = figures({ historyDays: 60, rows: days.map((day) => adDay(day)) })
  const account = await sync.account(platform)
  const { createEntityKeys } = await import('./entities.ts')
  const { storeWindow } = await import('./store-window.ts')
  const keys = createEntityKeys(account)
  const client = await fixture.pool.connect()
  await keys.learn(client, platform.rows)
  const range = { from: '2031-12-30', to: '2032-01-02' }
  await storeWindow(client, account, keys, { range, rows: platform.rows, readAt: new Date() })
  await storeWindow(client, account, keys, { range, rows: platform.rows, readAt: new Date() })
  client.release()
  const { rows } = await fixture.pool.query(
    'SELECT tableoid::regclass::text AS partition, count(*) FROM ad_days WHERE account_key = $1 GROUP BY 1 ORDER BY 1',
    [account.key],
  )
  assert.deepEqual(rows, [
    { partition: 'ad_days_2031_12', count: 2 },
    { partition: 'ad_days_2032_01', count: 2 },
  ])
})

test('readers that need a new month at the same moment make it once, while reports are running', async () => {
  const report = await fixture.pool.connect()
  await report.query('BEGIN')
  await report.query('SELECT count(*) FROM ad_days')
  for (const month of ['2033-01-31', '2033-02-28', '2033-03-31', '2033-04-30']) {
    const ensure = () => fixture.pool.query('SELECT ensure_ad_days_month($1)', [month])
    await Promise.all(Array.from({ length: 8 }, ensure))
  }
  await report.query('ROLLBACK')
  report.release()
  const { rows } = await fixture.pool.query(
    "SELECT count(*) FROM pg_inherits WHERE inhparent = 'ad_days'::regclass AND inhrelid::regclass::text LIKE 'ad_days_2033%'",
  )
  assert.deepEqual(rows, [{ count: 4 }])
})

test('a platform that is down for one account leaves the others read, and is written down', async () => {
  const failure = { platform: 'x', kind: 'throttled' as const, message: 'Too many calls.', retryAfterMs: 90_000 }
  const broken = figures({
    before: () => {
      throw new PlatformError(failure)
    },
  })
  const well = figures({ rows: [adDay(today)] })
  const accounts = [await sync.account(broken), await sync.account(well)]
  const from = Date.now()
  const outcomes = await syncAccounts(fixture, accounts, 'recent', { atOnce: 1 })
  assert.match(outcomes[0]!.problem!, /Too many calls/)
  assert.deepEqual([outcomes[1]!.problem, outcomes[1]!.rows], [null, 1])
  const state = await fixture.db
    .selectFrom('report_syncs')
    .selectAll()
    .where('account_key', '=', accounts[0]!.key)
    .executeTakeFirstOrThrow()
  assert.match(state.problem!, /Too many calls/)
  assert.ok(state.retry_after!.getTime() >= from + 90_000)
  assert.equal(state.recent_read_at, null)
  broken.before = () => undefined
  await syncAccount(fixture, accounts[0]!, 'recent')
  const mended = await fixture.db
    .selectFrom('report_syncs')
    .selectAll()
    .where('account_key', '=', accounts[0]!.key)
    .executeTakeFirstOrThrow()
  assert.deepEqual([mended.problem, mended.problem_at, mended.retry_after], [null, null, null])
  assert.ok(mended.recent_read_at!.getTime() >= from)
})

test('names and statuses are kept beside the figures, and asked again only when they are due', async () => {
  const platform = figures({ rows: [adDay(today)] })
  const ad = { level: 'ad' as const, id: '11', name: 'Spring', status: 'ACTIVE', campaignId: '31', adSetId: '21' }
  platform.list = [ad, { ...ad, name: 'Spring sale' }]
  const account = await sync.account(platform)
  const named = () =>
    fixture.db
      .selectFrom('report_entities')
      .select(['level', 'id', 'name', 'status'])
      .where('account_key', '=', account.key)
      .orderBy('id')
      .execute()
  await syncAccount(fixture, account, { from: today, to: today })
  assert.deepEqual(await named(), [
    { level: 'ad', id: '11', name: 'Spring sale', status: 'ACTIVE' },
    { level: 'adset', id: '21', name: null, status: null },
    { level: 'campaign', id: '31', name: null, status: null },
  ])
  await syncAccount(fixture, account, { from: today, to: today })
  assert.equal(platform.entitiesAsked, 1, 'read less than an hour ago')
  platform.rows.push(adDay(today, { adId: '12' }))
  platform.list = [{ ...ad, status: 'PAUSED' }]
  await syncAccount(fixture, account, { from: today, to: today })
  assert.equal(platform.entitiesAsked, 2, 'a figure named an unknown ad')
  assert.equal((await named())[0]!.status, 'PAUSED')
  await fixture.pool.query("UPDATE report_syncs SET entities_read_at = now() - interval '2 hours'")
  await syncAccount(fixture, account, { from: today, to: today })
  assert.equal(platform.entitiesAsked, 3, 'older than an hour')
})

test('figures are read to the end even when names cannot be read', async () => {
  const platform = figures({ historyDays: 21 })
  platform.entities = async function* () {
    yield await Promise.resolve([])
    throw new PlatformError({ platform: 'x', kind: 'transient', message: 'No names today.' })
  }
  const account = await sync.account(platform)
  const outcome = await syncAccount(fixture, account, 'history')
  assert.match(outcome.problem!, /No names today/)
  assert.equal((await sync.daysRead(account)).length, 21)
})

test('the same ids in the accounts of two companies stay two, and each sees its own', async () => {
  const one = await sync.account(figures({ rows: [adDay(today, { clicks: 1 })] }), { accountId: 'shared' })
  const other = await sync.account(figures({ rows: [adDay(today, { clicks: 2 })] }), { accountId: 'shared' })
  await syncAccount(fixture, one, 'recent')
  const before = await sync.kept(one)
  await syncAccount(fixture, other, 'recent')
  assert.deepEqual(await sync.kept(one), before)
  assert.deepEqual(
    (await sync.kept(other)).map(({ clicks }) => clicks),
    [2],
  )
})

test('an account that is gone takes its figures along', async () => {
  const account = await sync.account(figures({ rows: [adDay(today)] }))
  await syncAccount(fixture, account, 'recent')
  await fixture.db.deleteFrom('ad_accounts').where('id', '=', account.key).execute()
  assert.deepEqual(await sync.kept(account), [])
  assert.deepEqual(await sync.daysRead(account), [])
})

test('an account that goes while it is being read leaves no figures behind', async () => {
  const platform = figures({ rows: [adDay(today)] })
  const account = await sync.account(platform)
  platform.before = async () => {
    await fixture.db.deleteFrom('ad_accounts').where('id', '=', account.key).execute()
  }
  const outcome = await syncAccount(fixture, account, 'recent')
  assert.notEqual(outcome.problem, null)
  const { rows } = await fixture.pool.query('SELECT 1 FROM ad_days WHERE account_key = $1', [account.key])
  assert.equal(rows.length, 0)
})

test('days that were last read too early are read again: before they ended, or before corrections were over', async () => {
  const platform = figures({ historyDays: 40, daysAtOnce: 40 })
  const account = await sync.account(platform)
  await syncAccount(fixture, account, 'history')
  const readAtDayPlus = (day: string, hours: number) =>
    fixture.pool.query(
      `UPDATE report_days SET read_at = (day + interval '1 hour' * $3) AT TIME ZONE 'UTC' WHERE account_key = $1 AND day = $2`,
      [account.key, day, hours],
    )
  await readAtDayPlus(ago(5), 12) // still running when it was read, and the service slept since
  await readAtDayPlus(ago(6), 40) // read after its end: the nightly reading looks after it
  await readAtDayPlus(ago(35), 48) // its corrections were never read
  await readAtDayPlus(ago(36), 24 * 27) // read when corrections were as good as over
  platform.asked = []
  await syncAccount(fixture, account, 'history')
  assert.deepEqual(platform.asked, [
    { from: ago(5), to: ago(5) },
    { from: ago(35), to: ago(35) },
  ])
})

test('the nightly reading covers 28 days and skips what it read before it was cut short', async () => {
  const platform = figures({ daysAtOnce: 14 })
  const account = await sync.account(platform)
  await syncAccount(fixture, account, 'late')
  assert.deepEqual(platform.asked, [
    { from: ago(13), to: today },
    { from: ago(27), to: ago(14) },
  ])
  await fixture.pool.query(
    "UPDATE report_days SET read_at = now() - interval '23 hours' WHERE account_key = $1 AND day < $2",
    [account.key, ago(13)],
  )
  platform.asked = []
  await syncAccount(fixture, account, 'late')
  assert.deepEqual(platform.asked, [{ from: ago(27), to: ago(14) }])
})
