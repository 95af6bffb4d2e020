import assert from 'node:assert/strict'
import fc from 'fast-check'
import type pg from 'pg'
import { groupOf } from '../../../src/core/reports/query/dimensions.ts'
import type { Rate } from '../../../src/core/currency/convert.ts'
import { decimalOf } from '../../../src/core/currency/decimal.ts'
import type { Conversion } from '../../../src/core/reports/query/conversion.ts'
import type { Question } from '../../../src/core/reports/query/question.ts'
import { withPieces } from '../../../src/core/reports/query/source.ts'
import { exportStatement } from '../../../src/core/reports/query/sql.ts'
import { literals } from '../../../src/core/reports/query/values.ts'
import type { FigureTable } from '../../../src/core/reports/sums/figures.ts'
import { quarterOf } from '../../../src/core/reports/sums/pieces.ts'
import { monthOf } from '../../../src/core/reports/sums/settled.ts'
import { sumMissing } from '../../../src/core/reports/sums/mend.ts'
import { createEntityKeys } from '../../../src/core/reports/sync/entities.ts'
import { storeWindow } from '../../../src/core/reports/sync/store-window.ts'
import type { ReportAccount } from '../../../src/core/reports/sync/types.ts'
import { addDays, daysOf, todayIn } from '../../../src/days.ts'
import type { DayRange } from '../../../src/platforms/contract/insights.ts'
import type { AdDay } from '../../../src/platforms/contract/report.ts'
import { metricNames, isAboutPeople } from '../../../src/platforms/contract/metrics.ts'
import { adDay } from './sync.ts'
import type { SyncTest } from './sync.ts'

const today = todayIn('UTC')
const historyDays = 250
const firstDay = addDays(today, 1 - historyDays)
const currencies = ['USD', 'USD', 'EUR', 'JPY']

/** Numbers that look random and are the same in every run. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

type Roll = ReturnType<typeof dice>

/** Accounts whose days came, changed and went in windows of any length, by this version and by those that know less of sums. */
export async function liveWithSums(sync: SyncTest, seed: number): Promise<ReportAccount[]> {
  const roll = dice(seed)
  const accounts: ReportAccount[] = []
  for (const currency of currencies) accounts.push(await sync.account(null, { currency }))
  for (const account of accounts) {
    for (let turn = 0; turn < 18; turn++) await readSome(sync, account, roll)
  }
  const gone = await sync.account(null)
  await readSome(sync, gone, roll)
  await sync.fixture.db.deleteFrom('ad_accounts').where('id', '=', gone.key).execute()
  return accounts
}

async function readSome(sync: SyncTest, account: ReportAccount, roll: Roll): Promise<void> {
  const { pool } = sync.fixture
  const from = addDays(firstDay, roll(historyDays))
  const days = daysOf({ from, to: addDays(from, roll(45)) }).filter((day) => day <= today)
  const way = roll(9)
  if (way === 0) await sumMissing(sync.fixture)
  else if (way < 3) await readByAnotherVersion(pool, account, days, way === 1 ? '' : 'on')
  else {
    const rows = days.flatMap((day) => rowsOf(day, roll))
    const client = await pool.connect()
    const keys = createEntityKeys(account)
    await keys.learn(client, rows)
    await storeWindow(client, account, keys, { range: { from, to: days.at(-1)! }, rows, readAt: new Date() })
    client.release()
  }
}

/** Ads move between campaigns and ad sets, have days without delivery, and figures that nobody knows. */
function rowsOf(day: string, roll: Roll): AdDay[] {
  return Array.from({ length: roll(6) }, () => {
    const ad = roll(8)
    const unknown = (value: number) => (roll(40) === 0 ? null : value)
    return adDay(day, {
      ...{
        adId: `1${ad}`,
        adSetId: `2${roll(30) === 0 ? roll(4) : ad % 4}`,
        campaignId: `3${roll(30) === 0 ? roll(3) : ad % 3}`,
      },
      ...{ spendMicros: roll(900) * 10_000, impressions: roll(5000), clicks: roll(90) },
      ...{ plays3s: unknown(roll(70)), plays15s: unknown(roll(50)), thruplays: roll(200) === 0 ? null : roll(50) },
      // Quarters are added up exactly, in whatever order.
      ...{
        conversions: unknown(roll(40) / 4),
        conversionValueMicros: unknown(roll(90) * 10_000),
        results: unknown(roll(9)),
      },
    })
  })
}

/** `keeps`: '' knows no sums, 'on' none of tens: it corrects those that it knows. */
async function readByAnotherVersion(
  pool: pg.Pool,
  { companyId, key }: ReportAccount,
  days: string[],
  keeps: '' | 'on',
): Promise<void> {
  const client = await pool.connect()
  for (const day of days) await client.query('SELECT ensure_ad_days_month($1)', [day])
  await client.query(`BEGIN; SET LOCAL flightdeck.keeps_sums = '${keeps}'`)
  await client.query('DELETE FROM ad_days WHERE account_key = $1 AND day = ANY ($2) AND ad_key % 2 = 0', [key, days])
  await client.query(
    `INSERT INTO ad_days SELECT $1, $2, day, ad.key, ad.key, ad.key, 770000, 70, 7, 1, NULL, 2
     FROM unnest($3::date[]) AS day, (SELECT min(key) AS key FROM report_entities WHERE account_key = $2 HAVING count(*) > 0) ad
     ON CONFLICT (account_key, day, ad_key) DO UPDATE SET spend_micros = ad_days.spend_micros + 7, campaign_key = excluded.campaign_key`,
    [companyId, key, days],
  )
  await client.query(
    `INSERT INTO report_days (company_id, account_key, day, read_at) SELECT $1, $2, day, now() FROM unnest($3::date[]) AS day
     ON CONFLICT (account_key, day) DO UPDATE SET read_at = excluded.read_at, digest = NULL`,
    [companyId, key, days],
  )
  if (keeps === 'on') {
    await client.query(
      `SELECT sum_days(company_id, account_key, month), CASE WHEN has_ads THEN sum_ads(company_id, account_key, month) END
       FROM summed_months WHERE account_key = $1 AND month IN (SELECT date_trunc('month', day) FROM unnest($2::date[]) AS day)`,
      [key, days],
    )
  }
  await client.query('COMMIT')
  client.release()
}

const metrics = metricNames.filter((name) => !isAboutPeople(name))

/** Any days, also some before the first and after the last; any rows and filters. */
export const questions = fc
  .record({
    from: fc.integer({ min: -20, max: historyDays + 5 }),
    length: fc.oneof(fc.integer({ min: 0, max: historyDays }), fc.constantFrom(27, 29, 30, 61, 91, 120)),
    on: fc.constantFrom('day', 'month', 'quarter'),
    words: fc.subarray(['ad', 'adset', 'campaign', 'account', 'platform', 'currency', 'day'], {
      minLength: 1,
      maxLength: 3,
    }),
    metrics: fc.subarray(metrics, { minLength: 1 }),
    minSpend: fc.option(fc.integer({ min: 0, max: 400 }), { freq: 1 }),
    search: fc.option(fc.constantFrom('1', 'account 2', '32'), { freq: 8 }),
    accounts: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
    inCurrency: fc.option(fc.constantFrom('USD', 'EUR', 'JPY', 'GBP'), { freq: 1 }),
  })
  .map(({ from, length, on, words, accounts, inCurrency, ...rest }) => {
    const day = addDays(firstDay, from)
    const start = on === 'day' ? day : on === 'month' ? monthOf(day) : quarterOf(monthOf(day))
    const question: Question = {
      ...{ ...rest, range: { from: start, to: addDays(start, length) }, groups: words.map((word) => groupOf(word)!) },
      ...{ namesPeople: false, sort: [], limit: null, offset: 0 },
    }
    return { question, accounts, inCurrency }
  })

/** Asks for the same rows twice, of sums and of days alone. Answers which tables the sums lay in. */
export async function askBothWays(
  pool: pg.Pool,
  accounts: ReportAccount[],
  { question, inCurrency }: { question: Question; inCurrency: string | null },
): Promise<FigureTable[]> {
  const sources = {
    ...{ accountKeys: accounts.map(({ key }) => key), people: null, split: null, comparison: null },
    conversion: inCurrency === null ? null : conversionTo(inCurrency, accounts, question.range),
  }
  const planned = await withPieces(pool, question, sources)
  const [ours, raw] = [await rowsFor(pool, question, planned), await rowsFor(pool, question, sources)]
  assert.deepEqual(ours, raw)
  return (planned.pieces ?? []).map(({ table }) => table)
}

/** A rate for each day, and none for the first days. */
function conversionTo(to: string, accounts: ReportAccount[], range: DayRange): Conversion {
  const rateOn = (currency: string, day: string): Rate | null => {
    const place = (Date.parse(day) - Date.parse(firstDay)) / 86_400_000
    if (place < 20) return null
    return {
      currency,
      rate: decimalOf(`0.0${currency.charCodeAt(0)}${100 + (place % 37)}`)!,
      date: day,
      source: 'test',
    }
  }
  const others = [...new Set(accounts.map(({ currency }) => currency))].filter((currency) => currency !== to)
  const rates = new Map(others.map((currency) => [currency, daysOf(range).map((day) => rateOn(currency, day))]))
  return { to, range, rates, currencyOf: new Map(accounts.map(({ key, currency }) => [key, currency])) }
}

async function rowsFor(pool: pg.Pool, question: Question, sources: Parameters<typeof exportStatement>[1]) {
  const { text } = exportStatement(question, sources, literals())
  const { rows } = await pool.query<object>(text)
  return rows.map((row) => JSON.stringify(row)).sort()
}
