import type { DayRange } from '../../contract/insights.ts'
import type { AccountTotal, AdDay } from '../../contract/report.ts'
import type { Api, CallOptions } from '../client.ts'
import { listCampaigns, maxEntities } from '../manage/read.ts'
import { idIn } from '../map.ts'
import type { FigureRow } from '../wire.ts'
import type { Question } from './question.ts'
import { columns, countsOf, dayOf, isSomething, readRows } from './rows.ts'

const totalColumns = ['costInLocalCurrency', 'impressions', 'clicks']

export async function* readDays(
  api: Api,
  asked: DayRange & { today: string },
  options: CallOptions,
): AsyncGenerator<AdDay[]> {
  const range = untilToday(asked)
  if (!range) return
  const objectives = await objectivesIn(api, options)
  // All three at once, so that no figure has to be looked up for where it belongs.
  const question: Question = {
    pivots: ['CAMPAIGN_GROUP', 'CAMPAIGN', 'CREATIVE'],
    range,
    granularity: 'DAILY',
    columns,
  }
  for await (const rows of readRows(api, question, options)) {
    const days = rows.filter(isSomething).map((row) => adDayOf(row, objectives))
    if (days.length > 0) yield days
  }
}

/** The platform does not promise the order of what a row is about, but every URN says what it is. */
function adDayOf(row: FigureRow, objectives: Map<string, string | null>): AdDay {
  const id = (kind: string) => {
    const urn = row.pivotValues.find((value) => value.startsWith(`urn:li:${kind}:`))
    // Money is never dropped, even when the platform no longer tells where it was spent.
    return urn === undefined ? 'unknown' : idIn(urn)
  }
  const adSetId = id('sponsoredCampaign')
  return {
    day: dayOf(row),
    adId: id('sponsoredCreative'),
    adSetId,
    campaignId: id('sponsoredCampaignGroup'),
    ...countsOf(row, objectives.get(adSetId)),
  }
}

/** By campaign: that is what has an objective here. */
export async function objectivesIn(api: Api, options: CallOptions): Promise<Map<string, string | null>> {
  const campaigns = await listCampaigns(api, {}, { ...options, limit: maxEntities })
  return new Map(campaigns.map(({ id, objectiveType }) => [id, objectiveType ?? null]))
}

/** Also what rows by creative leave out. */
export async function readTotals(
  api: Api,
  asked: DayRange & { today: string },
  options: CallOptions,
): Promise<AccountTotal[]> {
  const range = untilToday(asked)
  const totals: AccountTotal[] = []
  if (!range) return totals
  const question: Question = { pivots: ['ACCOUNT'], range, granularity: 'DAILY', columns: totalColumns }
  for await (const rows of readRows(api, question, options)) {
    for (const row of rows) {
      const { spendMicros, impressions, clicks } = countsOf(row, null)
      totals.push({ day: dayOf(row), spendMicros, impressions, clicks })
    }
  }
  return totals
}

/** The platform takes no days to come. */
function untilToday({ from, to, today }: DayRange & { today: string }): DayRange | null {
  const range = { from, to: to < today ? to : today }
  return range.from > range.to ? null : range
}
