import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { createAdSet as create } from '../../../../core/manage/create.ts'
import {
  accountField,
  dryRunField,
  Location,
  Money,
  Name,
  rehearsalReply,
  SpecObject,
  Time,
  Word,
} from '../../../../core/manage/request.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'

const snakeCased = (value: unknown) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
    key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    inner,
  ])
  return Object.fromEntries(entries)
}

const Attribution = z.preprocess(snakeCased, z.object({ event_type: Word, window_days: z.coerce.number().int() }))

const Schedule = z.object({
  timeStart: Time,
  timeEnd: Time,
  budgetValue: Money,
  budgetValueType: Word.default('ABSOLUTE').meta({
    description: 'ABSOLUTE (main units) or MULTIPLIER (a whole number).',
  }),
  recurrenceType: Word.optional().meta({ description: 'ONE_TIME, the only one there is.' }),
})

const ScheduleOutcome = z.object({
  index: z.number().int(),
  success: z.boolean(),
  id: z.string().optional(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
})

export const createAdSet = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/create-adset',
  section: 'Primary platform',
  summary: 'Create an ad set in a campaign.',
  description:
    'Paused unless status says otherwise. A lifetime budget needs endTime. Without optimizationGoal one is chosen that ' +
    "goes with the campaign's objective. location wins over targeting.geo_locations; with neither the ads are shown in " +
    'the United States. When the platform insists on a word about its automated audience, the ad set is sent again ' +
    'with it, and fallbackApplied says so. Budget schedules (at most 50 periods of 3 hours or more that do not overlap, ' +
    'up to 8 times the daily budget) are applied afterwards: when one fails the ad set stays.',
  scope: 'manage',
  tool: 'create_ad_set',
  body: z.object({
    ...accountField,
    campaignId: PlatformId,
    name: Name,
    status: Word.optional().meta({ description: 'ACTIVE or PAUSED (default).' }),
    dailyBudget: Money.optional(),
    lifetimeBudget: Money.optional(),
    billingEvent: Word.optional().meta({ description: 'IMPRESSIONS unless given.' }),
    optimizationGoal: Word.optional().meta({
      description: 'LANDING_PAGE_VIEWS, OFFSITE_CONVERSIONS or VALUE, for example.',
    }),
    bidStrategy: Word.optional(),
    bidAmount: Money.optional(),
    destinationType: Word.optional().meta({
      description:
        'WEBSITE, WEBSITE_AND_PHONE_CALL, PHONE_CALL, MESSAGING_SECONDARY_DIRECT_MESSENGER or ' +
        'MESSAGING_SECONDARY_DIRECT_MESSENGER_CHAT_APP. The platform has no word for website and phone together: ' +
        'WEBSITE_AND_PHONE_CALL is sent as WEBSITE, and the phone number belongs in the button of the ads.',
    }),
    promotedObject: SpecObject.optional(),
    attributionSpec: z.array(Attribution).max(10).optional(),
    startTime: Time.optional(),
    endTime: Time.optional(),
    pacingType: z.union([z.array(Word), Word.transform((word) => [word])]).optional(),
    existingCustomerBudgetPercentage: z.number().optional(),
    placementSoftOptOut: z.unknown().optional(),
    targeting: SpecObject.optional(),
    location: Location.optional(),
    dsaBeneficiary: z.string().optional(),
    dsaPayor: z.string().optional(),
    regionalRegulatedCategories: z.array(Word).max(20).optional().meta({
      description: "Laws of single countries that apply, in the platform's words: SINGAPORE_UNIVERSAL, for example.",
    }),
    regionalRegulationIdentities: SpecObject.optional().meta({
      description:
        'The verified identities that such a law asks for, by name: ' +
        '{ "singapore_universal_beneficiary": "...", "singapore_universal_payer": "..." }, for example.',
    }),
    valueRuleSetId: PlatformId.optional(),
    valueRulesApplied: z.boolean().optional(),
    dailyMinSpendTarget: Money.optional(),
    dailySpendCap: Money.optional(),
    lifetimeMinSpendTarget: Money.optional(),
    lifetimeSpendCap: Money.optional(),
    budgetSchedules: z.array(Schedule).optional(),
    ...dryRunField,
  }),
  example: {
    accountId: 'act_...',
    campaignId: '...',
    name: 'United States, broad',
    dailyBudget: 20,
    location: { countries: ['US'] },
  },
  reply: z.object({
    adSetId: z.string().nullable(),
    adSet: z
      .object({
        id: z.string(),
        name: z.string(),
        campaign_id: z.string(),
        status: z.string(),
        optimization_goal: z.string(),
      })
      .nullable(),
    fallbackApplied: z.enum(['automated_audience_on', 'automated_audience_off']).optional(),
    budgetSchedules: z.array(ScheduleOutcome).optional(),
    ...rehearsalReply,
  }),
  handle(call) {
    const { accountId, campaignId, workspaceId: _workspace, dryRun = false, ...request } = call.body
    return create(call, accountId, campaignId, request, dryRun)
  },
})
