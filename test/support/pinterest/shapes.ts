import { z } from 'zod'

/**
 * What the platform's published description of its interface (5.23.0) says about the objects that we exchange with it:
 * names, types, words and what is required. A field that is not in it is a mistake of ours, so nothing else passes.
 * What we never look into is left open.
 */
const digits = z.string().regex(/^\d+$/)
const text = z.string()
const whole = z.int()
const open = z.looseObject({})
const orNull = <T extends z.ZodType>(type: T) => type.nullable().optional()
const listOf = <T extends z.ZodType>(type: T) => z.array(type).optional()
const words = (list: string) => z.enum(list.trim().split(/\s+/))

export const entityStatus = words('ACTIVE PAUSED ARCHIVED DRAFT DELETED_DRAFT')
export const granularity = words('TOTAL DAY HOUR WEEK MONTH')
export const day = z.iso.date()
export const id = digits

const objective = words('AWARENESS CONSIDERATION WEB_CONVERSION CATALOG_SALES VIDEO_COMPLETION')
const runState = words('RUNNING PAUSED NOT_STARTED COMPLETED ADVERTISER_DISABLED ARCHIVED DRAFT DELETED_DRAFT')
const creativeType = words(
  `REGULAR VIDEO SHOPPING CAROUSEL MAX_VIDEO SHOP_THE_PIN COLLECTION IDEA SHOWCASE QUIZ COLLAGE
  MAX_WIDTH_REGULAR_COLLECTION MAX_WIDTH_VIDEO_COLLECTION`,
)
const button = words(
  `GET_OFFER LEARN_MORE ORDER_NOW SHOP_NOW SIGN_UP SUBSCRIBE BUY_NOW CONTACT_US GET_QUOTE VISIT_SITE APPLY_NOW
  BOOK_NOW REQUEST_DEMO REGISTER_NOW FIND_A_DEALER ADD_TO_CART WATCH_NOW READ_MORE BUY_TICKETS DONATE_NOW DOWNLOAD
  EXPLORE_MORE FIND_A_LOCATION GET_DEAL GET_RECIPE GET_SHOWTIMES ON_SALE PLAY_GAME TRY_IT`,
)

export const problem = z.strictObject({ code: whole, message: text })
const exception = z.strictObject({ code: whole.optional(), message: text.optional() })

export const account = z.strictObject({
  id: digits.max(18),
  name: text.max(256).optional(),
  currency: text.length(3).optional(),
  country: text.length(2).optional(),
  owner: z.strictObject({ id: text.optional(), username: text.optional() }).optional(),
  permissions: listOf(text),
  created_time: orNull(whole),
  updated_time: orNull(whole),
})

export const user = z.strictObject({
  about: text.optional(),
  account_type: words('PINNER BUSINESS').optional(),
  board_count: orNull(whole),
  business_name: orNull(text),
  follower_count: orNull(whole),
  following_count: orNull(whole),
  id: digits.optional(),
  monthly_views: orNull(whole),
  pin_count: orNull(whole),
  profile_image: text.optional(),
  username: text.optional(),
  website_url: text.optional(),
})

const campaignFields = {
  daily_spend_cap: orNull(whole),
  end_time: orNull(whole),
  is_automated_campaign: orNull(z.boolean()),
  is_campaign_budget_optimization: orNull(z.boolean()),
  is_flexible_daily_budgets: orNull(z.boolean()),
  is_performance_plus: z.boolean().optional(),
  lifetime_spend_cap: orNull(whole),
  order_line_id: orNull(digits),
  start_time: orNull(whole),
  status: entityStatus.optional(),
  tracking_urls: orNull(open),
  bid_options: orNull(open),
}
const forNewGroups = { default_ad_group_budget_in_micro_currency: orNull(whole) }

export const campaign = z.strictObject({
  ...campaignFields,
  ad_account_id: digits.optional(),
  id: digits.optional(),
  name: text.optional(),
  objective_type: objective.optional(),
  summary_status: runState.optional(),
  type: text.optional(),
  created_time: whole.optional(),
  updated_time: whole.optional(),
})
export const newCampaign = z.strictObject({
  ...campaignFields,
  ...forNewGroups,
  ad_account_id: digits,
  name: text,
  objective_type: objective,
})
export const changedCampaign = z.strictObject({
  ...campaignFields,
  ...forNewGroups,
  ad_account_id: digits,
  id: digits,
  name: text.optional(),
  objective_type: orNull(objective),
})
export const campaignResult = z.strictObject({
  data: campaign.extend(forNewGroups).optional(),
  exceptions: listOf(exception),
})

const adGroupFields = {
  auto_targeting_enabled: orNull(z.boolean()),
  bid_in_micro_currency: orNull(whole),
  bid_multiplier: orNull(z.number().min(0).max(10)),
  bid_strategy_type: orNull(words('AUTOMATIC_BID MAX_BID TARGET_AVG')),
  budget_in_micro_currency: orNull(whole),
  budget_type: words('DAILY LIFETIME CBO_ADGROUP').optional(),
  end_time: orNull(whole),
  is_creative_optimization: orNull(z.boolean()),
  lifetime_frequency_cap: whole.optional(),
  optimization_goal_metadata: orNull(open),
  pacing_delivery_type: words('STANDARD ACCELERATED').optional(),
  placement_group: words('ALL SEARCH BROWSE OTHER').optional(),
  promotion_application_level: orNull(words('NONE ITEM AD_GROUP')),
  promotion_id: orNull(digits),
  start_time: orNull(whole),
  status: entityStatus.optional(),
  targeting_spec: open.optional(),
  targeting_template_ids: orNull(z.array(digits)),
  tracking_urls: orNull(open),
}
const billableEvent = words('CLICKTHROUGH IMPRESSION VIDEO_V_50_MRC')
const campaignKey = text.regex(/^C?\d+$/)

export const adGroup = z.strictObject({
  ...adGroupFields,
  ad_account_id: digits.optional(),
  billable_event: billableEvent.optional(),
  campaign_id: campaignKey.optional(),
  conversion_learning_mode_type: orNull(words('NOT_ACTIVE ACTIVE')),
  created_time: whole.optional(),
  dca_assets: z.unknown().optional(),
  feed_profile_id: text.optional(),
  id: digits.optional(),
  name: text.optional(),
  summary_status: runState.optional(),
  type: text.optional(),
  updated_time: whole.optional(),
})
export const newAdGroup = z.strictObject({
  ...adGroupFields,
  billable_event: billableEvent,
  campaign_id: campaignKey,
  name: text,
})
export const changedAdGroup = z.strictObject({
  ...adGroupFields,
  billable_event: billableEvent.optional(),
  campaign_id: campaignKey.optional(),
  id: digits,
  name: text.optional(),
})
export const adGroupResult = z.strictObject({ data: adGroup.optional(), exceptions: listOf(exception) })

const adFields = {
  android_deep_link: orNull(text),
  carousel_android_deep_links: orNull(z.array(text)),
  carousel_destination_urls: orNull(z.array(text)),
  carousel_ios_deep_links: orNull(z.array(text)),
  click_tracking_url: orNull(text),
  customizable_cta_type: orNull(button),
  destination_url: orNull(text),
  disclosure_type: orNull(text),
  disclosure_url: orNull(text),
  grid_click_type: orNull(words('CLOSEUP DIRECT_TO_DESTINATION')),
  ios_deep_link: orNull(text),
  is_pin_deleted: z.boolean().optional(),
  is_removable: z.boolean().optional(),
  lead_form_id: orNull(text),
  name: orNull(text),
  quiz_pin_data: orNull(open),
  status: entityStatus.optional(),
  tracking_urls: orNull(open),
  view_tracking_url: orNull(text),
}
const adGroupKey = text.regex(/^(AG)?\d+$/)

export const ad = z.strictObject({
  ...adFields,
  ad_account_id: digits.optional(),
  ad_group_id: adGroupKey.optional(),
  campaign_id: digits.optional(),
  collection_items_destination_url_template: orNull(text),
  created_time: whole.optional(),
  creative_type: creativeType.optional(),
  id: digits.optional(),
  pin_id: digits.optional(),
  rejected_reasons: listOf(text),
  rejection_labels: listOf(text),
  review_status: words('OTHER PENDING REJECTED APPROVED').optional(),
  summary_status: words('APPROVED PAUSED PENDING REJECTED ADVERTISER_DISABLED ARCHIVED DRAFT DELETED_DRAFT').optional(),
  type: text.optional(),
  updated_time: whole.optional(),
})
export const newAd = z.strictObject({
  ...adFields,
  ad_group_id: adGroupKey,
  creative_type: creativeType,
  pin_id: digits,
})
export const changedAd = z.strictObject({
  ...adFields,
  ad_group_id: adGroupKey.optional(),
  creative_type: creativeType.optional(),
  id: digits,
  pin_id: orNull(digits),
})
/** Alone among the three, an ad's exceptions are described as one object. */
export const adResult = z.strictObject({ data: ad.optional(), exceptions: exception.optional() })
