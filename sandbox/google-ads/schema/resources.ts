import { fieldsOf } from './fields.ts'
import type { Field } from './fields.ts'

export interface Resource {
  /** As in FROM. */
  name: string
  fields: Field[]
  /** Resources whose fields come along. */
  related: string[]
  /** Resources that split the rows when one of their fields is selected, and can be looked at only then. */
  splitting: string[]
  segments: 'none' | 'usual' | 'search-terms'
  hasMetrics: boolean
  /** Conditions on related resources need their field to be selected: so it is for links between two resources. */
  isLink: boolean
}

const tables: Record<string, string> = {
  customer: `resource_name:name id:int64 descriptive_name:string currency_code:string time_zone:string manager:boolean
    test_account:boolean auto_tagging_enabled:boolean status:CustomerStatus tracking_url_template:string`,
  customer_client: `resource_name:name client_customer:name hidden:boolean level:int64 time_zone:string
    test_account:boolean manager:boolean descriptive_name:string currency_code:string id:int64 status:CustomerStatus`,
  campaign: `resource_name*:name id:int64 name+:string status+:CampaignStatus primary_status:CampaignPrimaryStatus
    serving_status:CampaignServingStatus advertising_channel_type*:AdvertisingChannelType
    advertising_channel_sub_type*:AdvertisingChannelSubType campaign_budget+:name
    bidding_strategy_type:BiddingStrategyType start_date_time+:datetime end_date_time+:datetime
    contains_eu_political_advertising+:EuPoliticalAdvertisingStatus tracking_url_template+:string
    final_url_suffix+:string labels:name[] optimization_score:double
    network_settings.target_google_search+:boolean network_settings.target_search_network+:boolean
    network_settings.target_content_network+:boolean network_settings.target_partner_search_network+:boolean
    geo_target_type_setting.positive_geo_target_type+:PositiveGeoTargetType
    geo_target_type_setting.negative_geo_target_type+:NegativeGeoTargetType
    manual_cpc.enhanced_cpc_enabled+:boolean maximize_conversions.target_cpa_micros+:int64
    maximize_conversion_value.target_roas+:double target_spend.cpc_bid_ceiling_micros+:int64
    target_cpa.target_cpa_micros+:int64 target_roas.target_roas+:double`,
  campaign_budget: `resource_name*:name id:int64 name+:string amount_micros+:int64 total_amount_micros+:int64
    status:BudgetStatus delivery_method+:BudgetDeliveryMethod explicitly_shared+:boolean reference_count:int64
    has_recommended_budget:boolean period*:BudgetPeriod type*:BudgetType`,
  ad_group: `resource_name*:name id:int64 name+:string status+:AdGroupStatus primary_status:AdGroupPrimaryStatus
    type*:AdGroupType campaign*:name cpc_bid_micros+:int64 effective_cpc_bid_micros:int64 target_cpa_micros+:int64
    target_roas+:double tracking_url_template+:string final_url_suffix+:string labels:name[]`,
  ad_group_ad: `resource_name*:name status+:AdGroupAdStatus primary_status:AdGroupAdPrimaryStatus ad_group*:name
    ad_strength:AdStrength labels:name[] policy_summary.approval_status:PolicyApprovalStatus
    policy_summary.review_status:PolicyReviewStatus ad.resource_name:name ad.id:int64 ad.type:AdType ad.name*:string
    ad.final_urls*:string[] ad.display_url:string ad.tracking_url_template*:string ad.final_url_suffix*:string
    ad.responsive_search_ad.headlines*:message[] ad.responsive_search_ad.descriptions*:message[]
    ad.responsive_search_ad.path1*:string ad.responsive_search_ad.path2*:string`,
  ad_group_criterion: `resource_name*:name criterion_id:int64 display_name:string status+:AdGroupCriterionStatus
    primary_status:AdGroupCriterionPrimaryStatus type:CriterionType negative*:boolean ad_group*:name
    keyword.text*:string keyword.match_type*:KeywordMatchType cpc_bid_micros+:int64 effective_cpc_bid_micros:int64
    effective_cpc_bid_source:BiddingSource final_urls+:string[] approval_status:AdGroupCriterionApprovalStatus
    labels:name[] quality_info.quality_score:int32 quality_info.creative_quality_score:QualityScoreBucket
    quality_info.post_click_quality_score:QualityScoreBucket quality_info.search_predicted_ctr:QualityScoreBucket
    position_estimates.first_page_cpc_micros:int64 position_estimates.top_of_page_cpc_micros:int64`,
  campaign_criterion: `resource_name*:name criterion_id:int64 display_name:string campaign*:name negative*:boolean
    type:CriterionType status+:CampaignCriterionStatus keyword.text*:string keyword.match_type*:KeywordMatchType
    location.geo_target_constant*:name bid_modifier+:double`,
  shared_set: `resource_name*:name id:int64 type*:SharedSetType name+:string status:SharedSetStatus member_count:int64
    reference_count:int64`,
  shared_criterion: `resource_name*:name shared_set*:name criterion_id:int64 type:CriterionType keyword.text*:string
    keyword.match_type*:KeywordMatchType`,
  campaign_shared_set: `resource_name*:name campaign*:name shared_set*:name status:CampaignSharedSetStatus`,
  search_term_view: `resource_name:name search_term:string ad_group:name status:SearchTermTargetingStatus`,
  keyword_view: `resource_name:name`,
  geographic_view: `resource_name:name location_type:GeoTargetingType country_criterion_id:int64`,
  user_location_view: `resource_name:name country_criterion_id:int64 targeting_location:boolean`,
  geo_target_constant: `resource_name:name id:int64 name:string country_code:string target_type:string
    status:GeoTargetConstantStatus canonical_name:string parent_geo_target:name`,
  change_event: `resource_name:name change_date_time:datetime change_resource_type:ChangeEventResourceType
    change_resource_name:name client_type:ChangeClientType user_email:string old_resource:message new_resource:message
    resource_change_operation:ResourceChangeOperation changed_fields:message campaign:name ad_group:name`,
  change_status: `resource_name:name last_change_date_time:datetime resource_type:ChangeStatusResourceType
    resource_status:ChangeStatusOperation campaign:name ad_group:name ad_group_ad:name ad_group_criterion:name
    campaign_criterion:name campaign_budget:name shared_set:name campaign_shared_set:name asset_group:name`,
  asset_group: `resource_name:name id:int64 campaign:name name+:string status+:AssetGroupStatus
    primary_status:AssetGroupPrimaryStatus ad_strength:AdStrength final_urls+:string[] path1+:string path2+:string`,
  conversion_action: `resource_name*:name id:int64 name+:string status+:ConversionActionStatus
    type*:ConversionActionType origin:ConversionOrigin primary_for_goal+:boolean category+:ConversionActionCategory
    click_through_lookback_window_days+:int64 view_through_lookback_window_days+:int64
    counting_type+:ConversionActionCountingType value_settings.default_value+:double
    value_settings.default_currency_code+:string value_settings.always_use_default_value+:boolean`,
  user_list: `resource_name*:name id:int64 read_only:boolean name+:string description+:string type:UserListType
    membership_status+:UserListMembershipStatus membership_life_span+:int64 size_for_display:int64 size_for_search:int64
    eligible_for_search+:boolean eligible_for_display:boolean basic_user_list.actions*:message[]
    crm_based_user_list.upload_key_type*:CustomerMatchUploadKeyType crm_based_user_list.app_id*:string`,
  asset: `resource_name*:name id:int64 name*:string type:AssetType source:AssetSource final_urls*:string[]
    lead_form_asset.business_name*:string lead_form_asset.headline*:string lead_form_asset.description*:string
    lead_form_asset.privacy_policy_url*:string lead_form_asset.call_to_action_type*:LeadFormCallToActionType
    lead_form_asset.call_to_action_description*:string lead_form_asset.fields*:message[]`,
  recommendation: `resource_name:name type:RecommendationType dismissed:boolean campaign:name campaign_budget:name
    campaign_budget_recommendation.current_budget_amount_micros:int64
    campaign_budget_recommendation.recommended_budget_amount_micros:int64`,
}

const above = ['ad_group', 'campaign', 'customer']
const reporting = { segments: 'usual', hasMetrics: true } as const
const plans: Record<string, Partial<Resource>> = {
  customer: reporting,
  customer_client: { related: ['customer'] },
  campaign: { related: ['campaign_budget', 'customer'], ...reporting },
  campaign_budget: { related: ['customer'] },
  ad_group: { related: ['campaign', 'customer'], ...reporting },
  ad_group_ad: { related: above, ...reporting },
  ad_group_criterion: { related: above },
  campaign_criterion: { related: ['campaign', 'customer'] },
  shared_set: { related: ['customer'] },
  shared_criterion: { related: ['customer', 'shared_set'], isLink: true },
  campaign_shared_set: { related: ['campaign', 'customer', 'shared_set'], isLink: true },
  search_term_view: { related: above, segments: 'search-terms', hasMetrics: true },
  keyword_view: { related: ['ad_group_criterion', ...above], ...reporting },
  geographic_view: { related: ['customer'], splitting: ['campaign', 'ad_group'], ...reporting },
  user_location_view: { related: ['customer'], splitting: ['campaign', 'ad_group'], ...reporting },
  geo_target_constant: {},
  change_event: { related: above },
  change_status: { related: ['ad_group_ad', 'ad_group_criterion', 'campaign_criterion', ...above] },
  asset_group: { related: ['campaign', 'customer'], ...reporting },
  conversion_action: { related: ['customer'] },
  user_list: { related: ['customer'] },
  asset: { related: ['customer'] },
  recommendation: { related: ['campaign', 'customer'] },
}

/** Every resource that can stand in FROM. */
export const resources = new Map<string, Resource>(
  Object.entries(tables).map(([name, table]) => [
    name,
    {
      name,
      fields: fieldsOf(name, table),
      related: [],
      splitting: [],
      segments: 'none',
      hasMetrics: false,
      isLink: false,
      ...plans[name],
    },
  ]),
)

/** Days and what they belong to: to ask for one of them needs a range, and a range needs none of them to be selected. */
export const coreDates = ['date', 'week', 'month', 'quarter', 'year'].map((name) => `segments.${name}`)

const usualSegments = fieldsOf(
  'segments',
  'date:date week:date month:date quarter:date year:int32 day_of_week:DayOfWeek device:Device ad_network_type:AdNetworkType',
)
const termSegments = fieldsOf(
  'segments',
  `keyword.ad_group_criterion:name keyword.info.text:string keyword.info.match_type:KeywordMatchType
   search_term_match_type:SearchTermMatchType`,
)

export function segmentsOf({ segments }: Resource): Field[] {
  if (segments === 'none') return []
  return segments === 'usual' ? usualSegments : [...usualSegments, ...termSegments]
}

export const metrics = fieldsOf(
  'metrics',
  `impressions:int64 clicks:int64 cost_micros:int64 conversions:double conversions_value:double all_conversions:double
   all_conversions_value:double interactions:int64 ctr:double interaction_rate:double average_cpc:double
   average_cost:double average_cpm:double cost_per_conversion:double value_per_conversion:double
   conversions_from_interactions_rate:double view_through_conversions:int64`,
)

/** By its path. */
export const everyField = new Map(
  [...resources.values()]
    .flatMap(({ fields }) => fields)
    .concat(usualSegments, termSegments, metrics)
    .map((field) => [field.path, field]),
)

export function findField(path: string): Field | undefined {
  return everyField.get(path)
}

/** Whether the name is that of a message whose members have to be named one by one. */
export function isOuterName(path: string): boolean {
  return resources.has(path) || [...everyField.keys()].some((known) => known.startsWith(`${path}.`))
}
