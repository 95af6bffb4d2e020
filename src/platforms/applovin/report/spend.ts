import { brokenRules } from '../../../errors.ts'
import { addCounted, figuresFrom } from '../../kit/figures.ts'
import type { Counted, Figures } from '../../kit/figures.ts'
import type { FiguresForPages } from '../../kit/remember.ts'
import { addDays } from '../../kit/time/days.ts'
import type { DayRange } from '../../contract/insights.ts'
import type { Campaign } from '../wire.ts'
import { adIn } from './family.ts'
import { readReportedRows, reportDaysBack, todayOf } from './question.ts'
import type { Deps } from './question.ts'
import { readRows, spentIn } from './rows.ts'

/** Figures by campaign or ad over some days; what had no delivery is not in it. */
export async function readCounted(
  deps: Deps,
  accountId: string,
  level: 'campaign' | 'ad',
  range: DayRange,
): Promise<Map<string, Counted>> {
  const oldest = addDays(todayOf(deps), -(reportDaysBack - 1))
  if (range.from < oldest) {
    const message = `is more than ${reportDaysBack} days ago: the platform keeps no figures that old`
    throw brokenRules([{ path: 'startDate', message }])
  }
  const all = new Map<string, Counted>()
  const by = level === 'ad' ? (['creative_set_id'] as const) : []
  const family = await deps.families.of(accountId, { accountId })
  for await (const rows of readRows(deps, { accountId, range, by: [...by] }, {}))
    for (const { campaignId, reportedSetId, counts } of rows) {
      const id = level === 'ad' ? adIn(family, reportedSetId, campaignId) : campaignId
      const { spendMicros, impressions, clicks, results } = counts
      if (id !== null) addCounted(all, id, { spend: spendMicros / 1e6, impressions, clicks, results })
    }
  return all
}

export async function spendByCampaign(
  deps: Deps,
  accountId: string,
  from: string,
  to: string,
): Promise<Map<string, number>> {
  const counted = await readCounted(deps, accountId, 'campaign', { from, to })
  return new Map([...counted].map(([id, { spend }]) => [id, spend]))
}

export interface PagedDeps extends Deps {
  /** Spend by campaign as reports tell it, kept for the pages of a list. */
  figures: FiguresForPages<Map<string, Counted>>
}

/**
 * Spend by campaign over some days, under the ids that reports have for them. All campaigns of the key are in it. Whose a
 * campaign is need not be known to tell what it spent, so nothing else is read for it.
 */
export function readSpent(deps: PagedDeps, range: DayRange, page: { after?: string }): Promise<Map<string, Counted>> {
  return deps.figures(`${range.from} ${range.to}`, page, async () => {
    const all = new Map<string, Counted>()
    for await (const rows of readReportedRows(deps, { range, by: [] }, {}))
      for (const { reportedId, spendMicros, impressions, clicks } of rows.map(spentIn))
        addCounted(all, reportedId, { spend: spendMicros / 1e6, impressions, clicks, results: null })
    return all
  })
}

/** A campaign has a plain id and a hashed one, and reports tell one of them. What is a result is not asked for here. */
export function spentBy(all: Map<string, Counted>, { id, hashed_id: hashed }: Campaign): Figures {
  return figuresFrom(all, hashed && all.has(hashed) ? hashed : id)
}
