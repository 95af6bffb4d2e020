import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PlatformError } from '../../../../errors.ts'
import { ensureDays } from './days.ts'
import { adDay, figures, startSyncTest } from '../../../../../test/support/reports/sync.ts'
import { syncAccount } from '../sync.ts'
import { addDays, todayIn } from '../../../../days.ts'

const sync = await startSyncTest()
const { fixture } = sync
const today = todayIn('UTC')
const ago = (days: number) => addDays(today, -days)
const week = { from: ago(6), to: today }

test('days that are missing are read while the caller waits', async () => {
  const platform = figures({ rows: [adDay(ago(3))] })
  const account = await sync.account(platform)
  const before = Date.now()
  const [coverage] = await ensureDays(fixture, [account], week)
  assert.deepEqual(coverage, {
    account,
    freshAt: coverage!.freshAt,
    missing: [],
    reason: null,
    obstacle: null,
    calendar: 'utc',
    attribution: '7 days after a click',
  })
  assert.ok(coverage.freshAt!.getTime() >= before)
  assert.deepEqual(platform.asked, [week])
  assert.equal((await sync.kept(account)).length, 1)
})

test('when everything is there, all accounts together cost one statement', async () => {
  const accounts = await Promise.all([1, 2, 3].map(() => sync.account(figures())))
  await ensureDays(fixture, accounts, week)
  let statements = 0
  const counting = new Proxy(fixture.pool, {
    get(pool, name) {
      assert.equal(name, 'query', 'no connection of its own')
      statements += 1
      return pool.query.bind(pool)
    },
  })
  const closed = new Proxy(fixture.db, {
    get: (_, name) => {
      throw new Error(`no other statement: ${String(name)}`)
    },
  })
  const coverages = await ensureDays({ ...fixture, pool: counting, db: closed }, accounts, week)
  assert.ok(coverages.every(({ missing, freshAt }) => missing.length === 0 && freshAt !== null))
  assert.equal(statements, 1)
})

test('a platform that takes long does not hold the caller up, and its days are there later', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const platform = figures({ rows: [adDay(today)], before: () => gate })
  const account = await sync.account(platform)
  const [early] = await ensureDays(fixture, [account], week, 20)
  assert.deepEqual(early!.missing, [week])
  assert.match(early!.reason!, /still being read/)
  assert.equal(early!.freshAt, null)
  const again = ensureDays(fixture, [account], week)
  open()
  assert.deepEqual((await again)[0]!.missing, [])
  assert.equal(platform.asked.length, 1, 'the second question joined the first')
})

test('a company whose platform hangs does not keep the days of another from being read', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const hanging = () => figures({ before: () => gate })
  const first = await sync.account(hanging())
  const { companyId } = first
  const others = await Promise.all(Array.from({ length: 9 }, () => sync.account(hanging(), { companyId })))
  const early = await ensureDays(fixture, [first, ...others], week, 20)
  assert.ok(early.every(({ missing }) => missing.length === 1))
  const well = await sync.account(figures())
  assert.deepEqual((await ensureDays(fixture, [well], week))[0]!.missing, [])
  open()
  await ensureDays(fixture, [first, ...others], week)
})

test('a platform that fails is named as the reason, is left alone for a while, and does not spoil other accounts', async () => {
  const platform = figures({
    before: () => {
      throw new PlatformError({ platform: 'x', kind: 'auth', message: 'The token has ended.' })
    },
  })
  const broken = await sync.account(platform)
  const well = await sync.account(figures())
  const [first, second] = await ensureDays(fixture, [broken, well], week)
  assert.match(first!.reason!, /The token has ended/)
  assert.deepEqual(first!.missing, [week])
  assert.deepEqual([second!.reason, second!.missing], [null, []])
  const [again] = await ensureDays(fixture, [broken], week)
  assert.match(again!.reason!, /The token has ended/)
  assert.equal(platform.asked.length, 1)
})

test('days longer ago than the platform keeps are missing for that reason, and days to come are not missing', async () => {
  const platform = figures({ historyDays: 10 })
  const account = await sync.account(platform)
  const [coverage] = await ensureDays(fixture, [account], { from: ago(12), to: addDays(today, 5) })
  assert.deepEqual(coverage!.missing, [{ from: ago(12), to: ago(10) }])
  assert.match(coverage!.reason!, /10 days/)
  assert.deepEqual(platform.asked.at(-1), { from: ago(9), to: ago(7) })
  const [future] = await ensureDays(fixture, [account], { from: addDays(today, 2), to: addDays(today, 5) })
  assert.deepEqual(future!.missing, [])
})

test('a platform without daily figures says so', async () => {
  const account = await sync.account(null)
  const [coverage] = await ensureDays(fixture, [account], week)
  assert.deepEqual(coverage!.missing, [week])
  assert.match(coverage!.reason!, /no daily figures/)
})

test('today counts although it is older than a quarter of an hour, and is refreshed in the background', async () => {
  const platform = figures({ rows: [adDay(today)] })
  const account = await sync.account(platform)
  await syncAccount(fixture, account, { from: week.from, to: week.to })
  await fixture.pool.query("UPDATE report_days SET read_at = now() - interval '20 minutes' WHERE account_key = $1", [
    account.key,
  ])
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  platform.before = () => gate
  platform.rows = [adDay(today, { clicks: 99 })]
  const [coverage] = await ensureDays(fixture, [account], week)
  assert.deepEqual(coverage!.missing, [])
  assert.ok(Date.now() - coverage!.freshAt!.getTime() > 19 * 60_000)
  open()
  // Joins the one that is under way.
  await fixture.readings.start(account, 'recent')
  assert.deepEqual(platform.asked.slice(1), [{ from: ago(2), to: today }])
  assert.deepEqual(
    (await sync.kept(account)).map(({ clicks }) => clicks),
    [99],
  )
})

test('a day that was last read before it ended is not taken for a whole one', async () => {
  const platform = figures({ rows: [adDay(ago(5))] })
  const account = await sync.account(platform)
  await syncAccount(fixture, account, { from: week.from, to: week.to })
  await fixture.pool.query(
    "UPDATE report_days SET read_at = (day + interval '12 hours') AT TIME ZONE 'UTC' WHERE account_key = $1 AND day = $2",
    [account.key, ago(5)],
  )
  platform.rows = [adDay(ago(5), { clicks: 55 })]
  const [coverage] = await ensureDays(fixture, [account], week)
  assert.deepEqual(coverage!.missing, [])
  assert.deepEqual(platform.asked.at(-1), { from: ago(5), to: ago(5) })
  assert.deepEqual(
    (await sync.kept(account)).map(({ clicks }) => clicks),
    [55],
  )
})

test('freshness is that of the newest days of the range', async () => {
  const account = await sync.account(figures())
  await syncAccount(fixture, account, { from: ago(20), to: today })
  const set = (from: string, to: string, readAt: string) =>
    fixture.pool.query('UPDATE report_days SET read_at = $4 WHERE account_key = $1 AND day BETWEEN $2 AND $3', [
      account.key,
      from,
      to,
      readAt,
    ])
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  await set(ago(20), ago(3), minutesAgo(600))
  await set(ago(10), ago(10), minutesAgo(300))
  await set(ago(2), today, minutesAgo(5))
  await set(ago(1), ago(1), minutesAgo(9))
  const fresh = async (from: string, to: string) =>
    Math.round((Date.now() - (await ensureDays(fixture, [account], { from, to }))[0]!.freshAt!.getTime()) / 60_000)
  assert.equal(await fresh(ago(20), today), 9)
  assert.equal(await fresh(ago(20), ago(10)), 300)
})

test('no accounts are no question', async () => {
  assert.deepEqual(await ensureDays(fixture, [], week), [])
})
