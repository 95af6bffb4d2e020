/**
 * Where the figures and facts of a check lie: SQL relations with the columns of the tables they stand for. Now: the tables
 * themselves; for the past: the same as they were known at a moment.
 */
export interface Source {
  /** As ad_days. */
  days: string
  /** As report_entities. */
  entities: string
  /** As report_days: which days were read, and when. */
  readings: string
}

export const liveSource: Source = { days: 'ad_days', entities: 'report_entities', readings: 'report_days' }
