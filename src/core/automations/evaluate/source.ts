import type pg from 'pg'
import type { RuleRates } from './rates.ts'

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
  /** Months of accounts, as `<account> <month>`, whose days also stand added up by campaign and by account; absent: nobody looked. */
  summed?: ReadonlySet<string>
  /** What amounts are worth in the currencies that rules are in; absent: no rule is in any. */
  rates?: RuleRates
}

export const liveSource: Source = { days: 'ad_days', entities: 'report_entities', readings: 'report_days' }

/** The tables as they are, with what is added up in them. */
export async function withSums(client: pg.ClientBase, accountKeys: number[]): Promise<Source> {
  const { rows } = await client.query<{ account_key: number; month: string }>(
    'SELECT account_key, month FROM summed_months WHERE account_key = ANY ($1::bigint[])',
    [accountKeys],
  )
  return { ...liveSource, summed: new Set(rows.map(({ account_key: key, month }) => `${key} ${month}`)) }
}
