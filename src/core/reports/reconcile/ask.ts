import type pg from 'pg'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { ReportAccount } from '../sync/types.ts'

export interface DayTotals {
  spend: number
  impressions: number | null
  clicks: number | null
}

/** A day on which what is kept is not what the platform says. */
export interface DifferingDay {
  date: string
  kept: DayTotals
  platformTotal: DayTotals
  differsSince: string
}

export interface ReconciledAccount {
  accountId: string
  accountName: string
  platform: string
  currency: string
  daysCompared: number
  kept: DayTotals | null
  platformTotal: DayTotals | null
  /** What the platform's total has beyond what is kept. */
  rest: DayTotals | null
  comparedAt: string | null
  differsSince: string | null
  attribution: string[]
  differences: DifferingDay[]
}

interface Row {
  key: number
  day: string
  read_at: Date
  differs_since: Date | null
  kept_spend: number
  kept_impressions: number
  kept_clicks: number
  spend: number
  impressions: number | null
  clicks: number | null
}

/** The days that were compared, and no others: so both sides are about the same. */
const comparedText = `
  SELECT told.account_key AS key, told.day, told.read_at, told.differs_since,
    told.spend_micros::float8 AS spend, told.impressions::float8 AS impressions, told.clicks::float8 AS clicks,
    coalesce(kept.spend, 0) AS kept_spend, coalesce(kept.impressions, 0) AS kept_impressions, coalesce(kept.clicks, 0) AS kept_clicks
  FROM account_totals told
  JOIN report_days read ON read.account_key = told.account_key AND read.day = told.day
  LEFT JOIN (
    SELECT account_key, day, sum(spend_micros)::float8 AS spend, sum(impressions)::float8 AS impressions, sum(clicks)::float8 AS clicks
    FROM ad_days WHERE account_key = ANY ($1::bigint[]) AND day BETWEEN $2 AND $3 GROUP BY account_key, day
  ) kept ON kept.account_key = told.account_key AND kept.day = told.day
  WHERE told.account_key = ANY ($1::bigint[]) AND told.day BETWEEN $2 AND $3
  ORDER BY told.account_key, told.day`

const attributionText = `
  SELECT account_key AS key, attribution FROM report_days
  WHERE account_key = ANY ($1::bigint[]) AND day BETWEEN $2 AND $3 AND attribution IS NOT NULL
  GROUP BY account_key, attribution ORDER BY account_key, min(day)`

/** So many differing days are told one by one, the newest first. */
const maxDifferences = 31

export async function askReconciliation(
  { pool }: { pool: pg.Pool },
  accounts: ReportAccount[],
  { from, to }: DayRange,
): Promise<ReconciledAccount[]> {
  const values = [accounts.map(({ key }) => key), from, to]
  const [compared, attributions] = await Promise.all([
    pool.query<Row>(comparedText, values),
    pool.query<{ key: number; attribution: string }>(attributionText, values),
  ])
  const byAccount = Map.groupBy(compared.rows, ({ key }) => key)
  const wordsOf = Map.groupBy(attributions.rows, ({ key }) => key)
  return accounts.map((account) => {
    const words = (wordsOf.get(account.key) ?? []).map(({ attribution }) => attribution)
    return { ...describe(account, byAccount.get(account.key) ?? []), attribution: words }
  })
}

function describe(account: ReportAccount, rows: Row[]): Omit<ReconciledAccount, 'attribution'> {
  const { accountId, name, platform, currency } = account
  const differing = rows.filter(({ differs_since: since }) => since !== null)
  const times = (dates: (Date | null)[]) => dates.flatMap((date) => date?.getTime() ?? [])
  const iso = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : null)
  const [kept, told] = [rows.map(keptOf), rows.map(platformTotals)]
  const sums = rows.length > 0 ? { kept: together(kept), told: together(told) } : null
  return {
    ...{ accountId, accountName: name, platform, currency, daysCompared: rows.length },
    kept: sums && shown(sums.kept),
    platformTotal: sums && shown(sums.told),
    rest: sums && shown(between(sums.told, sums.kept)),
    comparedAt: iso(Math.min(...times(rows.map((row) => row.read_at)))),
    differsSince: iso(Math.min(...times(differing.map((row) => row.differs_since)))),
    differences: differing
      .slice(-maxDifferences)
      .reverse()
      .map((row) => ({
        date: row.day,
        kept: shown(keptOf(row)),
        platformTotal: shown(platformTotals(row)),
        differsSince: (row.differs_since ?? row.read_at).toISOString(),
      })),
  }
}

function keptOf(row: Row): DayTotals {
  return { spend: row.kept_spend, impressions: row.kept_impressions, clicks: row.kept_clicks }
}

function platformTotals({ spend, impressions, clicks }: Row): DayTotals {
  return { spend, impressions, clicks }
}

/** In millionths, so that sums are exact. */
function together(all: DayTotals[]): DayTotals {
  const add = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other)
  return all.reduce((sum, { spend, impressions, clicks }) => ({
    spend: sum.spend + spend,
    impressions: add(sum.impressions, impressions),
    clicks: add(sum.clicks, clicks),
  }))
}

function between(told: DayTotals, kept: DayTotals): DayTotals {
  const less = (one: number | null, other: number | null) => (one === null || other === null ? null : one - other)
  return {
    spend: told.spend - kept.spend,
    impressions: less(told.impressions, kept.impressions),
    clicks: less(told.clicks, kept.clicks),
  }
}

function shown({ spend, ...counts }: DayTotals): DayTotals {
  return { spend: spend / 1e6, ...counts }
}
