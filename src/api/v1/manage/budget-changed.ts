import { z } from 'zod'
import { rehearsalReply, Time, timeNote } from './fields.ts'
import { Budgets } from './structure-row.ts'

export const budgetEnd = Time.optional().meta({
  description: `Goes with a lifetimeBudget, and is required where the ad set has no end yet. ${timeNote}`,
})

const MovedCampaign = z
  .object({
    id: z.string().meta({ description: 'Id of the campaign.' }),
    name: z.string().meta({ description: 'Its name.' }),
  })
  .meta({ id: 'MovedCampaign' })

export const BudgetChanged = z
  .object({
    entityId: z.string().meta({ description: 'Id of the campaign or ad set.' }),
    old: Budgets.meta({ description: 'What the budget was.' }),
    new: Budgets.meta({ description: 'What it is now, or would be.' }),
    currency: z.string().meta({ description: 'The currency of the amounts, by its ISO 4217 code.' }),
    endTime: z.iso.datetime().optional().meta({ description: 'The end that was set with it.' }),
    campaigns: z
      .array(MovedCampaign)
      .optional()
      .meta({ description: 'Where campaigns share the budget: all that spend from it.' }),
    ...rehearsalReply,
  })
  .meta({ id: 'BudgetChanged' })
