import { z } from 'zod'
import { EndedBy } from '../../../core/ends/listed.ts'

const figure = (description: string) => z.number().nullable().meta({ description })
const text = (description: string) => z.string().nullable().meta({ description })
const time = (description: string) => z.iso.datetime().nullable().meta({ description })

/** What the days asked for brought; null without days. */
export const figures = {
  spend: figure('What was spent in the days asked for; null without days.'),
  impressions: figure('How often ads were shown in the days asked for; null without days.'),
  clicks: figure('How often ads were clicked in the days asked for; null without days.'),
  results: figure('How often what was optimized for happened; null without days, or where the platform does not tell.'),
  costPerResult: figure('Spend by results; null where there are none.'),
}

export const ownStatusNote =
  "The switch of the thing itself, in its platform's word: ACTIVE or PAUSED, on the short-video platform ENABLE or " +
  'DISABLE. The filter asks for this one, by ACTIVE and PAUSED everywhere.'
export const effectiveStatusNote = 'What that amounts to: paused above, in review, ended, in the words of the platform.'

export const budgetFields = {
  dailyBudget: figure("What may be spent in a day, in the account's main currency unit; null where none is set."),
  lifetimeBudget: figure("What may be spent in all, in the account's main currency unit; null where none is set."),
}

export const Budgets = z.object(budgetFields).meta({ id: 'Budgets' })

/** What every campaign, ad set and ad has in a list. */
export const ownFields = {
  id: z.string().meta({ description: "The platform's id." }),
  name: z.string().meta({ description: 'Its name.' }),
  status: z.string().meta({ description: ownStatusNote }),
  effectiveStatus: z.string().meta({ description: effectiveStatusNote }),
}

/** A campaign or an ad set with its figures. */
export const StructureRow = z
  .object({
    ...ownFields,
    objective: text("Of a campaign: its objective, in the platform's own word."),
    optimizationGoal: text("Of an ad set: what it is optimized for, in the platform's own word."),
    campaignId: text('Id of the campaign that it is or is in.'),
    startTime: time('When it begins; null where the platform does not tell.'),
    endTime: time('When it ends; null: never.'),
    endedBy: EndedBy.optional(),
    ...budgetFields,
    ...figures,
  })
  .meta({ id: 'StructureRow' })

export const CurrencyMetadata = z
  .object({ currency: z.string().meta({ description: 'The currency of all amounts, by its ISO 4217 code.' }) })
  .meta({ id: 'CurrencyMetadata' })
