import type pg from 'pg'
import type { DayRange } from '../../../../platforms/contract/insights.ts'
import type { ReportingVerbs } from '../../../../platforms/contract/report.ts'
import type { ReportAccount, SyncWant } from '../types.ts'
import { addDays } from '../../../../days.ts'

/** Days whose figures still move by the minute, today included. */
export const recentDays = 3
/** Days whose figures platforms still correct: conversions are counted for the day of the ad they came from. */
const lateDays = 28
const recentAgainAfterMs = 10 * 60_000
const lateAgainAfterMs = 20 * 3_600_000
/** A day has ended everywhere on earth this long after it began in UTC. */
export const endedAfter = "interval '36 hours'"
/** A day read this long after it began was read close enough to the end of the corrections. */
const settledAfter = `interval '${lateDays - 3} days'`

export type ReportingFacts = Pick<ReportingVerbs, 'attribution' | 'calendar' | 'historyDays' | 'daysAtOnce'>

/** The days of an account that reports treat in a way of their own, in the calendar that its platform reports in. */
export interface AccountCalendar {
  today: string
  recentFrom: string
  lateFrom: string
  /** The first day that the platform still has figures of. */
  historyFrom: string
}

/** In whose midnights the account's days are told. */
export function zoneOf({ timeZone }: ReportAccount, calendar: ReportingFacts['calendar']): string {
  return calendar === 'utc' ? 'UTC' : timeZone
}

export function calendarOf(today: string, historyDays: number): AccountCalendar {
  return {
    today,
    recentFrom: addDays(today, 1 - recentDays),
    lateFrom: addDays(today, 1 - lateDays),
    historyFrom: addDays(today, 1 - historyDays),
  }
}

/** Which days of a range are to be read: those never read, and those whose last reading no longer counts. */
export interface Selection extends DayRange {
  /** A reading before this moment does not count, of days from readAgainFrom on. */
  readAgainBefore: Date | null
  readAgainFrom: string
  /** Of days before this one, a reading before the day had ended does not count. */
  endedBefore: string | null
  /** Of days before this one, a reading before the platform had stopped correcting does not count. */
  settledBefore: string | null
}

export function selectionFor(want: SyncWant, calendar: AccountCalendar, now = new Date()): Selection {
  const { today, recentFrom, lateFrom, historyFrom } = calendar
  const nothing = { readAgainBefore: null, readAgainFrom: historyFrom, endedBefore: null, settledBefore: null }
  const before = (ms: number) => new Date(now.getTime() - ms)
  const within = ({ from, to }: DayRange) => ({
    from: from < historyFrom ? historyFrom : from,
    to: to > today ? today : to,
  })
  if (want === 'recent') {
    return { ...nothing, ...within({ from: recentFrom, to: today }), readAgainBefore: before(recentAgainAfterMs) }
  }
  if (want === 'late') {
    return { ...nothing, ...within({ from: lateFrom, to: today }), readAgainBefore: before(lateAgainAfterMs) }
  }
  const history = { ...nothing, from: historyFrom, to: today, endedBefore: recentFrom, settledBefore: lateFrom }
  if (want === 'history') return history
  if (want === 'everything') {
    return { ...history, readAgainBefore: before(recentAgainAfterMs), readAgainFrom: recentFrom }
  }
  if ('missing' in want) return { ...nothing, ...within(want.missing), endedBefore: recentFrom }
  return { ...nothing, ...within(want), readAgainBefore: now }
}

/** The selection's days, in order. */
export async function daysToRead(
  client: Pick<pg.ClientBase, 'query'>,
  account: ReportAccount,
  { from, to, readAgainBefore, readAgainFrom, endedBefore, settledBefore }: Selection,
): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(
    `SELECT asked.day FROM (SELECT $2::date + n AS day FROM generate_series(0, $3::date - $2::date) AS n) AS asked
     LEFT JOIN report_days AS known ON known.account_key = $1 AND known.day = asked.day
     WHERE read_at IS NULL OR (asked.day >= $7::date AND read_at < $4::timestamptz)
       OR (asked.day < $5::date AND read_at AT TIME ZONE 'UTC' < asked.day + ${endedAfter})
       OR (asked.day < $6::date AND read_at AT TIME ZONE 'UTC' < asked.day + ${settledAfter})
     ORDER BY asked.day`,
    [account.key, from, to, readAgainBefore, endedBefore, settledBefore, readAgainFrom],
  )
  return rows.map(({ day }) => day)
}
