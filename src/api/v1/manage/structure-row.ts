import { z } from 'zod'

const Text = z.string().nullable()
const Figure = z.number().nullable()

/** What the days asked for brought; null without days. */
export const figures = { spend: Figure, impressions: Figure, clicks: Figure, results: Figure, costPerResult: Figure }

/** A campaign or an ad set with its figures. */
export const structureRow = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  effectiveStatus: z.string(),
  objective: Text,
  optimizationGoal: Text,
  campaignId: Text,
  startTime: Text,
  endTime: Text,
  dailyBudget: Figure,
  lifetimeBudget: Figure,
  ...figures,
})
