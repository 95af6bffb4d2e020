import { daysIn } from '../../kit/time/days.ts'
import type { DayRange } from '../../contract/insights.ts'
import type { EntityLevel } from '../../contract/report.ts'

export type Level = 'account' | EntityLevel

/** How each level is called in paths, in lists of ids, in rows and in reports, where an ad is a promoted pin. */
export const levels: Record<Level, { path: string; ids: string | null; id: string; report: string }> = {
  account: { path: '', ids: null, id: 'AD_ACCOUNT_ID', report: 'ADVERTISER' },
  campaign: { path: 'campaigns/', ids: 'campaign_ids', id: 'CAMPAIGN_ID', report: 'CAMPAIGN' },
  adset: { path: 'ad_groups/', ids: 'ad_group_ids', id: 'AD_GROUP_ID', report: 'AD_GROUP' },
  ad: { path: 'ads/', ids: 'ad_ids', id: 'AD_ID', report: 'PIN_PROMOTION' },
}

/** Said with every question, so that the figures do not depend on what the platform takes for granted. */
export const attribution = { click_window_days: 30, engagement_window_days: 30, view_window_days: 1 }

export const maxIdsInCall = 250
/** An answer is kept to so many rows. */
const maxRowsInCall = 7_500

export interface Question {
  level: Level
  range: DayRange
  isDaily: boolean
  columns: string[]
  /** Of what is asked about, where that is not the account. */
  ids: string[]
}

export function idsInCall({ range, isDaily }: Pick<Question, 'range' | 'isDaily'>): number {
  return isDaily ? Math.max(1, Math.min(maxIdsInCall, Math.floor(maxRowsInCall / daysIn(range)))) : maxIdsInCall
}

export function rangeOf({ range, isDaily }: Pick<Question, 'range' | 'isDaily'>) {
  return { start_date: range.from, end_date: range.to, granularity: isDaily ? 'DAY' : 'TOTAL' }
}
