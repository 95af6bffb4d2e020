import { z } from 'zod'

const Text = z.string().nullable()
const Figure = z.number().nullable()

/** What the days asked for brought; null without days. */
export const figures = { spend: Figure, impressions: Figure, clicks: Figure, results: Figure, costPerResult: Figure }

export const ownStatusNote =
  "The switch of the thing itself, in its platform's word: ACTIVE or PAUSED, on the short-video platform ENABLE or " +
  'DISABLE. The filter asks for this one, by ACTIVE and PAUSED everywhere.'
export const effectiveStatusNote = 'What that amounts to: paused above, in review, ended, in the words of the platform.'

/** A campaign or an ad set with its figures. */
export const structureRow = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string().meta({ description: ownStatusNote }),
  effectiveStatus: z.string().meta({ description: effectiveStatusNote }),
  objective: Text,
  optimizationGoal: Text,
  campaignId: Text,
  startTime: Text,
  endTime: Text,
  dailyBudget: Figure,
  lifetimeBudget: Figure,
  ...figures,
})
