import { z } from 'zod'
import { createCampaign as create } from '../../../../core/manage/create.ts'
import {
  accountField,
  dryRunField,
  Money,
  Name,
  rehearsalReply,
  SpecObject,
  Word,
} from '../../../../core/manage/request.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'

export const createCampaign = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/create-campaign',
  section: 'Primary platform',
  summary: 'Create a campaign.',
  description:
    'Paused unless status says otherwise. With a budget the campaign holds it for all its ad sets; without one each ' +
    'ad set needs its own. campaignBidAmount is kept and used for the ad sets that are created here afterwards.',
  scope: 'manage',
  tool: 'create_campaign',
  body: z.object({
    ...accountField,
    name: Name,
    objective: Word.meta({
      description:
        'OUTCOME_TRAFFIC, OUTCOME_ENGAGEMENT, OUTCOME_LEADS, OUTCOME_AWARENESS, OUTCOME_SALES or OUTCOME_APP_PROMOTION.',
    }),
    status: Word.optional().meta({ description: 'ACTIVE or PAUSED (default).' }),
    buyingType: Word.optional().meta({ description: 'AUCTION (default) or RESERVED.' }),
    specialAdCategories: z.array(Word).max(10).optional().meta({
      description:
        'HOUSING, EMPLOYMENT or CREDIT, for example. With any but NONE, specialAdCategoryCountry is required.',
    }),
    specialAdCategoryCountry: z.array(Word).max(300).optional().meta({
      description: 'Codes of the countries where the special category applies, such as US.',
    }),
    dailyBudget: Money.optional(),
    lifetimeBudget: Money.optional(),
    bidStrategy: Word.optional().meta({ description: 'LOWEST_COST_WITHOUT_CAP or COST_CAP, for example.' }),
    campaignBidAmount: Money.optional(),
    campaignSpendCap: Money.optional(),
    campaignBudgetOptimization: z.boolean().optional(),
    campaignBudgetType: Word.optional().meta({ description: 'daily or lifetime.' }),
    isAutomatedCampaign: z.boolean().optional(),
    isAppNetworkAttribution: z.boolean().optional(),
    promotedObject: SpecObject.optional(),
    ...dryRunField,
  }),
  example: {
    accountId: 'act_...',
    name: 'Spring sale',
    objective: 'OUTCOME_SALES',
    status: 'PAUSED',
    dailyBudget: 50,
  },
  reply: z.object({
    campaignId: z.string().nullable(),
    campaign: z
      .object({
        id: z.string(),
        name: z.string(),
        objective: z.string().nullable(),
        status: z.string(),
        buying_type: z.string().nullable(),
      })
      .nullable(),
    ...rehearsalReply,
  }),
  handle(call) {
    const { accountId, workspaceId: _workspace, dryRun = false, ...request } = call.body
    return create(call, accountId, request, dryRun)
  },
})
