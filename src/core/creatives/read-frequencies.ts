import { addDays, todayIn } from '../../days.ts'
import type { SyncDeps } from '../deps.ts'
import { zoneOf } from '../reports/sync/keep/days.ts'
import { obstacleIn, openReporting } from '../reports/sync/open.ts'
import type { ReportAccount } from '../reports/sync/types.ts'

/** The days of which people are counted together. */
const countedDays = 7

/** For an account's yesterday, and for the day a week before it, how often people had seen its ads; once each. */
export async function readFrequencies(deps: SyncDeps, account: ReportAccount, signal?: AbortSignal): Promise<void> {
  try {
    const reporting = await openReporting(deps, account)
    if (!reporting.reach) return
    const yesterday = addDays(todayIn(zoneOf(account, reporting.calendar)), -1)
    for (const day of [yesterday, addDays(yesterday, -countedDays)]) {
      if (signal?.aborted || !(await isWanted(deps, account, day))) continue
      const range = { from: addDays(day, 1 - countedDays), to: day }
      const rows = await reporting.reach(account.accountId, { level: 'ad', range, isDaily: false, signal })
      const known = rows.flatMap(({ id, frequency }) => (id === null || frequency === null ? [] : [{ id, frequency }]))
      await keep(deps, account, day, known)
    }
  } catch (error) {
    deps.log.warn(
      { err: await obstacleIn(deps, account, error), account: account.accountId },
      'frequencies were not read',
    )
  }
}

/** Something was spent on the day, and it was not read yet. */
async function isWanted({ pool }: SyncDeps, { key }: ReportAccount, day: string): Promise<boolean> {
  const { rows } = await pool.query<{ wanted: boolean }>(
    `SELECT EXISTS (SELECT FROM ad_days WHERE account_key = $1 AND day = $2 AND spend_micros > 0)
       AND NOT EXISTS (SELECT FROM ad_frequencies WHERE account_key = $1 AND day = $2) AS wanted`,
    [key, day],
  )
  return rows[0]?.wanted ?? false
}

/** Of the ads that spent on the day alone. */
async function keep(
  { pool }: SyncDeps,
  { companyId, key }: ReportAccount,
  day: string,
  known: { id: string; frequency: number }[],
): Promise<void> {
  await pool.query(
    `INSERT INTO ad_frequencies (company_id, account_key, day, ad_key, frequency)
     SELECT $1, $2, $3, ad.key, told.frequency FROM unnest($4::text[], $5::float8[]) AS told (id, frequency)
     JOIN report_entities AS ad ON ad.account_key = $2 AND ad.level = 'ad' AND ad.id = told.id
     JOIN ad_days ON ad_days.account_key = $2 AND ad_days.day = $3 AND ad_days.ad_key = ad.key AND ad_days.spend_micros > 0
     ON CONFLICT (account_key, day, ad_key) DO UPDATE SET frequency = excluded.frequency`,
    [companyId, key, day, known.map(({ id }) => id), known.map(({ frequency }) => frequency)],
  )
}
