import type { Metrics } from './metrics.ts'

/** What figures can be split by. */
export type BreakdownName = 'country' | 'age' | 'gender' | 'publisher_platform' | 'placement' | 'device' | 'region'

/** Both days included, in the account's time zone. */
export interface DayRange {
  from: string
  to: string
}

export interface InsightsQuery {
  level: 'account' | 'campaign' | 'adset' | 'ad'
  /** Each range is counted on its own: people reached twice within one are one. */
  ranges: DayRange[]
  by?: BreakdownName
  /** One row for each day instead of one for the whole range; for a single range. */
  isDaily?: boolean
  signal?: AbortSignal
}

export interface InsightsRow extends DayRange {
  /** The value of what it was split by; null when it was not split. */
  by: string | null
  adId: string | null
  adName: string | null
  adSetId: string | null
  adSetName: string | null
  campaignId: string | null
  campaignName: string | null
  metrics: Metrics
  resultsByType: ResultsByType
}

/** Results by what was counted, such as link_click or purchase, in the platform's words. `reach` counts people. */
export type ResultsByType = Record<string, number>

/** Rows exist only where ads were shown. */
export type InsightsVerb = (accountId: string, query: InsightsQuery) => Promise<InsightsRow[]>
