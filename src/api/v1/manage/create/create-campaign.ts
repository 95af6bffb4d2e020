import { z } from 'zod'
import { createCampaign as create } from '../../../../core/manage/create.ts'
import { accountField, dryRunField, money, Name, rehearsalReply, SpecObject, Word } from '../fields.ts'
import { CampaignSummary } from '../../../../core/manage/summaries.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { firstStatusField } from './first-status.ts'
import { guardFailures } from '../../../guard-failures.ts'

const objectives = [
  'OUTCOME_TRAFFIC',
  'OUTCOME_ENGAGEMENT',
  'OUTCOME_LEADS',
  'OUTCOME_AWARENESS',
  'OUTCOME_SALES',
  'OUTCOME_APP_PROMOTION',
] as const

const lowerCase = (word: unknown) => (typeof word === 'string' ? word.trim().toLowerCase() : word)

export const createCampaign = operation({
  name: 'create_campaign',
  rest: { method: 'POST', path: '/v1/manage/create-campaign' },
  section: 'Primary platform',
  summary: 'Create a campaign.',
  description:
    'Paused unless status says otherwise. With a budget the campaign holds it for all its ad sets; without one each ' +
    'ad set needs its own. campaignBidAmount is kept and used for the ad sets that are created here afterwards.',
  scope: 'manage',
  effect: ({ dryRun, status }) => (dryRun ? 'reads' : status === 'ACTIVE' ? 'spends' : 'changes'),
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  takesLeftovers: true,
  input: z.object({
    ...accountField,
    name: Name.meta({ description: 'Its name.' }),
    objective: z.enum(objectives).meta({ id: 'Objective' }).meta({ description: 'What it is for.' }),
    ...firstStatusField,
    buyingType: z.enum(['AUCTION', 'RESERVED']).optional().meta({ description: 'AUCTION unless given.' }),
    specialAdCategories: z
      .array(Word)
      .max(10)
      .optional()
      .meta({
        description:
          'HOUSING, EMPLOYMENT or FINANCIAL_PRODUCTS_SERVICES (CREDIT is its older name), for example. Where it holds is told ' +
          'in the answer as specialAdCategoryCountry.',
      }),
    specialAdCategoryCountry: z.array(Word).max(300).optional().meta({
      description:
        "Codes of the countries where the special category applies, such as US. The account's country and US unless given.",
    }),
    dailyBudget: money('What may be spent in a day.'),
    lifetimeBudget: money('What may be spent in all.'),
    bidStrategy: Word.optional().meta({
      description: "LOWEST_COST_WITHOUT_CAP or COST_CAP, for example: the platform's own word.",
    }),
    campaignBidAmount: money('What a result may cost, with a bidStrategy that has a cap.'),
    campaignSpendCap: money('What the campaign may spend in all, whatever its budgets say.'),
    campaignBudgetOptimization: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the campaign holds the budget for all its ad sets. Follows from the budget.' }),
    campaignBudgetType: z
      .preprocess(lowerCase, z.enum(['daily', 'lifetime']))
      .optional()
      .meta({ description: 'Which of the two budgets it is. Follows from the budget.' }),
    isAutomatedCampaign: z
      .boolean()
      .optional()
      .meta({ description: 'Audience and placements are left to the platform. Needs a budget.' }),
    isAppNetworkAttribution: z
      .boolean()
      .optional()
      .meta({ description: 'Installs are attributed by the network of the app store. For OUTCOME_APP_PROMOTION.' }),
    promotedObject: SpecObject.optional().meta({
      description:
        "What is promoted, in the platform's own words: pixel_id and custom_event_type for sales, application_id and " +
        'object_store_url for an app, product_catalog_id for a catalog.',
    }),
    ...dryRunField,
  }),
  example: {
    accountId: demo.account,
    name: 'Spring sale',
    objective: 'OUTCOME_SALES',
    status: 'PAUSED',
    dailyBudget: 50,
  },
  reply: z.object({
    campaignId: z.string().nullable().meta({ description: 'Id of the campaign; null: it was a rehearsal.' }),
    campaign: CampaignSummary.nullable().meta({ description: 'What the platform made; null: it was a rehearsal.' }),
    specialAdCategoryCountry: z.array(z.string()).optional().meta({
      description: 'Where its special category holds: as asked for, or the country of the account and US.',
    }),
    ...rehearsalReply,
  }),
  handle: (deps, call, { accountId, workspaceId: _workspace, dryRun, ...request }) =>
    create(deps, call, { accountId, request, dryRun }),
})
