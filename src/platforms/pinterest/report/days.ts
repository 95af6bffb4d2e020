import type { DayRange } from '../../contract/insights.ts'
import type { AccountTotal, AdDay } from '../../contract/report.ts'
import type { Api, CallOptions } from '../client.ts'
import { freshMs, idsAt } from './family.ts'
import type { Families, Family } from './family.ts'
import type { Question } from './question.ts'
import { columns, countsOf, isSomething, readRows } from './rows.ts'
import type { Row } from './rows.ts'
import type { RunPace } from './run.ts'

const totalColumns = ['SPEND_IN_MICRO_DOLLAR', 'TOTAL_IMPRESSION', 'TOTAL_CLICKTHROUGH']

export interface Deps {
  api: Api
  families: Families
  /** Today, where the platform counts days, and how patiently reports are waited for. */
  clock: () => { today: string; pace: RunPace }
}

export async function* readDays(
  { api, families, clock }: Deps,
  range: DayRange,
  options: CallOptions,
): AsyncGenerator<AdDay[]> {
  const family = await families.of(options.accountId, freshMs, options)
  const question = { level: 'ad', range, isDaily: true, columns, ids: idsAt('ad', family) } as const
  for await (const rows of readRows(api, clock(), question, options)) {
    const days = rows.filter(isSomething).map((row) => adDayOf(row, family))
    if (days.length > 0) yield days
  }
}

function adDayOf({ id, day, figures }: Row, { ads, objectives }: Family): AdDay {
  // Money is never dropped, even when the platform no longer tells where the ad belonged.
  const { adSetId, campaignId } = ads.get(id) ?? { adSetId: 'unknown', campaignId: 'unknown' }
  return { day: day ?? '', adId: id, adSetId, campaignId, ...countsOf(figures, objectives.get(campaignId)) }
}

/** Also what reports by ad leave out. */
export async function readTotals(
  { api, clock }: Pick<Deps, 'api' | 'clock'>,
  range: DayRange,
  options: CallOptions,
): Promise<AccountTotal[]> {
  const question: Question = { level: 'account', range, isDaily: true, columns: totalColumns, ids: [] }
  const totals: AccountTotal[] = []
  for await (const rows of readRows(api, clock(), question, options)) {
    for (const { day, figures } of rows) {
      const { spendMicros, impressions, clicks } = countsOf(figures, null)
      totals.push({ day: day ?? '', spendMicros, impressions, clicks })
    }
  }
  return totals
}
