import type { ReportGround } from './sync-types.ts'
import { ensureDays } from './ensure-days.ts'
import type { ReportAccount } from './sync-types.ts'
import type { DayRange } from '../../platforms/insights.ts'
import { missingDays } from './query-metadata.ts'

export interface SpendDay {
  date: string
  accountId: string
  accountName: string
  platform: string
  currency: string
  spend: number
}

export interface DailySpend {
  days: SpendDay[]
  /** null: several currencies, or nothing was read at all; neither has a sum. */
  totalSpend: number | null
  byPlatform: Record<string, Record<string, number>>
  byCurrency: Record<string, number>
  missing: ReturnType<typeof missingDays>
}

/** What each account spent on each day that was read. A day without delivery is 0; a day that was not read has no row. */
export async function dailySpend(
  ground: ReportGround,
  accounts: ReportAccount[],
  range: DayRange,
): Promise<DailySpend> {
  const coverage = await ensureDays(ground, accounts, range)
  const { rows } = await ground.pool.query<{ key: number; day: string; micros: number }>(
    `SELECT read.account_key AS key, read.day, coalesce(spent.micros, 0) AS micros
     FROM report_days read
     LEFT JOIN (
       SELECT account_key, day, sum(spend_micros)::bigint AS micros FROM ad_days
       WHERE account_key = ANY ($1) AND day BETWEEN $2 AND $3 GROUP BY account_key, day
     ) spent USING (account_key, day)
     WHERE read.account_key = ANY ($1) AND read.day BETWEEN $2 AND $3
     ORDER BY read.day, read.account_key`,
    [accounts.map(({ key }) => key), range.from, range.to],
  )
  const byKey = new Map(accounts.map((account) => [account.key, account]))
  const sums = new Map<string, Map<string, number>>()
  const days = rows.map(({ key, day, micros }): SpendDay => {
    const { accountId, name, platform, currency } = byKey.get(key)!
    const ofPlatform = sums.get(platform) ?? new Map<string, number>()
    sums.set(platform, ofPlatform.set(currency, (ofPlatform.get(currency) ?? 0) + micros))
    return { date: day, accountId, accountName: name, platform, currency, spend: micros / 1e6 }
  })
  return { days, ...totals(sums), missing: missingDays(coverage) }
}

/** Summed in whole millionths, so that the last digit is right. */
function totals(sums: Map<string, Map<string, number>>): Pick<DailySpend, 'totalSpend' | 'byPlatform' | 'byCurrency'> {
  const micros = new Map<string, number>()
  const byPlatform: DailySpend['byPlatform'] = {}
  for (const [platform, currencies] of sums) {
    byPlatform[platform] = mainUnits(currencies)
    for (const [currency, sum] of currencies) micros.set(currency, (micros.get(currency) ?? 0) + sum)
  }
  const byCurrency = mainUnits(micros)
  const amounts = Object.values(byCurrency)
  return { totalSpend: amounts.length === 1 ? amounts[0]! : null, byPlatform, byCurrency }
}

function mainUnits(micros: Map<string, number>): Record<string, number> {
  return Object.fromEntries([...micros].map(([currency, sum]) => [currency, sum / 1e6]))
}
