import { z } from 'zod'
import type { Metrics } from '../insights.ts'

const Actions = z.array(z.object({ action_type: z.string(), value: z.string().optional() })).optional()

const Results = z
  .array(
    z.object({
      indicator: z.string().optional(),
      values: z.array(z.object({ value: z.string().optional() })).optional(),
    }),
  )
  .optional()

/** One row of insights. All figures are text; what there is none of is left out. */
export const InsightsRowWire = z.looseObject({
  date_start: z.string(),
  date_stop: z.string(),
  spend: z.string().optional(),
  impressions: z.string().optional(),
  clicks: z.string().optional(),
  ctr: z.string().optional(),
  cpm: z.string().optional(),
  cpc: z.string().optional(),
  reach: z.string().optional(),
  frequency: z.string().optional(),
  actions: Actions,
  action_values: Actions,
  purchase_roas: Actions,
  // Its shape is not stable; what cannot be read is as good as absent.
  results: Results.catch(undefined),
})

export type InsightsRowWire = z.output<typeof InsightsRowWire>

/** What must be asked for to know all metrics. */
export const metricFields =
  'spend,impressions,clicks,ctr,cpm,cpc,reach,frequency,actions,action_values,purchase_roas,results'

/** Each of these contains the next: the first that is there is the count, and they are never added up. */
const conversionTypes = [
  ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase'],
  ['lead', 'onsite_conversion.lead_grouped', 'offsite_conversion.fb_pixel_lead'],
  ['omni_app_install', 'mobile_app_install'],
  ['onsite_conversion.messaging_conversation_started_7d'],
].flat()

/** The row's figures in our names and units. */
export function metricsOf(row: InsightsRowWire): Metrics {
  const spend = numberOf(row.spend)
  const impressions = numberOf(row.impressions)
  const clicks = numberOf(row.clicks)
  const type = conversionTypes.find((candidate) => valueOf(row.actions, candidate) !== null)
  // The platform leaves out actions that nobody took: in a row of delivery, none named means none happened.
  const conversions = type === undefined ? 0 : valueOf(row.actions, type)
  const conversionValue = type === undefined ? 0 : (valueOf(row.action_values, type) ?? 0)
  const results = resultsOf(row)
  return {
    spend,
    impressions,
    clicks,
    ctr: numberOf(row.ctr) ?? ratio(clicks, impressions, 100),
    cpm: numberOf(row.cpm) ?? ratio(spend, impressions, 1000),
    cpc: numberOf(row.cpc) ?? ratio(spend, clicks),
    results,
    costPerResult: ratio(spend, results),
    conversions,
    conversionValue,
    roas: roasOf(row) ?? ratio(conversionValue, spend),
    reach: numberOf(row.reach),
    frequency: numberOf(row.frequency),
    cpa: ratio(spend, conversions),
  }
}

/** Results of several kinds (clicks and purchases, say) cannot be one number. */
function resultsOf({ results }: InsightsRowWire): number | null {
  if (results?.length !== 1) return null
  const [only] = results
  return numberOf(only!.values?.[0]?.value) ?? 0
}

function roasOf({ purchase_roas: list }: InsightsRowWire): number | null {
  return valueOf(list, 'omni_purchase') ?? valueOf(list, 'purchase')
}

function valueOf(list: InsightsRowWire['actions'], type: string): number | null {
  return numberOf(list?.find((entry) => entry.action_type === type)?.value)
}

function numberOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}

function ratio(above: number | null, below: number | null, times = 1): number | null {
  return above === null || below === null || below === 0 ? null : (above / below) * times
}
