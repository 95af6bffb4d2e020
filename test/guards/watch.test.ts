import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { demo } from '../../src/api/examples.ts'
import type { AuditRow } from '../../src/core/audit/read.ts'
import { lookAtAccount, ofCost, ofHours } from '../../src/core/guards/anomalies.ts'
import { matchesPattern } from '../../src/core/guards/pattern.ts'
import { watchCompany } from '../../src/core/guards/watch.ts'
import { guardedBy, writesTo } from '../support/guards/guards.ts'
import { startTestApp } from '../support/harness.ts'
import { fillAccount } from '../support/reports/reports.ts'
import { addDays, daysOf, monthsTouched, todayIn } from '../../src/days.ts'
import type { CompanyRef } from '../../src/core/company-ref.ts'

const app = await startTestApp()
const { db, connections, log } = app.app.services
let company: CompanyRef
before(async () => {
  await app.call('GET', '/v1/adaccounts')
  company = await db.selectFrom('companies').select(['id', 'slug']).where('slug', '=', 'demo').executeTakeFirstOrThrow()
})

const eventsOf = async (type: string) =>
  (await app.call<{ data: { data: Record<string, unknown> }[] }>('GET', `/v1/events?type=${type}`)).body.data

const running = async () => {
  const path = `/v1/campaigns?accountId=${demo.account}&status=ACTIVE`
  return (await app.call<{ data: { id: string; name: string }[] }>('GET', path)).body.data
}

test('a cap that stops pauses what it covers, once, and nothing else', async () => {
  const all = await running()
  const name = all[0]!.name
  await guardedBy(app, { dailyCap: 0, stop: true, accountId: demo.account, platform: 'primary', campaignPattern: name })
  await writesTo(app)
  await watchCompany({ db, connections, log }, company)
  const covered = all.filter((campaign) => campaign.name === name)
  assert.equal((await writesTo(app)).length, covered.length)
  assert.deepEqual(
    (await running()).map(({ id }) => id),
    all.filter((campaign) => campaign.name !== name).map(({ id }) => id),
  )
  await watchCompany({ db, connections, log }, company)
  assert.deepEqual(await writesTo(app), [])
  const notified = await eventsOf('spend.stopped')
  assert.equal(notified.length, 1)
  assert.equal(notified[0]!.data.paused, covered.length)
  const { body } = await app.call<{ data: AuditRow[] }>('GET', '/v1/audit-log?action=stop_spend')
  assert.equal(body.data.length, 1)
  const { before, after } = body.data[0] as unknown as Record<'before' | 'after', Record<string, { status: string }>>
  for (const { id } of covered) assert.deepEqual([before[id]!.status, after[id]!.status], ['active', 'paused'])
})

test('a cap that is not reached, does not stop, or cannot be compared pauses nothing', async () => {
  await guardedBy(app, { dailyCap: 1e9, stop: true }, { dailyCap: 0 })
  await writesTo(app)
  await watchCompany({ db, connections, log }, company)
  await guardedBy(app, { dailyCap: 0, stop: true })
  await db.deleteFrom('spend_readings').execute()
  const fault = { platform: 'meta', match: { path: '/insights' }, fault: 'status', status: 500, times: 0 }
  await app.control('POST', 'faults', fault)
  await watchCompany({ db, connections, log }, company)
  await app.control('DELETE', 'faults')
  assert.deepEqual(await writesTo(app), [])
})

test('an hour that costs a multiple of the same hours before is told, once', async () => {
  const account = await db
    .selectFrom('ad_accounts')
    .selectAll()
    .where('account_id', '=', demo.account)
    .executeTakeFirstOrThrow()
  const now = new Date()
  for (let back = 1; back <= 7; back++)
    await sql`
      INSERT INTO spend_hours (company_id, platform, account_id, day, hour, spent)
      SELECT ${company.id}, ${account.platform}, ${account.account_id}, ((${now}::timestamptz AT TIME ZONE ${account.time_zone})::date - ${back}::int), hour, hour * 0.5 + 0.5
      FROM generate_series(0, 23) AS hour`.execute(db)
  await sql`
    INSERT INTO spend_hours (company_id, platform, account_id, day, hour, spent)
    SELECT ${company.id}, ${account.platform}, ${account.account_id}, (${now}::timestamptz AT TIME ZONE ${account.time_zone})::date, hour, 0
    FROM generate_series(0, 22) AS hour`.execute(db)
  // What the platform says just now, whatever the hour.
  await sql`
    INSERT INTO spend_readings (company_id, platform, account_id, kind, last_day, time_zone, by_campaign)
    SELECT ${company.id}, ${account.platform}, ${account.account_id}, 'day', today, ${account.time_zone}, '{"1": 500}'
    FROM (SELECT (${now}::timestamptz AT TIME ZONE ${account.time_zone})::date AS today) AS calendar
    ON CONFLICT (company_id, platform, account_id, kind) DO UPDATE SET
      last_day = excluded.last_day, time_zone = excluded.time_zone, by_campaign = excluded.by_campaign, read_at = now()`.execute(
    db,
  )
  await lookAtAccount({ db, connections }, company, account, now)
  await lookAtAccount({ db, connections }, company, account, now)
  const notified = (await eventsOf('spend.anomaly')).filter(({ data }) => data.kind === 'spend')
  assert.equal(notified.length, 1, JSON.stringify(notified))
  assert.equal(notified[0]!.data.expected, 0.5)
})

test('what a result cost is told by the days of the account where they are added up, and by its ads where one is unknown', async () => {
  const today = todayIn('UTC')
  const yesterday = addDays(today, -1)
  const range = { from: addDays(today, -8), to: yesterday }
  const rows = daysOf(range).flatMap((day) =>
    ['a1', 'a2'].map((ad) => ({ day, ad, spend: day === yesterday ? 50 : 10, results: 5 })),
  )
  const key = await fillAccount(app, { id: 'costly', read: [range.from, range.to], rows })
  const { pool } = app.app.services
  const account = await db.selectFrom('ad_accounts').selectAll().where('id', '=', key).executeTakeFirstOrThrow()
  const told = () => ofCost(db, company, account, today)
  const byAds = { kind: 'cost-per-result', spent: 10, expected: 2 }
  assert.deepEqual(await told(), byAds)
  for (const month of monthsTouched(range)) await pool.query('SELECT sum_days($1, $2, $3)', [company.id, key, month])
  assert.deepEqual(await told(), byAds)
  await pool.query('UPDATE account_days SET spend_micros = 2 * spend_micros WHERE account_key = $1', [key])
  assert.deepEqual(await told(), { ...byAds, spent: 20, expected: 4 })
  await pool.query('UPDATE account_days SET results = NULL WHERE account_key = $1', [key])
  assert.deepEqual(await told(), byAds)
})

test('what is usual, and what is not', () => {
  assert.equal(ofHours({ now: 100, before: [90, 110] }), null, 'too few days are known')
  assert.equal(ofHours({ now: 250, before: [90, 110, 100] }), null)
  assert.equal(ofHours({ now: 301, before: [90, 110, 100] })?.kind, 'spend')
  assert.equal(ofHours({ now: 0, before: [90, 110, 100] })?.kind, 'no-delivery')
  assert.equal(ofHours({ now: 0, before: [0, 0, 100] }), null)
  assert.equal(ofHours({ now: null, before: [90, 110, 100] }), null)
})

test('patterns are wildcards and nothing else, and none takes long', () => {
  assert.ok(matchesPattern('Brand *', 'brand DE'))
  assert.ok(!matchesPattern('Brand *', 'My brand'))
  assert.ok(matchesPattern('a?c', 'ABC'))
  assert.ok(matchesPattern('(a+)+$', '(a+)+$'))
  assert.ok(!matchesPattern('(a+)+$', 'aaaaaaaa'))
  // Whoever tried every way would be at it for ever.
  assert.ok(!matchesPattern('*a'.repeat(100) + 'b', 'a'.repeat(5000)))
})
