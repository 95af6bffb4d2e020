import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { accountField, dryRunField, Location, Money, money, Name, SpecObject, Time, timeNote, Word } from '../fields.ts'
import { firstStatusField } from './first-status.ts'

/** How many budget schedules the platform takes. */
export const maxSchedules = 50
const maxPayorLength = 512
const maxPacingWords = 10

const Attribution = z
  .object({
    event_type: Word.meta({
      description: "CLICK_THROUGH, VIEW_THROUGH or ENGAGED_VIDEO_VIEW: the platform's own word.",
    }),
    window_days: z.coerce.number().int().meta({ description: 'How many days later it still counts.' }),
  })
  .meta({ id: 'AttributionWindow' })

const BudgetSchedule = z
  .object({
    timeStart: Time.meta({ description: `When it begins. ${timeNote}` }),
    timeEnd: Time.meta({ description: `When it ends. ${timeNote}` }),
    budgetValue: Money.meta({ description: 'How much more: an amount, or a multiple of the daily budget.' }),
    budgetValueType: Word.default('ABSOLUTE').meta({
      description: 'ABSOLUTE (main units) or MULTIPLIER (a whole number).',
    }),
    recurrenceType: Word.optional().meta({ description: 'ONE_TIME, the only one there is.' }),
  })
  .meta({ id: 'BudgetSchedule' })

const whoPays = z.string().max(maxPayorLength).optional()

const moneyFields = {
  dailyBudget: money('What may be spent in a day; under a campaign with a daily budget its spend cap.'),
  lifetimeBudget: money('What may be spent in all; needs endTime. Under a campaign with one its spend cap.'),
  bidAmount: money('What a result may cost, with a bidStrategy that has a cap.'),
  dailyMinSpendTarget: money('What should be spent in a day at least.'),
  dailySpendCap: money('What may be spent in a day at most.'),
  lifetimeMinSpendTarget: money('What should be spent in all at least.'),
  lifetimeSpendCap: money('What may be spent in all at most.'),
}

const goalFields = {
  billingEvent: Word.optional().meta({ description: "IMPRESSIONS unless given: the platform's own word." }),
  optimizationGoal: Word.optional().meta({
    description: "LANDING_PAGE_VIEWS, OFFSITE_CONVERSIONS or VALUE, for example: the platform's own word.",
  }),
  bidStrategy: Word.optional().meta({
    description: "LOWEST_COST_WITHOUT_CAP or COST_CAP, for example: the platform's own word.",
  }),
  destinationType: Word.optional().meta({
    description:
      'WEBSITE, WEBSITE_AND_PHONE_CALL, PHONE_CALL, MESSAGING_SECONDARY_DIRECT_MESSENGER or ' +
      'MESSAGING_SECONDARY_DIRECT_MESSENGER_CHAT_APP. The platform has no word for website and phone together: ' +
      'WEBSITE_AND_PHONE_CALL is sent as WEBSITE, and the phone number belongs in the button of the ads. For PHONE_CALL ' +
      'nothing is sent unless CALL_DESTINATION_TYPE says so: the goal QUALITY_CALL tells what the ad set is for.',
  }),
  promotedObject: SpecObject.optional().meta({
    description:
      "What is promoted, in the platform's own words: pixel_id and custom_event_type for sales, page_id for messages, " +
      'application_id and object_store_url for an app.',
  }),
  attributionSpec: z.array(Attribution).max(10).optional().meta({ description: 'Which results count as its own.' }),
}

/** Whose ads they are, as the EU asks. */
export const dsaFields = {
  dsaBeneficiary: whoPays.meta({ description: `Who the ads are for, as the EU asks: ${maxPayorLength} characters.` }),
  dsaPayor: whoPays.meta({ description: `Who pays for them, as the EU asks: ${maxPayorLength} characters.` }),
}

const lawFields = {
  ...dsaFields,
  regionalRegulatedCategories: z.array(Word).max(20).optional().meta({
    description: "Laws of single countries that apply, in the platform's words: SINGAPORE_UNIVERSAL, for example.",
  }),
  regionalRegulationIdentities: SpecObject.optional().meta({
    description:
      'The verified identities that such a law asks for, by name: ' +
      '{ "singapore_universal_beneficiary": "...", "singapore_universal_payer": "..." }, for example.',
  }),
}

/** Everything an ad set can be made of. */
export const adSetFields = {
  ...accountField,
  campaignId: PlatformId.meta({ description: 'The campaign to make it in.' }),
  name: Name.meta({ description: 'Its name.' }),
  ...firstStatusField,
  ...moneyFields,
  ...goalFields,
  startTime: Time.optional().meta({ description: `When it begins; at once unless given. ${timeNote}` }),
  endTime: Time.optional().meta({ description: `When it ends; never unless given. ${timeNote}` }),
  pacingType: z
    .union([z.array(Word).max(maxPacingWords), Word.transform((word) => [word])])
    .optional()
    .meta({ description: "How the budget is spread, in the platform's own words: standard, for example." }),
  existingCustomerBudgetPercentage: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .meta({ description: 'How much of the budget may go to existing customers: 0 to 100.' }),
  placementSoftOptOut: z
    .unknown()
    .optional()
    .meta({ description: 'Placements that may get a small share although they are left out: passed on as it is.' }),
  targeting: SpecObject.optional().meta({ description: "Whom to show ads to, in the platform's own words." }),
  location: Location.optional().meta({
    description:
      'Where to show ads: at least one country, region, city or postal code. Wins over targeting.geo_locations.',
  }),
  ...lawFields,
  valueRuleSetId: PlatformId.optional().meta({ description: "Id of the platform's set of value rules." }),
  valueRulesApplied: z.boolean().optional().meta({ description: 'Whether that set is applied.' }),
  budgetSchedules: z
    .array(BudgetSchedule)
    .max(maxSchedules)
    .optional()
    .meta({ description: `Periods with a larger budget, at most ${maxSchedules}.` }),
  ...dryRunField,
}
