import { daysStillKept } from '../../kit/time/days.ts'
import type { DayRange } from '../../contract/insights.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Api, CallOptions } from '../client.ts'
import type { ReportRow } from '../wire.ts'
import type { Families } from './family.ts'

/** How many days back there are figures, of apps at least; those of websites reach further. */
export const reportDaysBack = 45
const rowsAtOnce = 5_000
const figures = ['impressions', 'clicks', 'conversions', 'cost', 'total_rev_7d', 'target_event_count'] as const

export interface Question {
  accountId: string
  range: DayRange
  by: ('day' | 'creative_set_id' | 'country')[]
}

export interface Deps extends Api, Pick<Surroundings, 'now'> {
  families: Families
}

export function todayOf({ now }: Pick<Surroundings, 'now'>): string {
  return now().toISOString().slice(0, 10)
}

/** The rows as the report tells them: of all accounts of its key. */
export async function* readReportedRows(
  api: Api & Pick<Surroundings, 'now'>,
  { range: asked, by }: Omit<Question, 'accountId'>,
  options: Omit<CallOptions, 'accountId'>,
): AsyncGenerator<ReportRow[]> {
  const range = daysStillKept(asked, todayOf(api), reportDaysBack - 1)
  if (!range) return
  const columns = [...by, 'campaign_id_external', ...figures]
  const query = { start: range.from, end: range.to, columns: columns.join(','), not_zero: 1, limit: rowsAtOnce }
  const sorting = Object.fromEntries([...by, 'campaign_id_external'].map((column) => [`sort_${column}`, 'ASC']))
  for (let offset = 0; ;) {
    const page = await api.report({ ...query, ...sorting, offset }, options)
    if (page.length === 0) return
    offset += page.length
    yield page
  }
}
