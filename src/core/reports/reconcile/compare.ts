import type pg from 'pg'
import type { AccountTotal } from '../../../platforms/contract/report.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import { decimalsOf } from '../../currency/codes.ts'
import type { ReportAccount } from '../sync/types.ts'

/** What is kept of the ads of an account, added up. */
export interface KeptDay {
  day: string
  ads: number
  spendMicros: number
  impressions: number
  clicks: number
}

/** Of the days that were read, also those without delivery. */
export async function keptDays(
  pool: Pick<pg.ClientBase, 'query'>,
  { companyId, key }: Pick<ReportAccount, 'companyId' | 'key'>,
  { from, to }: DayRange,
): Promise<Map<string, KeptDay>> {
  const { rows } = await pool.query<KeptDay>(
    `SELECT read.day, count(d.ad_key)::int AS ads, coalesce(sum(d.spend_micros), 0)::float8 AS "spendMicros",
       coalesce(sum(d.impressions), 0)::float8 AS impressions, coalesce(sum(d.clicks), 0)::float8 AS clicks
     FROM report_days read
     LEFT JOIN ad_days d ON d.account_key = read.account_key AND d.day = read.day AND d.day BETWEEN $3 AND $4
     WHERE read.company_id = $1 AND read.account_key = $2 AND read.day BETWEEN $3 AND $4
     GROUP BY read.day ORDER BY read.day`,
    [companyId, key, from, to],
  )
  return new Map(rows.map((row) => [row.day, row]))
}

/** Platforms round what each ad spent: half of the smallest amount for each of them, and for the account, is no difference. */
export function roundingMicros(ads: number, currency: string): number {
  return ((ads + 1) * 10 ** (6 - decimalsOf(currency))) / 2
}

/** Whether what is kept is not what the platform says, by more than rounding. */
export function differs(kept: KeptDay, total: AccountTotal, currency: string): boolean {
  const isOff = (ours: number, theirs: number | null) => theirs !== null && ours !== theirs
  return (
    Math.abs(kept.spendMicros - total.spendMicros) > roundingMicros(kept.ads, currency) ||
    isOff(kept.impressions, total.impressions) ||
    isOff(kept.clicks, total.clicks)
  )
}

export function isSameTotal(one: AccountTotal, other: AccountTotal): boolean {
  return one.spendMicros === other.spendMicros && one.impressions === other.impressions && one.clicks === other.clicks
}
