import type { EntityLevel } from '../../contract/report.ts'
import { figuresFrom } from '../../kit/figures.ts'
import type { Figures } from '../../kit/figures.ts'
import { queryOf } from '../client.ts'
import type { CallOptions, Snap } from '../client.ts'
import { dayAfter, midnightOf } from '../report/midnight.ts'
import { breakdownOf, countFields, resultFieldOf } from '../report/question.ts'
import type { Stats } from '../report/question.ts'
import { TotalStatsWire } from '../wire.ts'

export interface StatsQuestion {
  /** Whose figures: `adaccounts/…`, `campaigns/…` or `adsquads/…`. */
  path: string
  level: EntityLevel
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
    fields: (question.fields ?? countFields).join(','),
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

/** Null where no days were asked for; nothing delivered is zero. */
export function figuresOf(all: Map<string, Stats> | null, id: string, goal: string | null | undefined): Figures {
  const { spend = 0, impressions = 0, swipes: clicks = 0, ...others } = all?.get(id) ?? {}
  const stats: Stats = { ...others, impressions, swipes: clicks }
  const field = resultFieldOf(goal)
  const results = field === undefined ? null : (stats[field] ?? 0)
  return figuresFrom(all && new Map([[id, { spend: spend / 1_000_000, impressions, clicks, results }]]), id)
}
