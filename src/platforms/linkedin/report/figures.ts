import type { AdDay } from '../../contract/report.ts'
import { microsIn } from '../map.ts'
import type { FigureRow } from '../wire.ts'

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

export type Counts = Pick<
  AdDay,
  'spendMicros' | 'impressions' | 'clicks' | 'conversions' | 'conversionValueMicros' | 'results'
>

export function figureIn(row: FigureRow, column: string): number {
  const figure = Number(row[column] ?? 0)
  return Number.isFinite(figure) ? figure : 0
}

/** Counts are whole numbers, money is decimal text. */
export function countsOf(row: FigureRow, objective: string | null | undefined): Counts {
  const counted = objective ? resultColumns[objective] : undefined
  return {
    spendMicros: microsIn(textIn(row, 'costInLocalCurrency')),
    impressions: figureIn(row, 'impressions'),
    clicks: figureIn(row, 'clicks'),
    conversions: figureIn(row, 'externalWebsiteConversions'),
    conversionValueMicros: microsIn(textIn(row, 'conversionValueInLocalCurrency')),
    results: counted === undefined ? null : figureIn(row, counted),
  }
}

function textIn(row: FigureRow, column: string): string | number {
  const value = row[column]
  return typeof value === 'string' || typeof value === 'number' ? value : '0'
}

export function isSomething(row: FigureRow): boolean {
  return columns.some((column) => figureIn(row, column) !== 0)
}
