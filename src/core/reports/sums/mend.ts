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
import { hasSettled, settledBefore } from './settled.ts'

interface AccountMonth {
  companyId: CompanyId
  key: number
  month: string
}

/** Whoever stores days of the account is waited for. */
const waitMs = 60_000

/**
 * Makes the sums that are missing: of months that were read by a version without sums, and by ad of months that have settled since.
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
  const { rows } = await sql<AccountMonth>`
    SELECT DISTINCT read.company_id AS "companyId", read.account_key AS key, date_trunc('month', read.day)::date AS month
    FROM report_days read
    LEFT JOIN summed_months kept ON kept.account_key = read.account_key AND kept.month = date_trunc('month', read.day)
    WHERE kept.has_ads IS NULL OR (NOT kept.has_ads AND kept.month < ${settledBefore(now)}::date)
    ORDER BY month DESC, key`.execute(everyCompany(db))
  return rows
}

/** While nobody stores days of the account. Answers whether it was done. */
async function sumMonth(
  { pool }: Pick<SyncDeps, 'pool'>,
  { companyId, key, month }: AccountMonth,
  { now, signal }: { now: Date; signal?: AbortSignal | undefined },
): Promise<boolean> {
  const ads = hasSettled(month, now) ? ', sum_ads($1, $2, $3)' : ''
  const wait = { waitMs, ...(signal ? { signal } : {}) }
  const done = await withAccountLock(pool, key, wait, async (client) => {
    await client.query(`SELECT sum_days($1, $2, $3)${ads}`, [companyId, key, month])
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
    if (signal?.aborted || !(await sumMonth(deps, { ...account, month }, { now, signal }))) continue
    mended.push(month)
    const { platform, accountId, companyId } = account
    deps.log.warn({ platform, accountId, month }, 'sums of figures were not those of their days; they were made again')
    await inTransaction(deps.db, (trx) =>
      recordEvent(trx, { id: companyId }, { type: 'sync.mended', data: { platform, accountId, month } }),
    )
  }
  return mended
}

/** Fractions that were added up in another order differ behind the sixth digit. */
const sums = figureColumns
  .map((name) => `CASE WHEN count(${name}) = count(*) THEN round(sum(${name})::numeric, 4) END AS ${name}`)
  .join(', ')

async function differingMonths(db: Db, { key }: ReportAccount): Promise<string[]> {
  const monthsIn = (table: string, day: string) =>
    sql.raw<never>(
      `SELECT date_trunc('month', ${day})::date AS month, ${sums} FROM ${table} WHERE account_key = ${Number(key)} GROUP BY 1`,
    )
  const { rows } = await sql<{ month: string }>`
    WITH raw AS (${monthsIn('ad_days', 'day')}), made AS (
      SELECT 'account' AS level, * FROM (${monthsIn('account_days', 'day')}) a
      UNION ALL SELECT 'campaign', * FROM (${monthsIn('campaign_days', 'day')}) c
      UNION ALL SELECT 'ad', * FROM (${monthsIn('ad_months', 'month')}) m
    ), wanted AS (
      SELECT month, level FROM summed_months CROSS JOIN unnest(ARRAY['account', 'campaign', 'ad']) AS level
      WHERE account_key = ${key} AND (has_ads OR level <> 'ad')
    )
    SELECT DISTINCT wanted.month FROM wanted
    LEFT JOIN raw ON raw.month = wanted.month
    LEFT JOIN made ON made.month = wanted.month AND made.level = wanted.level
    WHERE (${sql.raw(figureColumns.map((name) => `raw.${name}`).join(', '))}) IS DISTINCT FROM
      (${sql.raw(figureColumns.map((name) => `made.${name}`).join(', '))})
    ORDER BY wanted.month`.execute(everyCompany(db))
  return rows.map(({ month }) => month)
}
