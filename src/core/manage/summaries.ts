import { z } from 'zod'

const note = (what: string) => ({ description: `${what}, in the platform's own word.` })
const platformWord = (what: string) => z.string().meta(note(what))
const wordOrNull = (what: string) => z.string().nullable().default(null).meta(note(what))

/** What is told of a campaign that was made or changed. Read with care: it comes from the journal, or from the platform. */
export const CampaignSummary = z
  .object({
    id: z.string().meta({ description: 'Id of the campaign.' }),
    name: z.string().meta({ description: 'Its name.' }),
    objective: wordOrNull('What it is for'),
    status: platformWord('Its own switch'),
    buying_type: wordOrNull('How it is bought'),
  })
  .meta({ id: 'CampaignSummary' })
export type CampaignSummary = z.output<typeof CampaignSummary>

export const AdSetSummary = z
  .object({
    id: z.string().meta({ description: 'Id of the ad set.' }),
    name: z.string().meta({ description: 'Its name.' }),
    campaign_id: z.string().meta({ description: 'Id of its campaign.' }),
    status: platformWord('Its own switch'),
    optimization_goal: platformWord('What it is optimized for'),
  })
  .meta({ id: 'AdSetSummary' })
export type AdSetSummary = z.output<typeof AdSetSummary>

/**
 * What became of an ad set that cannot be made as it was asked for: its budget is a cap below the campaign's, or the platform insists on a
 * word about its automated audience, or about bids.
 */
export const AudienceFallback = z
  .enum(['spend_cap', 'automated_audience_on', 'automated_audience_off', 'lowest_cost'])
  .meta({ id: 'AudienceFallback' })
export type AudienceFallback = z.output<typeof AudienceFallback>
