import type { DayRange } from '../../contract/insights.ts'
import type { AccountTotal, AdDay } from '../../contract/report.ts'
import { sumFields, sumsOf } from './map-insights.ts'
import { isLong, ofLevel } from './question.ts'
import type { Deps } from './question.ts'
import { readRows, textIn } from './rows.ts'

export async function* readDays(deps: Deps, range: DayRange): AsyncGenerator<AdDay[]> {
  const params = { fields: `ad_id,adset_id,campaign_id,${sumFields}`, ...ofLevel('ad') }
  const question = { range, params, isLarge: isLong(range, 'ad', true), isDaily: true }
  for await (const rows of readRows(deps, question)) {
    yield rows.map((row) => ({
      day: row.date_start,
      adId: textIn(row, 'ad_id'),
      adSetId: textIn(row, 'adset_id'),
      campaignId: textIn(row, 'campaign_id'),
      ...sumsOf(row),
    }))
  }
}

/** Also what reports by ad leave out. */
export async function readTotals(deps: Deps, range: DayRange): Promise<AccountTotal[]> {
  const params = { fields: 'spend,impressions,clicks', ...ofLevel('account') }
  const question = { range, params, isLarge: isLong(range, 'account', true), isDaily: true }
  const totals: AccountTotal[] = []
  for await (const rows of readRows(deps, question)) {
    for (const row of rows) {
      const { spendMicros, impressions, clicks } = sumsOf(row)
      totals.push({ day: row.date_start, spendMicros, impressions, clicks })
    }
  }
  return totals
}
