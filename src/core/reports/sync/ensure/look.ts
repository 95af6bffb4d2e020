import type pg from 'pg'
import { required } from '../../../../lookup.ts'
import type { DayRange } from '../../../../platforms/contract/insights.ts'
import { endedAfter } from '../keep/days.ts'
import type { AccountCalendar } from '../keep/days.ts'
import type { ReportAccount } from '../types.ts'
import { dayCount } from '../../../../days.ts'

/** The days of one account that a question is about. */
export interface AccountRange {
  account: ReportAccount
  /** Ends today at the latest: later days have no figures to miss. */
  range: DayRange
  calendar: AccountCalendar
}

export interface Kept {
  isComplete: boolean
  freshAt: Date | null
  /** The oldest reading of those days of the range that still move. */
  recentReadAt: Date | null
  problem: string | null
  retryAfter: Date | null
}

interface Row {
  days: number
  fresh_at: Date | null
  recent_read_at: Date | null
  problem: string | null
  retry_after: Date | null
}

/** A day counts as kept when it was read after it had ended, or is one of those that are read all the time. */
const isKept = `(day >= asked.recent_from OR read_at AT TIME ZONE 'UTC' >= day + ${endedAfter})`

/** One statement for all accounts, prepared: this is all that a report pays when everything is there. */
export async function lookAtDays(pool: pg.Pool, asked: AccountRange[]): Promise<Kept[]> {
  const { rows } = await pool.query<Row>({
    name: 'report-days-kept',
    text: `
      SELECT days, fresh_at, kept.recent_read_at, problem, retry_after
      FROM unnest($1::bigint[], $2::date[], $3::date[], $4::date[], $5::date[])
        WITH ORDINALITY AS asked (account_key, first, last, recent_from, newest_from, place)
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE ${isKept})::int AS days,
          min(read_at) FILTER (WHERE day >= asked.newest_from) AS fresh_at,
          min(read_at) FILTER (WHERE day >= asked.recent_from) AS recent_read_at
        FROM report_days WHERE account_key = asked.account_key AND day BETWEEN asked.first AND asked.last
      ) AS kept
      LEFT JOIN report_syncs ON report_syncs.account_key = asked.account_key
      ORDER BY place`,
    values: [...columnsOf(asked), asked.map(({ range, calendar }) => earlier(range.to, calendar.recentFrom))],
  })
  return rows.map((row, place) => ({
    isComplete: row.days >= dayCount(required(asked[place], 'asked').range),
    freshAt: row.fresh_at,
    recentReadAt: row.recent_read_at,
    problem: row.problem,
    retryAfter: row.retry_after,
  }))
}

/** The days that are not kept, for accounts that lack some. */
export async function missingDays(pool: pg.Pool, asked: AccountRange[]): Promise<string[][]> {
  const { rows } = await pool.query<{ days: string[] }>(
    `SELECT ARRAY(
       SELECT (asked.first + n)::text FROM generate_series(0, asked.last - asked.first) AS n
       WHERE NOT EXISTS (
         SELECT 1 FROM report_days WHERE account_key = asked.account_key AND day = asked.first + n AND ${isKept})
       ORDER BY n
     ) AS days
     FROM unnest($1::bigint[], $2::date[], $3::date[], $4::date[])
       WITH ORDINALITY AS asked (account_key, first, last, recent_from, place)
     ORDER BY place`,
    columnsOf(asked),
  )
  return rows.map(({ days }) => days)
}

function columnsOf(asked: AccountRange[]): [number[], string[], string[], string[]] {
  return [
    asked.map(({ account }) => account.key),
    asked.map(({ range }) => range.from),
    asked.map(({ range }) => range.to),
    asked.map(({ calendar }) => calendar.recentFrom),
  ]
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}
