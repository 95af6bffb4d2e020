import { z } from 'zod'
import { metricFields } from '../live/request.ts'
import { dimensions } from './dimensions.ts'

const Text = z.string().nullable().optional()

/** Rows are also called by the very word that they were grouped by: `groupBy=ad` gives a field `ad`. */
const asked = Object.fromEntries(
  dimensions.flatMap(({ words }) =>
    words.map((word) => [word, Text.meta({ description: `There where rows are grouped by ${word}.` })]),
  ),
)

/** What a row is about, as far as the grouping says, and the metrics asked for. */
export const ReportRow = z
  .object({
    ...asked,
    date: z.string().optional().meta({ description: 'The day, where rows are grouped by day.', format: 'date' }),
    country: z.string().optional().meta({ description: 'Country code of two letters, where grouped by country.' }),
    searchTerm: z.string().optional().meta({ description: 'What people typed, where grouped by searchTerm.' }),
    adId: Text.meta({ description: 'Id of the ad.' }),
    adName: Text.meta({ description: 'Name of the ad.' }),
    adsetId: Text.meta({ description: 'Id of the ad set.' }),
    adsetName: Text.meta({ description: 'Name of the ad set.' }),
    campaignId: Text.meta({ description: 'Id of the campaign.' }),
    campaignName: Text.meta({ description: 'Name of the campaign.' }),
    accountId: z.string().optional().meta({ description: 'Id of the ad account, where every row is of one.' }),
    accountName: z.string().optional().meta({ description: 'Name of the ad account.' }),
    platform: z.string().optional().meta({ description: 'The platform, where every row is of one.' }),
    currency: z.string().meta({ description: 'The currency of the amounts in this row.' }),
    ...metricFields,
  })
  .meta({ id: 'ReportRow' })

export type ReportRow = z.output<typeof ReportRow>
