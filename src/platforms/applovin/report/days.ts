import type { DayRange } from '../../contract/insights.ts'
import { standInFor } from '../../contract/report.ts'
import type { AccountTotal, AdDay } from '../../contract/report.ts'
import type { CallOptions } from '../client.ts'
import { adIn } from './family.ts'
import type { Family } from './family.ts'
import type { Deps } from './question.ts'
import { readRows } from './rows.ts'
import type { Row } from './rows.ts'

export async function* readDays(deps: Deps, range: DayRange, options: CallOptions): AsyncGenerator<AdDay[]> {
  const { accountId } = options
  const family = await deps.families.of(accountId, options)
  const question = { accountId, range, by: ['day' as const, 'creative_set_id' as const] }
  for await (const rows of readRows(deps, question, options)) {
    const days = rows.map((row) => adDayOf(row, family))
    if (days.length > 0) yield days
  }
}

function adDayOf({ day, campaignId, reportedSetId, counts }: Row, family: Family): AdDay {
  const adId = adIn(family, reportedSetId, campaignId) ?? standInFor(campaignId)
  return { day, adId, adSetId: campaignId, campaignId, ...counts }
}

/** The report of a key is of all its accounts, so an account's total is that of its campaigns, whatever they showed. */
export async function readTotals(deps: Deps, range: DayRange, options: CallOptions): Promise<AccountTotal[]> {
  const byDay = new Map<string, AccountTotal>()
  const question = { accountId: options.accountId, range, by: ['day' as const] }
  for await (const rows of readRows(deps, question, options)) {
    for (const { day, counts } of rows) {
      const sum = byDay.get(day) ?? { spendMicros: 0, impressions: 0, clicks: 0 }
      byDay.set(day, {
        day,
        spendMicros: sum.spendMicros + counts.spendMicros,
        impressions: (sum.impressions ?? 0) + counts.impressions,
        clicks: (sum.clicks ?? 0) + counts.clicks,
      })
    }
  }
  return [...byDay.values()]
}
