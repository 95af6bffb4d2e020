import { z } from 'zod'
import { invalid } from '../errors.ts'
import { required } from '../../core/required.ts'

const Decimal = z.string().regex(/^\d+(\.\d+)?$/, 'must be a decimal number as text')
const Country = z.string().regex(/^[A-Z]{2}$/)
/** UTC, with or without saying so. */
const Time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?$/, 'must be a time like 2026-05-05T00:00:00')

const Budget = z.strictObject({
  daily_budget_for_all_countries: Decimal.optional(),
  country_code_to_daily_budget: z.record(Country, Decimal).optional(),
})

const Goal = z.strictObject({
  goal_type: z.enum(['CPI', 'CPE', 'CPP', 'AD_ROAS', 'CHK_ROAS', 'BLD_ROAS']),
  goal_value_for_all_countries: Decimal.optional(),
  country_code_to_goal_value: z.record(Country, Decimal).optional(),
  roas_day_target: z.enum(['DAY0', 'DAY7', 'DAY28']).optional(),
  event_target: z.string().optional(),
})

const Place = z.strictObject({
  country_code: Country,
  region_codes: z.array(z.string()).optional(),
  metro_names: z.array(z.string()).optional(),
})

const Tracking = z.strictObject({
  tracking_method: z.enum(['ADJUST', 'APPSFLYER', 'BRANCH', 'KOCHAVA', 'SINGULAR', 'TENJIN']),
  impression_url: z.string().optional(),
  click_url: z.string().optional(),
})

/** What can be said of a campaign by its maker. */
export const CampaignFields = z.strictObject({
  type: z.enum(['APP', 'WEB']),
  name: z.string().trim().min(1).max(255),
  status: z.enum(['LIVE', 'PAUSED']),
  platform: z.enum(['IOS', 'ANDROID']),
  package_name: z.string().min(1),
  itunes_id: z.string().regex(/^\d+$/),
  website_url: z.url(),
  start_date: Time,
  end_date: Time,
  is_continuous_delivery: z.boolean(),
  bidding_strategy: z.enum(['TARGET_GOAL_WITH_CPI_BILLING', 'AUTO_BIDDING_WITH_CPM_BILLING']),
  is_composite_banner_enabled: z.boolean(),
  budget: Budget,
  goal: Goal,
  targeting: z.array(Place).min(1),
  tracking: Tracking,
  audience_strategy: z.enum(['UNIVERSAL', 'PROSPECTING', 'DISCOVERY']),
  is_dynamic_ads_enabled: z.boolean(),
  catalog_type: z.enum(['DPA', 'DOA']),
  catalog_id: z.string(),
  variant_set_id: z.string(),
})

export type CampaignInput = Partial<z.output<typeof CampaignFields>>

/** Never changed once the campaign exists. */
export const fixedFields = ['platform', 'start_date', 'bidding_strategy'] as const

const needed = {
  APP: ['platform', 'package_name', 'tracking'],
  WEB: ['website_url'],
} as const
const webOnly = ['audience_strategy', 'is_dynamic_ads_enabled', 'catalog_type', 'catalog_id', 'variant_set_id'] as const
const always = ['name', 'start_date', 'bidding_strategy', 'budget', 'goal', 'targeting'] as const

/** Whether the whole of it can be a campaign. */
export function checkCampaign(campaign: CampaignInput): void {
  const type = campaign.type ?? 'APP'
  for (const name of [...always, ...needed[type]])
    if (campaign[name] === undefined) throw invalid(`${name} is required`)
  if (type === 'APP') for (const name of webOnly) if (campaign[name] !== undefined) throw invalid(`${name} is for WEB`)
  if (type === 'WEB' && campaign.tracking) throw invalid('tracking is for APP')
  if (campaign.platform === 'IOS' && !campaign.itunes_id) throw invalid('itunes_id is required for IOS')
  if ((campaign.end_date === undefined) === (campaign.is_continuous_delivery !== true))
    throw invalid('give either end_date or is_continuous_delivery')
  if (campaign.end_date && timeOf(campaign.end_date) <= timeOf(required(campaign.start_date, 'start')))
    throw invalid('end_date must be after start_date')
  if (type === 'WEB' && campaign.bidding_strategy !== 'AUTO_BIDDING_WITH_CPM_BILLING')
    throw invalid('bidding_strategy: WEB goes with AUTO_BIDDING_WITH_CPM_BILLING')
  checkBudget(required(campaign.budget, 'budget'))
  checkGoal(required(campaign.goal, 'goal'), campaign)
  checkPlaces(required(campaign.targeting, 'targeting'))
}

export function timeOf(text: string): number {
  return Date.parse(text.endsWith('Z') ? text : `${text}Z`)
}

function checkBudget(budget: z.output<typeof Budget>): void {
  const amounts = valuesOf('budget', budget.daily_budget_for_all_countries, budget.country_code_to_daily_budget)
  for (const amount of amounts) if (!(amount > 0)) throw invalid('budget must be more than 0')
}

/** One value for all countries, or one for each; an empty list by country counts as none. */
function valuesOf(field: string, forAll: string | undefined, byCountry: Record<string, string> | undefined): number[] {
  const each = Object.values(byCountry ?? {})
  if ((forAll === undefined) === (each.length === 0))
    throw invalid(`${field}: give one value for all countries or one by country`)
  return forAll === undefined ? each.map(Number) : [Number(forAll)]
}

const bounds = {
  CPI: { over: 0, below: 200 },
  CPE: { over: 0, below: 500 },
  CPP: { over: 0, below: 500 },
  AD_ROAS: { over: 0.1, below: 100 },
  BLD_ROAS: { over: 0.05, below: 100 },
  CHK_ROAS: { over: 0.01, below: 100 },
} as const

function checkGoal(goal: z.output<typeof Goal>, { type, bidding_strategy: bidding }: CampaignInput): void {
  const { goal_type: kind } = goal
  const { over, below } = bounds[kind]
  const values = valuesOf('goal', goal.goal_value_for_all_countries, goal.country_code_to_goal_value)
  for (const value of values)
    if (!(value > over && value < below)) throw invalid(`goal: ${kind} must be more than ${over} and below ${below}`)
  const isRoas = kind.endsWith('_ROAS')
  if (isRoas !== (goal.roas_day_target !== undefined)) throw invalid('roas_day_target goes with ROAS goals')
  if (isRoas && (type === 'WEB') !== (goal.roas_day_target === 'DAY0'))
    throw invalid('roas_day_target: DAY0 is for WEB, DAY7 and DAY28 are for APP')
  if (kind === 'CPE' && !goal.event_target) throw invalid('event_target is required for CPE')
  if (kind === 'CPE' && bidding === 'TARGET_GOAL_WITH_CPI_BILLING')
    throw invalid('goal: CPE does not go with TARGET_GOAL_WITH_CPI_BILLING')
}

function checkPlaces(places: z.output<typeof Place>[]): void {
  for (const { country_code: country, region_codes: regions, metro_names: metros } of places) {
    if (regions?.length && metros?.length) throw invalid('targeting: give region_codes or metro_names, not both')
    if (metros?.length && country !== 'US') throw invalid('targeting: metro_names are for US')
  }
}
