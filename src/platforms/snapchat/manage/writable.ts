import type { EntityType } from '../../contract/manage.ts'
import type { Fields } from '../client.ts'

/**
 * What the platform takes of an entity that is written as a whole. Whatever else it tells (who made it, how it is
 * delivered, whom it reaches) is its own to say, and is refused when it is sent back.
 */
const writable: Record<EntityType, ReadonlySet<string>> = {
  campaign: words(`
    id name ad_account_id status start_time end_time daily_budget_micro lifetime_spend_cap_micro objective
    objective_v2_properties buy_model reserved_type measurement_spec regulations campaign_budget_optimization_properties
  `),
  adset: words(`
    id name campaign_id type status targeting placement_v2 billing_event optimization_goal bid_strategy bid_micro auto_bid
    target_bid roas_value_micro daily_budget_micro lifetime_budget_micro delivery_constraint start_time end_time pixel_id
    conversion_window pacing_type child_ad_type story_ad_creative_type forced_view_setting cap_and_exclusion_config
    ad_scheduling_config brand_safety_config measurement_provider_names event_sources skadnetwork_properties
    product_properties reach_goal impression_goal reach_and_frequency_status included_content_types
    excluded_content_types
  `),
  ad: words(`
    id name ad_squad_id creative_id type status paying_advertiser_name third_party_paid_impression_tracking_urls
    third_party_on_swipe_tracking_urls
  `),
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

export function writableFields(type: EntityType, entity: Fields): Fields {
  const kept = Object.entries(entity).filter(
    ([name, value]) => writable[type].has(name) && value !== undefined && value !== null,
  )
  return Object.fromEntries(kept)
}
