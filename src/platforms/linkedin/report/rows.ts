import { addDays, daysIn } from '../../kit/time/days.ts'
import type { DayCounts } from '../../kit/figures.ts'
import { chunksOf } from '../client.ts'
import type { Api, CallOptions } from '../client.ts'
import { listCampaigns, maxEntities } from '../manage/read.ts'
import { entityUrn, microsIn } from '../map.ts'
import { FigureRowWire } from '../wire.ts'
import type { FigureRow } from '../wire.ts'
import { queryOf } from './question.ts'
import type { Question } from './question.ts'

/** An answer is cut off here without a word. */
export const maxRows = 15_000

/** So many URNs are asked about at once, so that a question stays small. */
const maxUrns = 200

export const columns = [
  'costInLocalCurrency',
  'impressions',
  'clicks',
  'landingPageClicks',
  'externalWebsiteConversions',
  'conversionValueInLocalCurrency',
  'oneClickLeads',
  'totalEngagements',
  'videoViews',
]

/** What counts as a result, by the objective of the campaign. */
const resultColumns: Record<string, string> = {
  BRAND_AWARENESS: 'impressions',
  ENGAGEMENT: 'totalEngagements',
  WEBSITE_VISIT: 'landingPageClicks',
  WEBSITE_CONVERSION: 'externalWebsiteConversions',
  LEAD_GENERATION: 'oneClickLeads',
  VIDEO_VIEW: 'videoViews',
  JOB_APPLICANT: 'landingPageClicks',
  TALENT_LEAD: 'oneClickLeads',
}

/** All rows of the question. One that would be cut off is asked again in pieces, first by days and then by campaigns. */
export async function* readRows(api: Api, question: Question, options: CallOptions): AsyncGenerator<FigureRow[]> {
  const { of } = question
  if (of && of.urns.length > maxUrns) {
    for (const urns of chunksOf(of.urns, maxUrns)) yield* readRows(api, { ...question, of: { ...of, urns } }, options)
    return
  }
  const rows = await ask(api, question, options)
  if (rows.length < maxRows) {
    yield rows
    return
  }
  for (const smaller of await piecesOf(api, question, options)) yield* readRows(api, smaller, options)
}

function ask(api: Api, question: Question, options: CallOptions): Promise<FigureRow[]> {
  const fields = ['dateRange', 'pivotValues', ...question.columns]
  return api.figures(FigureRowWire, queryOf(question, options.accountId), fields, options)
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

export function figureIn(row: FigureRow, column: string): number {
  const figure = Number(row[column] ?? 0)
  return Number.isFinite(figure) ? figure : 0
}

/** Counts are whole numbers, money is decimal text. */
export function countsOf(row: FigureRow, objective: string | null | undefined): DayCounts {
  const counted = objective ? resultColumns[objective] : undefined
  return {
    spendMicros: microsIn(textIn(row, 'costInLocalCurrency')),
    impressions: figureIn(row, 'impressions'),
    clicks: figureIn(row, 'clicks'),
    conversions: figureIn(row, 'externalWebsiteConversions'),
    conversionValueMicros: microsIn(textIn(row, 'conversionValueInLocalCurrency')),
    results: counted === undefined ? null : figureIn(row, counted),
    // A view is one of at least 2 seconds here.
    plays3s: figureIn(row, 'videoViews'),
  }
}

function textIn(row: FigureRow, column: string): string | number {
  const value = row[column]
  return typeof value === 'string' || typeof value === 'number' ? value : '0'
}

export function isSomething(row: FigureRow): boolean {
  return columns.some((column) => figureIn(row, column) !== 0)
}
