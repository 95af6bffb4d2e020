import type { CallOptions, Snap } from '../client.ts'
import { queryOf } from '../client.ts'
import { dayAfter, midnightOf } from './days.ts'
import { TotalStatsWire } from '../wire.ts'

export type Level = 'campaign' | 'adset' | 'ad'
export type Stats = Record<string, number>

const breakdownOf: Record<Level, string> = { campaign: 'campaign', adset: 'adsquad', ad: 'ad' }

/** What counts as a result, by an ad set's goal or a campaign's objective. */
const resultField: Record<string, string> = {
  SWIPES: 'swipes',
  IMPRESSIONS: 'impressions',
  VIDEO_VIEWS: 'video_views',
  APP_INSTALLS: 'total_installs',
  PIXEL_PURCHASE: 'conversion_purchases',
  PIXEL_SIGNUP: 'conversion_sign_ups',
  PIXEL_ADD_TO_CART: 'conversion_add_cart',
  PIXEL_PAGE_VIEW: 'conversion_page_views',
  LEAD_FORM_SUBMISSIONS: 'native_leads',
  BRAND_AWARENESS: 'impressions',
  AWARENESS_AND_ENGAGEMENT: 'impressions',
  ENGAGEMENT: 'swipes',
  TRAFFIC: 'swipes',
  WEB_VIEW: 'swipes',
  VIDEO_VIEW: 'video_views',
  WEB_CONVERSION: 'conversion_purchases',
  CATALOG_SALES: 'conversion_purchases',
  SALES: 'conversion_purchases',
  APP_INSTALL: 'total_installs',
  APP_CONVERSION: 'total_installs',
  APP_PROMOTION: 'total_installs',
  LEAD_GENERATION: 'native_leads',
  LEADS: 'native_leads',
}

const fields = [...new Set(['spend', 'impressions', 'swipes', ...Object.values(resultField)])]

/** The field that counts results for a goal; undefined for goals that are not known to have one. */
export function resultFieldOf(goal: string | null | undefined): string | undefined {
  return goal ? resultField[goal] : undefined
}

export { breakdownOf, fields as countFields }

export interface StatsQuestion {
  /** Whose figures: `adaccounts/…`, `campaigns/…` or `adsquads/…`. */
  path: string
  level: Level
  /** Days of the account's calendar, both included. */
  from: string
  to: string
  timeZone: string
  fields?: string[]
}

/** Sums over the days by id. Rows carry ids alone, and only of what was delivered. */
export async function readStats(
  snap: Snap,
  question: StatsQuestion,
  options: CallOptions,
): Promise<Map<string, Stats>> {
  const { path, level, from, to, timeZone } = question
  const breakdown = breakdownOf[level]
  const first = queryOf({
    granularity: 'TOTAL',
    breakdown,
    fields: (question.fields ?? fields).join(','),
    start_time: midnightOf(from, timeZone),
    end_time: midnightOf(dayAfter(to), timeZone),
  })
  const rows = new Map<string, Stats>()
  let query: string | null = first
  while (query !== null) {
    const answer: ReturnType<typeof TotalStatsWire.parse> = await snap.get(
      TotalStatsWire,
      `${path}/stats${query}`,
      {},
      options,
    )
    for (const { total_stat: stat } of answer.total_stats)
      for (const { id, stats } of stat.breakdown_stats[breakdown] ?? []) rows.set(id, stats)
    const link: string | undefined = answer.paging?.next_link
    query = link ? (URL.parse(link)?.search ?? null) : null
  }
  return rows
}

export interface Figures {
  spend: number | null
  impressions: number | null
  clicks: number | null
  results: number | null
  costPerResult: number | null
}

/** Null where no days were asked for; nothing delivered is zero. */
export function figuresOf(all: Map<string, Stats> | null, id: string, goal: string | null | undefined): Figures {
  if (!all) return { spend: null, impressions: null, clicks: null, results: null, costPerResult: null }
  const stats = all.get(id) ?? {}
  const spend = (stats.spend ?? 0) / 1_000_000
  const field = resultFieldOf(goal)
  const results = field === undefined ? null : (stats[field] ?? 0)
  return {
    spend,
    impressions: stats.impressions ?? 0,
    clicks: stats.swipes ?? 0,
    results,
    costPerResult: results ? Math.round((spend / results) * 10_000) / 10_000 : null,
  }
}
