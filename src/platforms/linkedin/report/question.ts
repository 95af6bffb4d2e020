import type { DayRange } from '../../contract/insights.ts'
import type { Query } from '../client.ts'
import { accountUrn } from '../map.ts'

export interface Question {
  /** What rows are about: one of them, or up to three together. */
  pivots: string[]
  range: DayRange
  granularity: 'ALL' | 'DAILY' | 'MONTHLY'
  columns: string[]
  /** Of these alone; absent: of the whole account. */
  of?: Filter
}

/** The names by which the platform filters figures. */
export interface Filter {
  name: 'campaignGroups' | 'campaigns' | 'creatives'
  urns: string[]
}

export function queryOf({ pivots, range, granularity, of }: Question, accountId: string): Query {
  const [pivot] = pivots
  return {
    ...(pivots.length === 1 ? { q: 'analytics', pivot } : { q: 'statistics', pivots }),
    dateRange: { start: partsOf(range.from), end: partsOf(range.to) },
    timeGranularity: granularity,
    accounts: [accountUrn(accountId)],
    ...(of ? { [of.name]: of.urns } : {}),
  }
}

function partsOf(day: string) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { year, month, day: date }
}
