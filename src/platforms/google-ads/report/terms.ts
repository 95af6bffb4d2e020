import { z } from 'zod'
import type { TermQuestion, TermRow } from '../../contract/report.ts'
import { sumCounts } from '../../kit/figures.ts'
import type { Api } from '../client.ts'
import { Id, MetricsWire } from '../wire.ts'
import { countsOf, readAllRows } from './rows.ts'

const TermDayWire = MetricsWire.extend({
  searchTermView: z.object({ searchTerm: z.string().default('') }),
  segments: z.object({ date: z.string() }).optional(),
  campaign: z.object({ id: Id }).optional(),
  adGroup: z.object({ id: Id }).optional(),
})

/** The platform files searches under ad groups: what is asked for above them is added up here. */
export async function termFigures(
  api: Api,
  accountId: string,
  { level, range, isDaily, signal }: TermQuestion,
): Promise<TermRow[]> {
  const own = level === 'campaign' ? ['campaign.id'] : level === 'adset' ? ['ad_group.id'] : []
  const select = ['search_term_view.search_term', ...own, ...(isDaily ? ['segments.date'] : [])]
  const found = await readAllRows(api, TermDayWire, { select, from: 'search_term_view', range }, { accountId, signal })
  const rows = new Map<string, TermRow>()
  for (const { searchTermView, segments, campaign, adGroup, metrics } of found) {
    const { searchTerm } = searchTermView
    const id = (level === 'campaign' ? campaign?.id : level === 'adset' ? adGroup?.id : null) ?? null
    const day = isDaily ? (segments?.date ?? null) : null
    const key = `${id} ${day} ${searchTerm}`
    const before = rows.get(key)
    const counts = countsOf(metrics)
    rows.set(key, before ? { ...before, ...sumCounts(before, counts) } : { searchTerm, id, day, ...counts })
  }
  return [...rows.values()]
}
