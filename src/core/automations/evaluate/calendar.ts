import type pg from 'pg'
import { AppError } from '../../../errors.ts'
import { entryOf, required } from '../../../lookup.ts'
import { calendarOf, endedAfter, zoneOf } from '../../reports/sync/keep/days.ts'
import type { Readings } from '../../reports/sync/ensure/readings.ts'
import type { ReportAccount } from '../../reports/sync/types.ts'
import { todayIn } from '../../../days.ts'
import type { Source } from './source.ts'
import { daysBack } from '../rule/compiled/span.ts'
import type { Span } from '../rule/compiled/span.ts'

/** An account as a check sees it: its calendar at a moment, and which of its days were read. */
export interface CheckAccount extends ReportAccount {
  today: string
  /** Of its own time zone, at the moment. */
  hour: number
  weekday: string
  offsetMinutes: number
  historyFrom: string
  recentFrom: string
  /** Days that were read, as stretches without gaps, newest first. */
  read: { from: string; to: string }[]
  /** When each of the last days was read. */
  readAt: { day: string; at: Date }[]
}

export interface Unreadable {
  accountId: string
  reason: string
}

interface Moment {
  at: Date
  readings: Pick<Readings, 'facts'>
}

/** The calendars of accounts at a moment. Those whose platform cannot be asked what its days are stand apart. */
export async function calendarsAt(
  accounts: readonly ReportAccount[],
  { at, readings }: Moment,
): Promise<{ accounts: CheckAccount[]; unreadable: (ReportAccount & Unreadable)[] }> {
  const unreadable: (ReportAccount & Unreadable)[] = []
  const found: CheckAccount[] = []
  // Clocks take a while to make, and many accounts have the same.
  const clocks = new Map<string, ReturnType<typeof clockOf>>()
  const dates = new Map<string, string>()
  for (const account of accounts) {
    try {
      const facts = await readings.facts(account)
      const zone = zoneOf(account, facts.calendar)
      const today = dates.get(zone) ?? todayIn(zone, at)
      dates.set(zone, today)
      const clock = clocks.get(account.timeZone) ?? clockOf(account.timeZone, at)
      clocks.set(account.timeZone, clock)
      const { historyFrom, recentFrom } = calendarOf(today, facts.historyDays)
      found.push({ ...account, today, historyFrom, recentFrom, ...clock, read: [], readAt: [] })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      unreadable.push({ ...account, reason: error.message })
    }
  }
  return { accounts: found, unreadable }
}

/** The hour and the day of the week in a time zone; one that is not known here counts as UTC. */
function clockOf(timeZone: string, at: Date): Pick<CheckAccount, 'hour' | 'weekday' | 'offsetMinutes'> {
  const parts = Object.fromEntries(
    clockIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const [year, month, day] = [Number(parts['year']), Number(parts['month']), Number(parts['day'])]
  const there = Date.UTC(year, month - 1, day, Number(parts['hour']), Number(parts['minute']))
  const here = Math.floor(at.getTime() / 60_000) * 60_000
  return {
    hour: Number(parts['hour']),
    weekday: required(parts['weekday'], 'day of the week').toLowerCase(),
    offsetMinutes: Math.round((there - here) / 60_000),
  }
}

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const form = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'long',
    hourCycle: 'h23',
  } as const
  try {
    return new Intl.DateTimeFormat('en-GB', { ...form, timeZone })
  } catch (error) {
    if (error instanceof RangeError) return new Intl.DateTimeFormat('en-GB', { ...form, timeZone: 'UTC' })
    throw error
  }
}

interface ReadRow {
  account_key: number
  first: string
  last: string
  recent: { day: string; at: string }[] | null
}

/** How many of the last days are looked at to say how fresh figures are. */
const freshDays = 21

interface Read {
  accounts: CheckAccount[]
  /** Those are filled in that rules look at; what lies before them counts as not read. */
  spans: readonly Span[]
}

/** Fills in which days of the accounts were read. A day counts as for reports: read after it ended, or one of the last. */
export async function addReadings(
  client: Pick<pg.ClientBase, 'query'>,
  { readings }: Source,
  { accounts, spans }: Read,
): Promise<void> {
  if (accounts.length === 0) return
  const days = Math.max(freshDays, ...spans.map(daysBack))
  const since = Number.isFinite(days) ? `AND r.day >= a.today - ${days}` : ''
  const { rows } = await client.query<ReadRow>(
    `WITH kept AS (
       SELECT r.account_key, r.day, r.read_at, a.today,
         r.day - (row_number() OVER (PARTITION BY r.account_key ORDER BY r.day))::int AS island
       FROM unnest($1::bigint[], $2::date[], $3::date[]) AS a (account_key, today, recent_from)
       JOIN ${readings} r ON r.account_key = a.account_key
       WHERE r.day <= a.today ${since} AND (r.day >= a.recent_from OR r.read_at AT TIME ZONE 'UTC' >= r.day + ${endedAfter})
     )
     SELECT account_key, min(day)::text AS first, max(day)::text AS last,
       jsonb_agg(jsonb_build_object('day', day::text, 'at', read_at)) FILTER (WHERE day > today - ${freshDays}) AS recent
     FROM kept GROUP BY account_key, island ORDER BY account_key, last DESC`,
    [accounts.map(({ key }) => key), accounts.map(({ today }) => today), accounts.map(({ recentFrom }) => recentFrom)],
  )
  const byKey = new Map(accounts.map((account) => [account.key, account]))
  for (const { account_key, first, last, recent } of rows) {
    const account = entryOf(byKey, account_key, 'account')
    account.read.push({ from: first, to: last })
    account.readAt.push(...(recent ?? []).map(({ day, at }) => ({ day, at: new Date(at) })))
  }
}
