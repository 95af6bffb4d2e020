import type { ReachQuestion, ReachRow } from '../../contract/report.ts'
import { daysIn } from '../../kit/time/days.ts'
import type { Api, CallOptions } from '../client.ts'
import { idIn } from '../map.ts'
import type { Question } from './question.ts'
import { dayOf, figureIn, readRows } from './rows.ts'

/** People are counted over at most so many days. */
export const maxReachDays = 92

const pivots = { account: 'ACCOUNT', campaign: 'CAMPAIGN_GROUP', adset: 'CAMPAIGN', ad: 'CREATIVE' } as const

export async function readReach(
  api: Api,
  { level, range, isDaily }: ReachQuestion,
  options: CallOptions,
): Promise<ReachRow[]> {
  // People of two stretches do not add up: what cannot be asked for in one piece is not known.
  if (daysIn(range) > maxReachDays) return []
  const question: Question = {
    pivots: [pivots[level]],
    range,
    granularity: isDaily ? 'DAILY' : 'ALL',
    columns: ['approximateMemberReach', 'impressions'],
  }
  const found: ReachRow[] = []
  for await (const rows of readRows(api, question, options))
    for (const row of rows) {
      const reach = figureIn(row, 'approximateMemberReach')
      if (reach === 0) continue
      const frequency = Math.round((figureIn(row, 'impressions') / reach) * 100) / 100
      const id = level === 'account' ? null : idIn(row.pivotValues[0] ?? '')
      found.push({ id, day: isDaily ? dayOf(row) : null, reach, frequency })
    }
  return found
}
