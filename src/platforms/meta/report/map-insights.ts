import { z } from 'zod'
import type { ResultsByType } from '../../contract/insights.ts'
import { metricsFrom } from '../../contract/metrics.ts'
import type { Metrics } from '../../contract/metrics.ts'
import type { Plays } from '../../contract/report.ts'
import type { DayCounts } from '../../kit/figures.ts'

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
  video_15_sec_watched_actions: Actions,
  video_thruplay_watched_actions: Actions,
  // Its shape is not stable; what cannot be read is as good as absent.
  results: Results.catch(undefined),
})

export type InsightsRowWire = z.output<typeof InsightsRowWire>

/** What must be asked for to know all metrics. */
export const metricFields =
  'spend,impressions,clicks,ctr,cpm,cpc,reach,frequency,actions,action_values,purchase_roas,results,' +
  'video_15_sec_watched_actions,video_thruplay_watched_actions'

/** Each of these contains the next: the first that is there is the count, and they are never added up. */
const conversionTypes = [
  ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase'],
  ['lead', 'onsite_conversion.lead_grouped', 'offsite_conversion.fb_pixel_lead'],
  ['omni_app_install', 'mobile_app_install'],
  ['onsite_conversion.messaging_conversation_started_7d'],
].flat()

/** The row's figures in our names and units; ratios as the platform worked them out, where it did. */
export function metricsOf(row: InsightsRowWire): Metrics {
  const { conversions, conversionValue } = conversionsOf(row)
  const counts = {
    spend: numberOf(row.spend),
    impressions: numberOf(row.impressions),
    clicks: numberOf(row.clicks),
    conversions,
    value: conversionValue,
    results: resultsOf(row),
    reach: numberOf(row.reach),
    frequency: numberOf(row.frequency),
    ...playsOf(row),
  }
  return metricsFrom(counts, {
    ctr: numberOf(row.ctr),
    cpm: numberOf(row.cpm),
    cpc: numberOf(row.cpc),
    roas: roasOf(row),
  })
}

/** What must be asked for to know the figures that may be added up. */
export const sumFields =
  'spend,impressions,clicks,actions,action_values,results,video_15_sec_watched_actions,video_thruplay_watched_actions'

export function sumsOf(row: InsightsRowWire): DayCounts {
  const { conversions, conversionValue } = conversionsOf(row)
  return {
    spendMicros: micros(numberOf(row.spend) ?? 0),
    impressions: numberOf(row.impressions) ?? 0,
    clicks: numberOf(row.clicks) ?? 0,
    conversions,
    conversionValueMicros: micros(conversionValue),
    // People who were met are results too, but the same ones are met again on other days and by other ads.
    results: 'reach' in resultsByType(row) ? null : resultsOf(row),
    ...playsOf(row),
  }
}

/** Every one of them is an action by the name of a view; none named means that nobody did. */
function playsOf(row: InsightsRowWire): Record<keyof Plays, number> {
  const plays = (list: InsightsRowWire['actions']) => valueOf(list, 'video_view') ?? 0
  return {
    plays3s: plays(row.actions),
    plays15s: plays(row.video_15_sec_watched_actions),
    thruplays: plays(row.video_thruplay_watched_actions),
  }
}

function micros(amount: number): number {
  return Math.round(amount * 1e6)
}

function conversionsOf(row: InsightsRowWire): { conversions: number; conversionValue: number } {
  const type = conversionTypes.find((candidate) => valueOf(row.actions, candidate) !== null)
  // The platform leaves out actions that nobody took: in a row of delivery, none named means none happened.
  if (type === undefined) return { conversions: 0, conversionValue: 0 }
  return { conversions: valueOf(row.actions, type) ?? 0, conversionValue: valueOf(row.action_values, type) ?? 0 }
}

/** Results of several kinds are counted together, as they are over ads; people are not added to them. */
function resultsOf(row: InsightsRowWire): number | null {
  const types = Object.entries(resultsByType(row))
  if (types.length === 0 || (types.length > 1 && types.some(([type]) => type === 'reach'))) return null
  return types.reduce((sum, [, count]) => sum + count, 0)
}

export function resultsByType({ results }: InsightsRowWire): ResultsByType {
  const named = results?.map(({ indicator, values }): [string, number] => {
    return [indicator?.replace(/^actions:/, '') ?? 'unknown', numberOf(values?.[0]?.value) ?? 0]
  })
  return Object.fromEntries(named ?? [])
}

function roasOf({ purchase_roas: list }: InsightsRowWire): number | null {
  return valueOf(list, 'omni_purchase') ?? valueOf(list, 'purchase')
}

function valueOf(list: InsightsRowWire['actions'], type: string): number | null {
  return numberOf(list?.find((entry) => entry.action_type === type)?.value)
}

export function numberOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}
