import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { sql } from '../../../db/sql.ts'
import type { SyncDeps } from '../../deps.ts'
import { recordEvent } from '../../events/record.ts'
import { withAccountLock } from '../sync/lock.ts'
import type { ReportAccount } from '../sync/types.ts'
import { figureColumns } from './figures.ts'
import { settledBefore } from './settled.ts'
import { settledTens, tensInMonth } from './tens.ts'

interface AccountMonth {
  companyId: CompanyId
  key: number
  month: string
  /** Whether those by day are right. */
  hasDays: boolean
}

/** Whoever stores days of the account is waited for. */
const waitMs = 60_000

/**
 * Makes the sums that are missing: of months that were read by a version without sums, and by ad of tens and months that have settled since.
 * Answers of how many months.
 */
export async function sumMissing(
  deps: Pick<SyncDeps, 'db' | 'pool'>,
  { signal, now = new Date() }: { signal?: AbortSignal; now?: Date } = {},
): Promise<number> {
  let made = 0
  for (const missing of await missingMonths(deps.db, now)) {
    if (signal?.aborted) break
    if (await sumMonth(deps, missing, { now, signal })) made += 1
  }
  return made
}

async function missingMonths(db: Db, now: Date): Promise<AccountMonth[]> {
  const moving = settledBefore(now)
  const { rows } = await sql<AccountMonth>`
    SELECT DISTINCT read.company_id AS "companyId", read.account_key AS key, date_trunc('month', read.day)::date AS month,
      kept.month IS NOT NULL AS "hasDays"
    FROM report_days read
    LEFT JOIN summed_months kept ON kept.account_key = read.account_key AND kept.month = date_trunc('month', read.day)
    WHERE kept.month IS NULL OR (kept.month < ${moving}::date AND NOT (kept.has_ads AND kept.tens = ${tensInMonth}))
      OR (kept.month = ${moving}::date AND kept.tens < ${settledTens(moving, now)})
    ORDER BY month DESC, key`.execute(everyCompany(db))
  return rows
}

/** While nobody stores days of the account. Answers whether it was done. */
async function sumMonth(
  { pool }: Pick<SyncDeps, 'pool'>,
  { companyId, key, month, hasDays }: AccountMonth,
  { now, signal }: { now: Date; signal?: AbortSignal | undefined },
): Promise<boolean> {
  const tens = settledTens(month, now)
  const steps = [
    ...(hasDays ? [] : ['sum_days($1, $2, $3)']),
    ...(tens === tensInMonth ? ['sum_ads($1, $2, $3)'] : []),
    ...(tens > 0 && tens < tensInMonth ? [`sum_tens($1, $2, $3, ARRAY(SELECT generate_series(1, ${tens})))`] : []),
  ]
  const wait = { waitMs, ...(signal ? { signal } : {}) }
  const done = await withAccountLock(pool, key, wait, async (client) => {
    await client.query(`SELECT ${steps.join(', ')}`, [companyId, key, month])
    return true
  })
  return done === true
}

/** Holds an account's sums against its days, month by month. Those that differ are made again, and an event says so. */
export async function compareSums(
  deps: Pick<SyncDeps, 'db' | 'pool' | 'log'>,
  account: ReportAccount,
  { signal, now = new Date() }: { signal?: AbortSignal; now?: Date } = {},
): Promise<string[]> {
  const mended: string[] = []
  for (const month of await differingMonths(deps.db, account)) {
    if (signal?.aborted || !(await sumMonth(deps, { ...account, month, hasDays: false }, { now, signal }))) continue
    mended.push(month)
    const { platform, accountId, companyId } = account
    deps.log.warn({ platform, accountId, month }, 'sums of figures were not those of their days; they were made again')
    await inTransaction(deps.db, (trx) =>
      recordEvent(trx, { id: companyId }, { type: 'sync.mended', data: { platform, accountId, month } }),
    )
  }
  return mended
}

const columns = figureColumns.map((name) => `CASE WHEN count(${name}) = count(*) THEN sum(${name}) END AS ${name}`)
/** Fractions that were added up in another order differ behind the sixth digit. */
const rounded = (table: string) => figureColumns.map((name) => `round(${table}.${name}::numeric, 4)`).join(', ')

async function differingMonths(db: Db, { key }: ReportAccount): Promise<string[]> {
  const sumsIn = (level: string, table: string, first: string) =>
    `SELECT '${level}' AS level, ${first} AS first, ${columns.join(', ')} FROM ${table} WHERE account_key = ${Number(key)} GROUP BY 2`
  const month = "date_trunc('month', day)::date"
  const ten = 'day - (extract(day FROM day)::int - 1) + least((extract(day FROM day)::int - 1) / 10, 2) * 10'
  const raw = [
    ...['account', 'campaign', 'ad'].map((level) => sumsIn(level, 'days', month)),
    sumsIn('ten', 'days', ten),
    sumsIn('quarter', 'days', "date_trunc('quarter', day)::date"),
  ]
  const made = [
    sumsIn('account', 'account_days', month),
    sumsIn('campaign', 'campaign_days', month),
    sumsIn('ten', 'ad_tens', 'ten'),
    sumsIn('ad', 'ad_months', 'month'),
    sumsIn('quarter', 'ad_quarters', 'quarter'),
  ]
  const { rows } = await sql<{ month: string }>`
    WITH days AS (SELECT account_key, day, ${sql.raw(columns.join(', '))} FROM ad_days WHERE account_key = ${key} GROUP BY 1, 2),
    raw AS (${sql.raw(raw.join(' UNION ALL '))}), made AS (${sql.raw(made.join(' UNION ALL '))}),
    kept AS (SELECT * FROM summed_months WHERE account_key = ${key}), wanted AS (
      SELECT month, month AS first, level FROM kept CROSS JOIN unnest(ARRAY['account', 'campaign', 'ad']) AS level WHERE has_ads OR level <> 'ad'
      UNION ALL SELECT month, month + 10 * place, 'ten' FROM kept, generate_series(0, tens - 1) AS place
      UNION ALL SELECT month, month, 'quarter' FROM kept WHERE has_quarter
    )
    SELECT DISTINCT wanted.month FROM wanted
    LEFT JOIN raw ON raw.first = wanted.first AND raw.level = wanted.level
    LEFT JOIN made ON made.first = wanted.first AND made.level = wanted.level
    WHERE (${sql.raw(rounded('raw'))}) IS DISTINCT FROM (${sql.raw(rounded('made'))})
    ORDER BY wanted.month`.execute(everyCompany(db))
  return rows.map(({ month: found }) => found)
}
