import { PlatformError } from '../../../errors.ts'
import type { DayCounts } from '../../kit/figures.ts'
import { daysStillKept } from '../../kit/time/days.ts'
import type { CallOptions } from '../client.ts'
import type { ReportRow } from '../wire.ts'
import type { Family } from './family.ts'
import { readReportedRows, reportDaysBack, todayOf } from './question.ts'
import type { Deps, Question } from './question.ts'

export interface Row {
  campaignId: string
  /** As the report tells it; empty: it was not asked for. */
  reportedSetId: string
  /** Empty: it was not asked for. */
  day: string
  country: string
  counts: DayCounts
}

/** The rows of one account: those of the others are left out. */
export async function* readRows(
  deps: Deps,
  { accountId, ...question }: Question,
  options: Omit<CallOptions, 'accountId'>,
): AsyncGenerator<Row[]> {
  if (!daysStillKept(question.range, todayOf(deps), reportDaysBack - 1)) return
  const mine = await deps.families.of(accountId, { ...options, accountId })
  const others = await othersOf(deps, accountId, options)
  for await (const page of readReportedRows(deps, question, options))
    yield page.flatMap((row) => rowOf(row, mine, others) ?? [])
}

/** What a row is about, and what that cost. */
export function spentIn(row: ReportRow): {
  reportedId: string
  spendMicros: number
  impressions: number
  clicks: number
} {
  const { spendMicros, impressions, clicks } = countsOf(row, null)
  return { reportedId: textIn(row, 'campaign_id_external'), spendMicros, impressions, clicks }
}

/**
 * The first account also has what belongs to none: money is never dropped. Then the others' have to be known; while one of
 * them is not open to us, what nobody here knows is taken for its own.
 */
async function othersOf(
  { accountIds, families }: Deps,
  accountId: string,
  options: Omit<CallOptions, 'accountId'>,
): Promise<Family[] | null> {
  const [first, ...rest] = accountIds
  if (first !== accountId) return null
  return Promise.all(rest.map((id) => families.of(id, { ...options, accountId: id }))).catch((error: unknown) => {
    if (error instanceof PlatformError && (error.kind === 'auth' || error.kind === 'rejected')) return null
    throw error
  })
}

function rowOf(row: ReportRow, mine: Family, others: Family[] | null): Row | null {
  const reportedId = textIn(row, 'campaign_id_external')
  const known = mine.campaignIdOf(reportedId)
  const isNobodys = others?.every((family) => family.campaignIdOf(reportedId) === undefined) ?? false
  if (known === undefined && !isNobodys) return null
  const campaignId = known ?? (reportedId || 'unknown')
  return {
    campaignId,
    reportedSetId: textIn(row, 'creative_set_id'),
    day: textIn(row, 'day').slice(0, 10),
    country: textIn(row, 'country').toUpperCase() || 'unknown',
    counts: countsOf(row, mine.campaigns.get(campaignId)?.goal?.goal_type),
  }
}

function textIn(row: ReportRow, column: string): string {
  return String(row[column] ?? '')
}

/** A result is what the campaign is paid for: an event that was aimed at, or else an install or a purchase. */
function countsOf(row: ReportRow, goal: string | null | undefined): DayCounts {
  const count = (column: string) => Math.round(Number(row[column] ?? 0)) || 0
  return {
    spendMicros: microsIn(row['cost']),
    impressions: count('impressions'),
    clicks: count('clicks'),
    conversions: count('conversions'),
    conversionValueMicros: microsIn(row['total_rev_7d']),
    results: count(goal === 'CPE' ? 'target_event_count' : 'conversions'),
  }
}

/** Dollars as text, in millionths. */
function microsIn(amount: string | number | null | undefined): number {
  return Math.round(Number(amount ?? 0) * 1e6) || 0
}
