import type { DayRange } from '../../contract/insights.ts'
import type { AdDay } from '../../contract/report.ts'
import type { Api, CallOptions } from '../client.ts'
import { listCampaigns, maxEntities } from '../manage/read.ts'
import { idIn } from '../map.ts'
import type { FigureRow } from '../wire.ts'
import type { Question } from './question.ts'
import { columns, countsOf, dayOf, isSomething, readRows } from './rows.ts'

export async function* readDays(
  api: Api,
  { from, to, today }: DayRange & { today: string },
  options: CallOptions,
): AsyncGenerator<AdDay[]> {
  const range = { from, to: to < today ? to : today }
  if (range.from > range.to) return
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
