import type { DayRange } from '../../contract/insights.ts'
import { addDays, daysIn } from '../../kit/time/days.ts'
import { chunksOf } from '../client.ts'
import type { Api, CallOptions, Query } from '../client.ts'
import { listCampaigns, maxEntities } from '../manage/read.ts'
import { accountUrn, entityUrn } from '../map.ts'
import { FigureRowWire } from '../wire.ts'
import type { FigureRow } from '../wire.ts'

/** An answer is cut off here without a word. */
export const maxRows = 15_000

export interface Question {
  /** What rows are about: one of them, or up to three together. */
  pivots: string[]
  range: DayRange
  granularity: 'ALL' | 'DAILY' | 'MONTHLY'
  columns: string[]
  /** Of these alone; absent: of the whole account. */
  of?: Filter
}

/** The names by which the platform filters figures. */
export interface Filter {
  name: 'campaignGroups' | 'campaigns' | 'creatives'
  urns: string[]
}

/** So many URNs are asked about at once, so that a question stays small. */
const maxUrns = 200

/** All rows of the question. One that would be cut off is asked again in pieces, first by days and then by campaigns. */
export async function* readFigures(api: Api, question: Question, options: CallOptions): AsyncGenerator<FigureRow[]> {
  const { of } = question
  if (of && of.urns.length > maxUrns) {
    for (const urns of chunksOf(of.urns, maxUrns))
      yield* readFigures(api, { ...question, of: { ...of, urns } }, options)
    return
  }
  const rows = await ask(api, question, options)
  if (rows.length < maxRows) {
    yield rows
    return
  }
  for (const smaller of await piecesOf(api, question, options)) yield* readFigures(api, smaller, options)
}

function ask(api: Api, { pivots, range, granularity, columns, of }: Question, options: CallOptions) {
  const [pivot] = pivots
  const query: Query = {
    ...(pivots.length === 1 ? { q: 'analytics', pivot } : { q: 'statistics', pivots }),
    dateRange: { start: partsOf(range.from), end: partsOf(range.to) },
    timeGranularity: granularity,
    accounts: [accountUrn(options.accountId)],
    ...(of ? { [of.name]: of.urns } : {}),
  }
  return api.figures(FigureRowWire, query, ['dateRange', 'pivotValues', ...columns], options)
}

/** What is counted by the day can be asked for in fewer days; what cannot is asked for in fewer campaigns. */
async function piecesOf(api: Api, question: Question, options: CallOptions): Promise<Question[]> {
  const { range, granularity, of } = question
  const days = daysIn(range)
  if (granularity === 'DAILY' && days > 1) {
    const middle = addDays(range.from, Math.floor(days / 2))
    const halves = [
      { from: range.from, to: addDays(middle, -1) },
      { from: middle, to: range.to },
    ]
    return halves.map((half) => ({ ...question, range: half }))
  }
  const urns = of?.urns ?? (await allCampaigns(api, options))
  // A single thing with more rows than that cannot be told apart any further.
  if (urns.length <= 1) return []
  const name = of?.name ?? 'campaigns'
  return chunksOf(urns, Math.ceil(urns.length / 2)).map((some) => ({ ...question, of: { name, urns: some } }))
}

async function allCampaigns(api: Api, options: CallOptions): Promise<string[]> {
  const campaigns = await listCampaigns(api, {}, { ...options, limit: maxEntities })
  return campaigns.map(({ id }) => entityUrn('adset', id))
}

function partsOf(day: string) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { year, month, day: date }
}

/** The day that a row begins on. */
export function dayOf({ dateRange }: FigureRow): string {
  return dayText(dateRange?.start)
}

export function lastDayOf({ dateRange }: FigureRow): string {
  return dayText(dateRange?.end)
}

function dayText({ year = 0, month = 0, day = 0 }: { year?: number; month?: number; day?: number } = {}): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
