/** The fields that are asked for, by what they are about. */
const of = (resource: string, ...names: string[]) => names.map((name) => `${resource}.${name}`)

export const placeFields = of('campaign', 'id', 'name')
export const groupFields = [...of('ad_group', 'id', 'name'), ...placeFields]

const budgetFields = of(
  'campaign_budget',
  ...['id', 'name', 'amount_micros', 'total_amount_micros', 'period', 'explicitly_shared', 'reference_count'],
)

export const campaignFields = [
  ...of(
    'campaign',
    ...['id', 'name', 'status', 'primary_status', 'advertising_channel_type', 'advertising_channel_sub_type'],
    ...['bidding_strategy_type', 'start_date_time', 'end_date_time'],
  ),
  ...budgetFields,
]

export const adGroupFields = [
  ...of('ad_group', 'id', 'name', 'status', 'primary_status', 'type', 'cpc_bid_micros'),
  ...placeFields,
]

export const adFields = [
  ...of('ad_group_ad', 'status', 'primary_status', 'ad_strength', 'policy_summary.approval_status'),
  ...of('ad_group_ad.ad', 'id', 'name', 'type', 'final_urls'),
  ...of('ad_group_ad.ad.responsive_search_ad', 'headlines', 'descriptions'),
  ...groupFields,
]

export const keywordFields = [
  ...of('ad_group_criterion', 'criterion_id', 'status', 'primary_status', 'keyword.text', 'keyword.match_type'),
  ...of('ad_group_criterion', 'cpc_bid_micros', 'effective_cpc_bid_micros', 'quality_info.quality_score'),
  'ad_group_criterion.position_estimates.first_page_cpc_micros',
  ...groupFields,
]

export const metricFields = of(
  'metrics',
  ...['impressions', 'clicks', 'cost_micros', 'conversions', 'conversions_value'],
)
