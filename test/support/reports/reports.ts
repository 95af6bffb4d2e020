import assert from 'node:assert/strict'
import { setCompanyCurrency } from '../../../src/core/currency/company-currency.ts'
import { storeRates } from '../../../src/core/currency/store-rates.ts'
import { builtIn } from '../../../src/platforms/index.ts'
import { createPlatforms } from '../../../src/platforms/registry.ts'
import type { PlannedPlatform } from '../../../src/platforms/registry.ts'
import type { Reply, TestApp } from '../harness.ts'

/** Days that are over everywhere: the figures of a day that is still going on grow while a test looks at them. */
export const overDayAgo = (days: number) => new Date(Date.now() - (days + 1) * 86_400_000).toISOString().slice(0, 10)

/** The first day of the month so many months ago. */
export const monthAgo = (months: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 10)
}

/** What one ad did on one day, as a test writes it down: money in main units. */
export interface FilledDay {
  day: string
  ad: string
  adset?: string
  campaign?: string
  spend?: number
  impressions?: number
  clicks?: number
  conversions?: number | null
  value?: number | null
  results?: number | null
}

export interface FilledAccount {
  id: string
  currency?: string
  timeZone?: string
  /** A platform whose driver is still to come: nobody but the test fills its tables. */
  platform?: string
  /** Days that count as read, also without rows. */
  read: [from: string, to: string]
  rows: FilledDay[]
  /** Names by id, where they are not `Name of <id>`. */
  names?: Record<string, string>
}

export interface Report {
  success: boolean
  data: Record<string, string | number | null>[]
  count: number
  pagination: { offset: number; limit: number; total: number; hasMore: boolean; nextCursor: string | null }
  metadata: {
    platform: string | null
    source: string
    currency: string | null
    comparison: {
      currency: string
      rates: { currency: string; rate: number; date: string; source: string }[]
      missing: { currency: string; reason: string }[]
    } | null
    timeZone: string | null
    freshAt: string | null
    partial: boolean
    missing: {
      accountId: string
      platform: string
      reason: string
      days: { from: string; to: string }[]
      metrics?: string[]
    }[]
    notes: string[]
    attribution: string | null
  }
}

export interface Refusal {
  error: { code: string; details: { issues: { path: string; message: string; expected?: string }[] } }
}

/** A platform that callers may name, and that nothing can be read from: its figures are those that a test put in. */
const unread: PlannedPlatform = { name: 'kiosk', aliases: ['booth'] }

export const withUnread = { platforms: createPlatforms(builtIn.all, [unread]) }

/** Puts an account and its figures straight into the tables. */
export async function fillAccount(test: TestApp, account: FilledAccount, companySlug = 'demo'): Promise<number> {
  const { pool } = test.app.services
  const { id, currency = 'USD', timeZone = 'UTC', platform = unread.name, read, rows, names = {} } = account
  const made = await pool.query<{ id: number; company_id: number }>(
    `INSERT INTO ad_accounts (company_id, workspace_id, platform, account_id, name, currency, time_zone, status, is_sandbox)
     SELECT company_id, id, $2, $3, 'Account ' || $3, $4, $5, 'active', true FROM workspaces
     WHERE is_default AND company_id = (SELECT id FROM companies WHERE slug = $1) RETURNING id, company_id`,
    [companySlug, platform, id, currency, timeZone],
  )
  const { id: key, company_id: companyId } = made.rows[0]!
  const entity = async (level: string, entityId: string) => {
    const { rows: found } = await pool.query<{ key: number }>(
      `INSERT INTO report_entities (company_id, account_key, level, id, name, status) VALUES ($1, $2, $3, $4, $5, 'ACTIVE')
       ON CONFLICT (account_key, level, id) DO UPDATE SET name = excluded.name RETURNING key`,
      [companyId, key, level, entityId, names[entityId] ?? `Name of ${entityId}`],
    )
    return found[0]!.key
  }
  for (const row of rows) {
    const { ad, adset = `set of ${ad}`, campaign = `campaign of ${ad}`, day } = row
    await pool.query('SELECT ensure_ad_days_month($1)', [day])
    const micros = (amount: number | null) => (amount === null ? null : Math.round(amount * 1e6))
    const { spend = 0, impressions = 0, clicks = 0, conversions = 0, value = 0, results = 0 } = row
    await pool.query('INSERT INTO ad_days VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)', [
      ...[
        companyId,
        key,
        day,
        await entity('ad', ad),
        await entity('adset', adset),
        await entity('campaign', campaign),
      ],
      ...[micros(spend), impressions, clicks, conversions, micros(value), results],
    ])
  }
  await pool.query(
    `INSERT INTO report_days (company_id, account_key, day, read_at)
     SELECT $1, $2, day, clock_timestamp() FROM generate_series($3::date, $4::date, interval '1 day') day`,
    [companyId, key, ...read],
  )
  return key
}

/** Gives the demo company a currency and rates of its own, so that no others matter. */
export async function useRates(
  test: TestApp,
  currency: string,
  rates: Record<string, string>,
  day: string,
): Promise<void> {
  const { db } = test.app.services
  const { id } = await db.selectFrom('companies').select('id').where('slug', '=', 'demo').executeTakeFirstOrThrow()
  await setCompanyCurrency(db, id, currency)
  const made = Object.entries(rates).map(([name, rate]) => ({
    currency: name,
    inCurrency: currency,
    rate,
    day,
    source: 'test',
  }))
  await storeRates(db, made, { companyId: id, byHand: true })
}

export type Ask = (query: Record<string, string | number>, key?: string) => Promise<Report>

/** Asks and expects an answer. */
export function asking(test: TestApp, path = '/v1/reports/query'): Ask {
  return async (query, key) => {
    const { status, body } = await askAny<Report>(test, path, query, key)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
}

export function askAny<T>(
  test: TestApp,
  path: string,
  query: Record<string, string | number>,
  key?: string,
): Promise<Reply<T>> {
  return test.call<T>('GET', `${path}?${queryText(query)}`, key ? { key } : {})
}

export function queryText(query: Record<string, string | number>): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return new URLSearchParams(pairs).toString()
}

/** The paths of everything that was complained about. */
/** What a question is refused for: 400 for the form of its fields, 422 for what only several of them tell. */
export async function refusedPaths(
  test: TestApp,
  path: string,
  query: Record<string, string | number>,
  refusedWith: 400 | 422 = 400,
) {
  const { status, body } = await askAny<Refusal>(test, path, query)
  assert.equal(status, refusedWith, JSON.stringify(body))
  return body.error.details.issues
}
