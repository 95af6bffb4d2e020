import type pg from 'pg'
import { sumTables } from '../../src/core/reports/sums/figures.ts'
import { sumMissing } from '../../src/core/reports/sums/mend.ts'
import { onPool } from '../../src/db/connect.ts'

const accounts = 200
export const adsPerAccount = 137
const adSetsPerAccount = 20
const campaignsPerAccount = 8
const days = 365
/** Every account has the same size: a larger table has more accounts. */
export const rowsPerAccount = adsPerAccount * days

export const accountId = (number: number) => `act_9${String(number).padStart(9, '0')}`

/** Account number n of the bench, from 1, has this key in the database. */
const firstKey = 1_000_000
export const accountKey = (number: number) => firstKey + number
const entityKey = { campaign: 10_000_000, adset: 20_000_000, ad: 30_000_000 }

/** The first day of the figures, and the last: yesterday. */
export function span(today = new Date()): { from: string; to: string } {
  const day = (daysAgo: number) => new Date(today.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  return { from: day(days), to: day(1) }
}

/** The accounts and their campaigns, ad sets and ads, which the figures refer to. */
export async function fillAccounts(client: pg.ClientBase, companyId: number, ads = adsPerAccount): Promise<void> {
  const { from, to } = span()
  await client.query(
    `INSERT INTO ad_accounts (id, company_id, workspace_id, connection_id, platform, account_id, name, currency, time_zone, status, is_sandbox)
     OVERRIDING SYSTEM VALUE
     SELECT ${firstKey} + n, $1, w.id, NULL, 'primary', 'act_9' || lpad(n::text, 9, '0'), 'Account ' || n, 'USD', 'UTC', 'active', true
     FROM generate_series(1, ${accounts}) n, workspaces w WHERE w.company_id = $1 AND w.is_default`,
    [companyId],
  )
  for (const [level, each] of [
    ['campaign', campaignsPerAccount],
    ['adset', adSetsPerAccount],
    ['ad', ads],
  ] as const) {
    await client.query(
      `INSERT INTO report_entities (key, company_id, account_key, level, id, name, status) OVERRIDING SYSTEM VALUE
       SELECT ${entityKey[level]} + a * 1000 + n, $1, ${firstKey} + a, '${level}', (${entityKey[level]}::bigint * 10000 + a * 1000 + n)::text,
         '${level} ' || n || ' of account ' || a || ', spring and summer', 'ACTIVE'
       FROM generate_series(1, ${accounts}) a, generate_series(1, ${each}) n`,
      [companyId],
    )
  }
  await client.query(
    `SELECT ensure_ad_days_month(d::date) FROM generate_series(date_trunc('month', $1::date), $2::date, interval '1 month') d`,
    [from, to],
  )
  await client.query('ANALYZE ad_accounts, report_entities')
}

interface FilledDays {
  first: number
  last: number
  from?: string
  /** Of each account. */
  ads?: number
}

/** The figures of some accounts, one account after another and day by day, as a sync writes them. */
export async function fillDays(
  client: pg.ClientBase,
  companyId: number,
  { first, last, from = span().from, ads = adsPerAccount }: FilledDays,
): Promise<void> {
  const { to } = span()
  await client.query('SET synchronous_commit = off')
  for (let start = first; start <= last; start += 10) {
    await client.query(
      `INSERT INTO ad_days SELECT $1, ${firstKey} + a, d::date, ${entityKey.ad} + a * 1000 + n,
         ${entityKey.adset} + a * 1000 + 1 + n % ${adSetsPerAccount}, ${entityKey.campaign} + a * 1000 + 1 + n % ${campaignsPerAccount},
         (hashint4(n * 7 + a) & 8191) * 10000::bigint, 1000 + (hashint4(n * 13 + a) & 16383), hashint4(n * 17 + a) & 255,
         hashint4(n * 19 + a) & 15, (hashint4(n * 23 + a) & 16383) * 10000::bigint, hashint4(n * 29 + a) & 31
       FROM generate_series($2::int, $3::int) a, generate_series($4::date, $5::date, interval '1 day') d,
         generate_series(1, ${ads}) n
       ORDER BY a, d, n`,
      [companyId, start, Math.min(last, start + 9), from, to],
    )
  }
  await client.query(
    `INSERT INTO report_days (company_id, account_key, day, read_at)
     SELECT $1, ${firstKey} + a, d, clock_timestamp()
     FROM generate_series($2::int, $3::int) a, generate_series($4::date, $5::date, interval '1 day') d`,
    [companyId, first, last, span().from, to],
  )
  await client.query('VACUUM (ANALYZE) ad_days, report_days')
}

/** As the service makes them for figures that were there before. */
export async function fillSums(pool: pg.Pool): Promise<void> {
  await sumMissing({ db: onPool(pool), pool })
  for (const table of [...sumTables, 'summed_months']) await pool.query(`VACUUM (ANALYZE) ${table}`)
}
