import { z } from 'zod'
import type { TermQuestion, TermRow } from '../../contract/report.ts'
import type { Api } from '../client.ts'
import { metricFields } from '../fields.ts'
import { isWithin } from '../gaql.ts'
import { Id, MetricsWire } from '../wire.ts'
import { countsOf, isSomething, sumCounts } from './figures.ts'

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
  const query = {
    select: ['search_term_view.search_term', ...own, ...(isDaily ? ['segments.date'] : []), ...metricFields],
    from: 'search_term_view',
    where: [isWithin('segments.date', range)],
  }
  const rows = new Map<string, TermRow>()
  for (const { searchTermView, segments, campaign, adGroup, metrics } of await api.stream(TermDayWire, query, {
    accountId,
    signal,
  })) {
    if (!isSomething(metrics)) continue
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
