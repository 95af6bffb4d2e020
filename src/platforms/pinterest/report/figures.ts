import type { AdDay } from '../../contract/report.ts'

export const columns = [
  'SPEND_IN_MICRO_DOLLAR',
  'TOTAL_IMPRESSION',
  'TOTAL_CLICKTHROUGH',
  'OUTBOUND_CLICK_1',
  'OUTBOUND_CLICK_2',
  'TOTAL_VIDEO_MRC_VIEWS',
  'TOTAL_VIDEO_P100_COMPLETE',
  'TOTAL_CHECKOUT',
  'TOTAL_CONVERSIONS',
  'TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR',
]

/** What counts as a result, by the campaign's objective; the last two are no longer given to new campaigns. */
const resultColumns: Record<string, string[]> = {
  AWARENESS: ['TOTAL_IMPRESSION'],
  CONSIDERATION: ['OUTBOUND_CLICK_1', 'OUTBOUND_CLICK_2'],
  VIDEO_COMPLETION: ['TOTAL_VIDEO_P100_COMPLETE'],
  WEB_CONVERSION: ['TOTAL_CHECKOUT'],
  CATALOG_SALES: ['TOTAL_CHECKOUT'],
  VIDEO_VIEW: ['TOTAL_VIDEO_MRC_VIEWS'],
  WEB_SESSIONS: ['TOTAL_CLICKTHROUGH'],
}

export type Counts = Pick<
  AdDay,
  'spendMicros' | 'impressions' | 'clicks' | 'conversions' | 'conversionValueMicros' | 'results'
>

/** "Dollar" means the account's currency, and clicks are those on the pin. */
export function countsOf(figures: Record<string, number>, objective: string | null | undefined): Counts {
  const figure = (column: string) => figures[column] ?? 0
  const counted = objective ? resultColumns[objective] : undefined
  return {
    spendMicros: Math.round(figure('SPEND_IN_MICRO_DOLLAR')),
    impressions: figure('TOTAL_IMPRESSION'),
    clicks: figure('TOTAL_CLICKTHROUGH'),
    conversions: figure('TOTAL_CONVERSIONS'),
    conversionValueMicros: Math.round(figure('TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR')),
    results: counted ? counted.reduce((sum, column) => sum + figure(column), 0) : null,
  }
}

export function sumCounts(one: Counts, other: Counts): Counts {
  const both = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
  return {
    spendMicros: one.spendMicros + other.spendMicros,
    impressions: one.impressions + other.impressions,
    clicks: one.clicks + other.clicks,
    conversions: both(one.conversions, other.conversions),
    conversionValueMicros: both(one.conversionValueMicros, other.conversionValueMicros),
    results: both(one.results, other.results),
  }
}
