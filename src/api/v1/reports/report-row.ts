import { z } from 'zod'
import { metricFields } from '../../../core/reports/live/request.ts'

const Text = z.string().nullable().optional()

/** What a row is about, as far as the grouping says, and the metrics asked for. */
export const ReportRow = z.object({
  date: z.string().optional(),
  country: z.string().optional(),
  adId: Text,
  adName: Text,
  adsetId: Text,
  adsetName: Text,
  campaignId: Text,
  campaignName: Text,
  accountId: z.string().optional(),
  accountName: z.string().optional(),
  platform: z.string().optional(),
  currency: z.string(),
  ...metricFields,
})

export const ReportPagination = z.object({
  offset: z.number().int(),
  limit: z.number().int(),
  total: z.number().int(),
  hasMore: z.boolean(),
})
