import type { DayRange } from '../../contract/insights.ts'
import { standInFor } from '../../contract/report.ts'
import type { AdDay } from '../../contract/report.ts'
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
