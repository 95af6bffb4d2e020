import type { DayRange } from '../../contract/insights.ts'
import type { AccountRef, EntityType, PerformanceQuery } from '../../contract/manage.ts'
import { addCounted, rangeAsked } from '../../kit/figures.ts'
import type { Counted } from '../../kit/figures.ts'
import type { FiguresForPages } from '../../kit/remember.ts'
import type { Api } from '../client.ts'
import { inGroups } from '../groups.ts'
import { figureOf, placeOf, readAllRows } from '../report/rows.ts'

const metrics = ['spend', 'impressions', 'clicks', 'result']

export interface Deps extends Api {
  figures: FiguresForPages<Map<string, Counted>>
}

interface FiguresQuery {
  level: EntityType
  query: Pick<PerformanceQuery, 'startDate' | 'endDate' | 'switchedOn' | 'after'>
  rows: { id: string }[]
}

/**
 * Of what is on the page. Of all that may spend the whole account is asked at once: that is one answer for a thousand, and a question
 * that names its ids takes a hundred. null: no days were asked for.
 */
export async function figuresOf(
  api: Deps,
  account: AccountRef,
  { level, query, rows }: FiguresQuery,
): Promise<Map<string, Counted> | null> {
  const range = rangeAsked(query)
  if (!range) return null
  if (!query.switchedOn) return countedFor(api, account, { level, range, groups: inGroups(rows.map(({ id }) => id)) })
  if (rows.length === 0) return new Map()
  const list = `${account.id} ${level} ${range.from} ${range.to}`
  return api.figures(list, query, () => countedFor(api, account, { level, range, groups: [undefined] }))
}

async function countedFor(
  api: Api,
  { id: accountId }: AccountRef,
  { level, range, groups }: { level: EntityType; range: DayRange; groups: (string[] | undefined)[] },
): Promise<Map<string, Counted>> {
  const deps = { api, accountId, options: { accountId } }
  const all = new Map<string, Counted>()
  for (const ids of groups) {
    const question = { level, range, isDaily: false, metrics, ids }
    for (const row of await readAllRows(deps, question))
      addCounted(all, placeOf(row, question).id ?? '', {
        spend: figureOf(row, 'spend') ?? 0,
        impressions: figureOf(row, 'impressions') ?? 0,
        clicks: figureOf(row, 'clicks') ?? 0,
        results: figureOf(row, 'result'),
      })
  }
  return all
}
