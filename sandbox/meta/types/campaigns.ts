import { scheduleEdge } from '../campaigns/budget-schedules.ts'
import type { GraphCall } from '../call.ts'
import { graphTime } from '../world.ts'
import { insightsField } from '../report/reports.ts'
import { learningStage } from '../campaigns/learning.ts'
import { labelsOf } from '../graph/labels.ts'
import { defineType } from '../graph/node-types.ts'
import type { Edge, FieldReader } from '../graph/node-types.ts'
import type { Ad, AdSet, Campaign, GraphObject } from '../campaigns/objects.ts'
import { textOf } from '../graph/params.ts'
import { adEffectiveStatus, adSetEffectiveStatus, campaignEffectiveStatus } from '../campaigns/status.ts'
import { newestFirst, related } from '../graph/read/shown-node.ts'
import { activitiesEdge } from './activities.ts'

const labelsField: FieldReader = ({ labels }, { world }) => labelsOf(world, labels as string[])
const configuredStatus: FieldReader = ({ status }) => status

const campaignFields =
  'account_id bid_strategy boosted_object_id brand_lift_studies budget_rebalance_flag buying_type campaign_group_active_time can_create_brand_lift_study can_use_spend_cap created_time daily_budget has_secondary_skadnetwork_reporting is_adset_budget_sharing_enabled is_budget_schedule_enabled is_direct_send_campaign is_message_campaign is_skadnetwork_attribution issues_info last_budget_toggling_time lifetime_budget name objective pacing_type primary_attribution promoted_object recommendations smart_promotion_type source_campaign source_campaign_id source_recommendation_type special_ad_categories special_ad_category special_ad_category_country spend_cap status stop_time topline_id updated_time'

const adSetFields =
  'account_id adset_schedule anchor_event_attribution_window_days asset_feed_id attribution_count_type attribution_spec automatic_manual_state bid_adjustments bid_amount bid_constraints bid_info bid_strategy billing_event brand_safety_config campaign_active_time campaign_attribution campaign_id created_time creative_diversity_label creative_diversity_score creative_sequence creative_sequence_repetition_pattern daily_budget daily_min_spend_target daily_spend_cap destination_type dsa_beneficiary dsa_payor existing_customer_budget_percentage frequency_control_specs full_funnel_exploration_mode instagram_user_id is_ba_skip_delayed_eligible is_budget_schedule_enabled is_dynamic_creative is_incremental_attribution_enabled issues_info learning_stage_info lifetime_budget lifetime_imps lifetime_min_spend_target lifetime_spend_cap low_creative_reach max_budget_spend_percentage min_budget_spend_percentage multi_event_conversion_attribution_window_seconds multi_optimization_goal_weight name optimization_goal optimization_sub_event pacing_type placement_soft_opt_out promoted_object recommendations recurring_budget_semantics regional_regulated_categories regional_regulation_identities review_feedback rf_prediction_id source_adset source_adset_id special_ad_categories status targeting targeting_optimization_types time_based_ad_rotation_id_blocks time_based_ad_rotation_intervals trending_topics_spec updated_time use_new_app_click value_rule_set_id value_rules_applied'

const adFields =
  'account_id ad_active_time adset_id bid_amount bid_info bid_type campaign_id conversion_domain conversion_specs created_time creative_asset_groups_spec demolink_hash display_sequence engagement_audience failed_delivery_checks issues_info last_updated_by_app_id name placement preview_shareable_link priority recommendations source_ad source_ad_id special_ad_categories status targeting tracking_and_conversion_with_defaults tracking_specs updated_time'

export function defineCampaignTypes(): void {
  defineType('Campaign', {
    fields: campaignFields,
    computed: campaignReaders,
    edges: {
      adsets: childEdge('AdSet', (world, id) => world.adsets.lookup('campaign', id)),
      ads: childEdge('Ad', (world, id) => world.ads.lookup('campaign', id)),
      budget_schedules: scheduleEdge,
      copies: childEdge('Campaign', (world, id) => world.campaigns.lookup('source', id)),
    },
  })
  defineType('AdSet', {
    fields: adSetFields,
    computed: adSetReaders,
    edges: {
      ads: childEdge('Ad', (world, id) => world.ads.lookup('adset', id)),
      budget_schedules: scheduleEdge,
      copies: childEdge('AdSet', (world, id) => world.adsets.lookup('source', id)),
      activities: activitiesEdge,
      adcreatives: childEdge('AdCreative', (world, id) => creativesOf(world, world.ads.lookup('adset', id))),
    },
  })
  defineType('Ad', {
    fields: adFields,
    computed: adReaders,
    edges: {
      copies: childEdge('Ad', (world, id) => world.ads.lookup('source', id)),
      adcreatives: { of: 'AdCreative', list: (ad, { world }) => creativesOf(world, [ad as Ad]) },
    },
  })
  const byLabel = (kind: 'campaigns' | 'adsets' | 'ads' | 'creatives', of: string): Edge => ({
    of,
    list: ({ id, account_id }, { world }) => {
      const all: (GraphObject & { labels: string[] })[] = world[kind].lookup('account', String(account_id))
      return newestFirst(all.filter((object) => object.labels.includes(id)))
    },
  })
  defineType('AdLabel', {
    fields: 'name created_time updated_time',
    computed: {
      account: ({ account_id }, call, selection) =>
        related('AdAccount', call.world.accounts.get(`act_${String(account_id)}`), call, selection),
    },
    edges: {
      campaigns: byLabel('campaigns', 'Campaign'),
      adsets: byLabel('adsets', 'AdSet'),
      ads: byLabel('ads', 'Ad'),
      adcreatives: byLabel('creatives', 'AdCreative'),
    },
    defaultFields: 'id,name',
  })
}

function childEdge(of: string, find: (world: GraphCall['world'], id: string) => GraphObject[]): Edge {
  return { of, list: ({ id }, { world }) => newestFirst(find(world, id)) }
}

function creativesOf(world: GraphCall['world'], ads: Ad[]): GraphObject[] {
  const ids = new Set(ads.map((ad) => ad.creative_id))
  return [...ids].map((id) => world.creatives.get(id)).filter((creative) => creative !== undefined)
}

const campaignReaders: Record<string, FieldReader> = {
  insights: insightsField('Campaign'),
  adlabels: labelsField,
  configured_status: configuredStatus,
  effective_status: (campaign) => campaignEffectiveStatus(campaign as Campaign),
  start_time: ({ created }) => graphTime(created),
  budget_remaining: ({ daily_budget, lifetime_budget }) => textOf(daily_budget ?? lifetime_budget ?? 0),
  advantage_state_info: (campaign, { world }) => advantageState(world, campaign as Campaign),
}

const adSetReaders: Record<string, FieldReader> = {
  insights: insightsField('AdSet'),
  adlabels: labelsField,
  configured_status: configuredStatus,
  effective_status: (adset, { world }) => adSetEffectiveStatus(world, adset as AdSet),
  start_time: (adset) => graphTime((adset as AdSet).start),
  end_time: (adset) => timeOrNothing((adset as AdSet).end),
  budget_remaining: ({ daily_budget, lifetime_budget }) => textOf(daily_budget ?? lifetime_budget ?? 0),
  learning_stage_info: (adset, { world }) => learningStage(adset as AdSet, world.now()),
  campaign: ({ campaign_id }, call, selection) =>
    related('Campaign', call.world.campaigns.get(String(campaign_id)), call, selection),
}

const adReaders: Record<string, FieldReader> = {
  insights: insightsField('Ad'),
  adlabels: labelsField,
  configured_status: configuredStatus,
  effective_status: (ad, { world }) => adEffectiveStatus(world, ad as Ad),
  ad_review_feedback: (ad, { world }) =>
    adEffectiveStatus(world, ad as Ad) === 'DISAPPROVED'
      ? { global: { UNACCEPTABLE_BUSINESS_PRACTICES: 'This ad does not follow the advertising standards.' } }
      : undefined,
  ad_schedule_start_time: ({ schedule_start }) => timeOrNothing(schedule_start as number | undefined),
  ad_schedule_end_time: ({ schedule_end }) => timeOrNothing(schedule_end as number | undefined),
  campaign: ({ campaign_id }, call, selection) =>
    related('Campaign', call.world.campaigns.get(String(campaign_id)), call, selection),
  adset: ({ adset_id }, call, selection) => related('AdSet', call.world.adsets.get(String(adset_id)), call, selection),
  creative: ({ creative_id }, call, selection) =>
    related('AdCreative', call.world.creatives.get(String(creative_id)), call, selection),
}

function timeOrNothing(time: number | undefined): string | undefined {
  return time === undefined ? undefined : graphTime(time)
}

/** An automated campaign is one with its own budget whose ad sets leave audience and placements to the platform. */
function advantageState(world: GraphCall['world'], campaign: Campaign): object {
  const adsets = world.adsets.lookup('campaign', campaign.id)
  const hasBudget = campaign.daily_budget !== undefined || campaign.lifetime_budget !== undefined
  const automated = (adset: AdSet) => {
    const automation = adset.targeting['targeting_automation'] as { advantage_audience?: unknown } | undefined
    return Number(automation?.advantage_audience) === 1 && adset.targeting['publisher_platforms'] === undefined
  }
  const name = { OUTCOME_SALES: 'SALES', OUTCOME_APP_PROMOTION: 'APP', OUTCOME_LEADS: 'LEADS' }[campaign.objective]
  const isAdvantage = name !== undefined && hasBudget && adsets.length > 0 && adsets.every(automated)
  const word = (on: boolean) => (on ? 'ENABLED' : 'DISABLED')
  return {
    advantage_state: isAdvantage ? `ADVANTAGE_PLUS_${name}` : 'DISABLED',
    advantage_budget_state: word(hasBudget),
    advantage_audience_state: word(adsets.length > 0 && adsets.every(automated)),
    advantage_placement_state: word(
      adsets.length > 0 && adsets.every((adset) => adset.targeting['publisher_platforms'] === undefined),
    ),
  }
}
