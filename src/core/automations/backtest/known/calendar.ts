import type pg from 'pg'
import { required } from '../../../../lookup.ts'
import type { ReportingFacts } from '../../../reports/sync/keep/days.ts'
import { zoneOf } from '../../../reports/sync/keep/days.ts'
import type { ReportAccount } from '../../../reports/sync/types.ts'
import type { Needs } from '../../evaluate/needs.ts'
import type { Span } from '../../rule/compiled/span.ts'
import { clocksAt } from './clocks.ts'
import type { Clock } from './clocks.ts'
import { dayNumber, dayText } from './days.ts'

/** An account over all slots of a backtest. */
export interface PastAccount extends ReportAccount {
  /** In milliseconds: from when on what was known is kept; before, the latest figures stand in for it. */
  keptFrom: number
  /** The date in the calendar that the platform reports in, by slot. */
  today: Int32Array
  clocks: Clock[]
  /** In the order of the needs. */
  spans: SpanDays[]
}

/** The days of a span, by slot. */
interface SpanDays {
  first: Int32Array
  last: Int32Array
  /** From which day on every day up to the last was read; later than the last where it was not. */
  readFrom: Int32Array
}

export interface CalendarInput {
  accounts: { account: ReportAccount; facts: ReportingFacts }[]
  slots: readonly Date[]
  needs: Needs
  keptFrom: ReadonlyMap<number, Date>
}

/** `start` spans begin here: before every day that was ever read. */
export const noFirst = -1_000_000
/** No day of the span has come yet. */
const never = 1_000_000

export async function calendarsOver(
  client: Pick<pg.ClientBase, 'query'>,
  { accounts, slots, needs, keptFrom }: CalendarInput,
): Promise<PastAccount[]> {
  const clocks = new Map<string, Clock[]>()
  const clocksOf = (zone: string) => {
    const known = clocks.get(zone) ?? clocksAt(zone, slots)
    clocks.set(zone, known)
    return known
  }
  const read = await readDays(
    client,
    accounts.map(({ account }) => account.key),
  )
  return accounts.map(({ account, facts }) => {
    const today = Int32Array.from(clocksOf(zoneOf(account, facts.calendar)), ({ day }) => day)
    const since = keptFrom.get(account.key)?.getTime() ?? Infinity
    const past = { ...account, keptFrom: since, today, clocks: clocksOf(account.timeZone) }
    const deps = {
      slots,
      keptFrom: since,
      today,
      historyDays: facts.historyDays,
      read: read.get(account.key) ?? new Map(),
    }
    return { ...past, spans: [...needs.values()].map(({ span }) => spanOver(span, deps)) }
  })
}

interface SpanInput {
  slots: readonly Date[]
  keptFrom: number
  today: Int32Array
  historyDays: number
  /** When each day that was read was read first. */
  read: ReadonlyMap<number, number>
}

function spanOver(span: Span, { slots, keptFrom, today, historyDays, read }: SpanInput): SpanDays {
  const over = {
    first: new Int32Array(slots.length),
    last: new Int32Array(slots.length),
    readFrom: new Int32Array(slots.length),
  }
  for (const [slot, at] of slots.entries()) {
    const day = required(today[slot], 'day of the slot')
    const last = day - span.last
    const oldest = day - historyDays + 1
    const first = span.first === 'start' ? oldest : span.first === 'month' ? firstOfMonth(day) : day - span.first
    // As it was known then; where that was not kept, as it is known now.
    const knownBy = at.getTime() < keptFrom ? Infinity : at.getTime()
    const wasRead = (one: number) => {
      const time = read.get(one)
      return time !== undefined && time <= knownBy
    }
    let readFrom = first > last ? never : last + 1
    while (readFrom > first && readFrom <= last + 1 && wasRead(readFrom - 1)) readFrom--
    over.first[slot] = span.first === 'start' ? noFirst : first
    over.last[slot] = last
    over.readFrom[slot] = readFrom === first && span.first === 'start' ? noFirst : readFrom
  }
  return over
}

function firstOfMonth(day: number): number {
  return dayNumber(`${dayText(day).slice(0, 7)}-01`)
}

/** By account and day, when it was first read, in milliseconds; what was read before that was kept counts as always known. */
async function readDays(
  client: Pick<pg.ClientBase, 'query'>,
  accountKeys: number[],
): Promise<Map<number, Map<number, number>>> {
  const { rows } = await client.query<{ account_key: number; days: number[]; times: (number | null)[] }>(
    `SELECT account_key, array_agg(day - date '2000-01-01') AS days, array_agg(date_part('epoch', first_read_at)) AS times
     FROM report_days WHERE account_key = ANY ($1::bigint[]) GROUP BY account_key`,
    [accountKeys],
  )
  return new Map(
    rows.map(({ account_key: key, days, times }) => [
      key,
      new Map(days.map((day, index) => [day, (times[index] ?? -Infinity) * 1000])),
    ]),
  )
}
