import { brokenRules } from '../../../errors.ts'
import { addCounted } from '../../kit/figures.ts'
import type { Counted } from '../../kit/figures.ts'
import { addDays } from '../../kit/time/days.ts'
import type { DayRange } from '../../contract/insights.ts'
import { adIn } from './family.ts'
import { readRows, reportDaysBack } from './rows.ts'
import type { Ground } from './rows.ts'

/** Figures by campaign or ad over some days; what had no delivery is not in it. */
export type Counting = (accountId: string, level: 'campaign' | 'ad', range: DayRange) => Promise<Map<string, Counted>>

export function createCounting(ground: Ground): Counting {
  return async (accountId, level, range) => {
    const oldest = addDays(ground.today(), -(reportDaysBack - 1))
    if (range.from < oldest) {
      const message = `is more than ${reportDaysBack} days ago: the platform keeps no figures that old`
      throw brokenRules([{ path: 'startDate', message }])
    }
    const all = new Map<string, Counted>()
    const by = level === 'ad' ? (['creative_set_id'] as const) : []
    const family = await ground.families.of(accountId, { accountId })
    for await (const rows of readRows(ground, { accountId, range, by: [...by] }, {}))
      for (const { campaignId, setTold, counts } of rows) {
        const id = level === 'ad' ? adIn(family, setTold, campaignId) : campaignId
        const { spendMicros, impressions, clicks, results } = counts
        if (id !== null) addCounted(all, id, { spend: spendMicros / 1e6, impressions, clicks, results })
      }
    return all
  }
}

export async function spendByCampaign(
  counting: Counting,
  accountId: string,
  range: DayRange,
): Promise<Map<string, number>> {
  const counted = await counting(accountId, 'campaign', range)
  return new Map([...counted].map(([id, { spend }]) => [id, spend]))
}
