import type { AdDay, ReportEntity } from '../../../src/platforms/contract/report.ts'
import { syncAccount } from '../../../src/core/reports/sync/sync.ts'
import type { ReportAccount } from '../../../src/core/reports/sync/types.ts'
import { addDays } from '../../../src/days.ts'
import type { Figures, SyncTest } from '../reports/sync.ts'

/** What a platform says at a moment of the past. */
export interface Reading {
  at: Date
  rows: AdDay[]
  list: ReportEntity[]
}

/** Has an account read as if it had been at those moments: what was stored when is moved there afterwards. */
export async function readInThePast(
  { fixture }: SyncTest,
  account: ReportAccount,
  platform: Figures,
  readings: Reading[],
): Promise<void> {
  const { pool } = fixture
  const moments: string[] = []
  const now = async () => (await pool.query<{ at: string }>('SELECT clock_timestamp()::text AS at')).rows[0]!.at
  for (const { at, rows, list } of readings) {
    platform.rows = rows
    platform.list = list
    await pool.query('UPDATE report_syncs SET entities_read_at = NULL WHERE account_key = $1', [account.key])
    moments.push(await now())
    const day = at.toISOString().slice(0, 10)
    const { problem } = await syncAccount(fixture, account, { from: addDays(day, -7), to: day })
    if (problem) throw new Error(problem)
  }
  for (const [table, column] of [
    ['ad_days_superseded', 'known_until'],
    ['report_days', 'first_read_at'],
    ['report_entity_versions', 'since'],
  ] as const) {
    await pool.query(
      `UPDATE ${table} AS kept SET ${column} = moved.at
       FROM unnest($2::timestamptz[], $3::timestamptz[], $4::timestamptz[]) AS moved (begun, ended, at)
       WHERE account_key = $1 AND ${column} >= begun AND ${column} < ended`,
      [account.key, moments, [...moments.slice(1), await now()], readings.map(({ at }) => at)],
    )
  }
}
