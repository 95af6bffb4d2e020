import type { CompanyId } from '../../db/company-id.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { Scoped } from '../../db/sql.ts'
import { beyondQuota } from './quota.ts'

/** What was counted already of the time that it is now, and when that time is over. */
interface Use {
  allowed: number | null
  used: number
  freesAt: Date
}

/** What is counted anew with every day or minute: its columns, what they say of now, and when that is over. */
const timed = {
  adsADay: {
    ...{ allowed: sql.raw('ads_a_day'), since: sql.raw('ads_day'), used: sql.raw('ads_used') },
    now: sql.raw("(clock_timestamp() AT TIME ZONE 'UTC')::date"),
    next: sql.raw("date_trunc('day', clock_timestamp(), 'UTC') + interval '1 day'"),
  },
  reportRowsAMinute: {
    ...{ allowed: sql.raw('report_rows_a_minute'), since: sql.raw('rows_minute'), used: sql.raw('rows_used') },
    now: sql.raw("date_trunc('minute', clock_timestamp(), 'UTC')"),
    next: sql.raw("date_trunc('minute', clock_timestamp(), 'UTC') + interval '1 minute'"),
  },
} as const

type TimedQuota = keyof typeof timed

/** What was used in the day or minute that it is now. */
const usedNow = ({ since, now, used }: (typeof timed)[TimedQuota]) =>
  sql`CASE WHEN ${since} = ${now} THEN ${used} ELSE 0 END`

function useOf(companyId: CompanyId, name: TimedQuota): Scoped<Use> {
  const { allowed, next } = timed[name]
  return sql<Use>`
    SELECT ${allowed} AS allowed, ${usedNow(timed[name])} AS used, ${next} AS "freesAt"
    FROM company_quotas WHERE company_id = ${companyId}`
}

/** Whether there is a quota at all: what costs something to count is counted for those who have one. */
export async function hasQuota(db: Db, companyId: CompanyId, name: TimedQuota): Promise<boolean> {
  const { rows } = await useOf(companyId, name).execute(db)
  return (rows[0]?.allowed ?? null) !== null
}

/** Refuses what goes beyond the quota already now, and counts nothing. */
export async function requireRoom(db: Db, companyId: CompanyId, name: TimedQuota, asked: number): Promise<void> {
  const { rows } = await useOf(companyId, name).execute(db)
  const [use] = rows
  if (!use || use.allowed === null || use.used + asked <= use.allowed) return
  throw beyondQuota({ ...use, name, limit: use.allowed, asked })
}

/** Counts, in the caller's transaction: what is refused, here or later, is not counted. Whoever counts for the same company waits until it has ended. */
async function take(trx: Db, companyId: CompanyId, name: TimedQuota, asked: number): Promise<void> {
  const { allowed, since, used, now, next } = timed[name]
  const { rows } = await sql<Use>`
    UPDATE company_quotas SET ${used} = ${usedNow(timed[name])} + ${asked}, ${since} = ${now}
    WHERE company_id = ${companyId} AND ${allowed} IS NOT NULL
    RETURNING ${allowed} AS allowed, ${used} AS used, ${next} AS "freesAt"`.execute(trx)
  const [use] = rows
  if (!use || use.allowed === null || use.used <= use.allowed) return
  throw beyondQuota({ ...use, name, limit: use.allowed, used: use.used - asked, asked })
}

/** Ads that are accepted, by the transaction that stores them. */
export function takeAds(trx: Db, companyId: CompanyId, ads: number): Promise<void> {
  return take(trx, companyId, 'adsADay', ads)
}

/** Ads that were counted and were not made, on the day on which they were counted. */
export async function giveBackAds(db: Db, companyId: CompanyId, ads: number, day: string): Promise<void> {
  if (ads <= 0) return
  await sql`
    UPDATE company_quotas SET ads_used = greatest(0, ads_used - ${ads})
    WHERE company_id = ${companyId} AND ads_day = ${day}::date`.execute(db)
}

/** Rows of reports that somebody is about to be given. */
export async function takeReportRows(db: Db, companyId: CompanyId, rows: number): Promise<void> {
  if (rows === 0 || !(await hasQuota(db, companyId, 'reportRowsAMinute'))) return
  await inTransaction(db, (trx) => take(trx, companyId, 'reportRowsAMinute', rows))
}
