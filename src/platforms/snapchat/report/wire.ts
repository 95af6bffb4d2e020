import { z } from 'zod'
import { AdSquadWire, AdWire, CampaignWire } from '../wire.ts'

const Stats = z.record(z.string(), z.number().nullish())

/** One country's figures, with the country among them. */
const DimensionWire = z.record(z.string(), z.union([z.string(), z.number()]).nullish())

const FiguresWire = z.object({ stats: Stats.optional(), dimension_stats: z.array(DimensionWire).optional() })

const DayWire = FiguresWire.extend({ start_time: z.string() })

export const StatRowWire = FiguresWire.extend({
  id: z.string(),
  timeseries: z.array(DayWire).optional(),
})

const StatWire = z.object({
  breakdown_stats: z.record(z.string(), z.array(StatRowWire)).default({}),
  /** Of what was asked about itself, where no breakdown was asked for. */
  timeseries: z.array(DayWire).optional(),
})

/** Sums of a range, or days; which of them depends on what was asked for. */
export const ReportWire = z.looseObject({
  total_stats: z.array(z.object({ total_stat: StatWire })).default([]),
  timeseries_stats: z.array(z.object({ timeseries_stat: StatWire })).default([]),
  paging: z.object({ next_link: z.string().optional() }).optional(),
})

export const RunWire = z.looseObject({
  async_stats_reports: z
    .array(
      z.object({
        async_stats_report: z.object({
          report_run_id: z.string(),
          async_status: z.string().optional(),
          result: z.string().optional(),
        }),
      }),
    )
    .min(1),
})

const shared = { deleted: z.boolean().optional(), created_at: z.string().optional() }
export const ReportCampaignWire = CampaignWire.extend(shared)
export const ReportAdSquadWire = AdSquadWire.extend(shared)
export const ReportAdWire = AdWire.extend(shared)
