import { currencyOf } from '../campaigns/money.ts'
import type { Account, Ad, AdSet, Campaign, Creative } from '../campaigns/objects.ts'
import { seededBreak, seededHistory } from './history.ts'
import { campaignPlans } from './plan.ts'
import type { AdSetPlan, CampaignPlan } from './plan.ts'
import type { AccountSeeder } from './seeder.ts'

const day = 24 * 3600 * 1000

export function seedCampaigns(seeder: AccountSeeder): void {
  for (let round = 1; round <= seeder.world.context.size(); round++)
    campaignPlans.forEach((plan, index) => {
      const suffix = round === 1 ? '' : ` #${round}`
      const campaign = seedCampaign(seeder, plan, suffix, index)
      for (const adset of plan.adsets) seedAdSet(seeder, campaign, adset)
    })
}

/** Currencies without smaller units get larger numbers, so that budgets look like budgets. */
function minorUnits(account: Account, amount: number): number {
  return currencyOf(account.currency).offset === 1 ? amount * 150 : amount * 100
}

function base(seeder: AccountSeeder, age: number) {
  const created = seeder.since + age * day
  return {
    id: seeder.treeId(),
    tenant: seeder.tenant,
    account_id: seeder.account.account_id,
    created,
    updated: created,
    labels: [],
  }
}

function seedCampaign(seeder: AccountSeeder, plan: CampaignPlan, suffix: string, index: number): Campaign {
  const { account } = seeder
  const budget = plan.campaignBudget
    ? { daily_budget: minorUnits(account, plan.campaignBudget), bid_strategy: 'LOWEST_COST_WITHOUT_CAP' }
    : { is_adset_budget_sharing_enabled: false }
  const campaign: Campaign = {
    ...base(seeder, 5 + index),
    name: plan.name + suffix,
    objective: plan.objective,
    status: plan.isActive ? 'ACTIVE' : 'PAUSED',
    special_ad_categories: [],
    buying_type: 'AUCTION',
    ...budget,
  }
  return seeder.world.campaigns.put(campaign.id, { ...campaign, ...seededHistory(seeder, campaign) })
}

function seedAdSet(seeder: AccountSeeder, campaign: Campaign, plan: AdSetPlan): void {
  const { account } = seeder
  const fields = base(seeder, 12)
  const country = account.currency === 'JPY' ? 'JP' : 'US'
  const [youngest, oldest] = plan.ages
  const isBroad = youngest === 18 && oldest === 65
  const adset: AdSet = {
    ...fields,
    name: `${country} | ${plan.name}`,
    campaign_id: campaign.id,
    status: plan.isActive ? 'ACTIVE' : 'PAUSED',
    optimization_goal: plan.goal,
    billing_event: 'IMPRESSIONS',
    targeting: {
      age_min: youngest,
      age_max: oldest,
      geo_locations: { countries: [country], location_types: ['home', 'recent'] },
      targeting_automation: { advantage_audience: isBroad ? 1 : 0 },
    },
    start: fields.created,
    is_dynamic_creative: false,
    destination_type: plan.destination ?? 'UNDEFINED',
    ...(plan.budget ? { daily_budget: minorUnits(account, plan.budget), bid_strategy: 'LOWEST_COST_WITHOUT_CAP' } : {}),
    ...promotedObject(seeder, plan),
    ...(plan.goal === 'OFFSITE_CONVERSIONS'
      ? {
          attribution_spec: [
            { event_type: 'CLICK_THROUGH', window_days: 7 },
            { event_type: 'VIEW_THROUGH', window_days: 1 },
          ],
        }
      : {}),
  }
  seeder.world.adsets.put(adset.id, { ...adset, ...seededHistory(seeder, adset) })
  for (const name of plan.ads) seedAd(seeder, adset, name)
}

function promotedObject({ world, account, pages }: AccountSeeder, plan: AdSetPlan): Pick<AdSet, 'promoted_object'> {
  const [pixel] = world.pixels.lookup('account', account.account_id)
  switch (plan.promotes) {
    case 'pixel':
      return { promoted_object: { pixel_id: pixel?.id, custom_event_type: plan.event } }
    case 'page':
      return { promoted_object: { page_id: pages[0]?.id } }
    case 'app':
      return {
        promoted_object: { application_id: '5550000000001', object_store_url: 'https://apps.example/id5550000000001' },
      }
    default:
      return {}
  }
}

function seedAd(seeder: AccountSeeder, adset: AdSet, name: string): void {
  const creative = seedCreative(seeder, name)
  const fields = base(seeder, seeder.random.integer(14, 28))
  const ad: Ad = {
    ...fields,
    name,
    campaign_id: adset.campaign_id,
    adset_id: adset.id,
    creative_id: creative.id,
    status: seeder.random.next() < 0.8 ? 'ACTIVE' : 'PAUSED',
    reviewed: fields.created,
  }
  seeder.world.ads.put(ad.id, { ...ad, ...seededBreak(seeder, ad) })
}

function seedCreative(seeder: AccountSeeder, name: string): Creative {
  const fields = base(seeder, 13)
  const page = seeder.pages[0]
  const link = `https://shop.example/${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`
  const story = {
    page_id: page?.id,
    instagram_user_id: page?.instagram_id,
    link_data: {
      link,
      message: `${name}: made in small batches, shipped within two days.`,
      name,
      description: 'Free returns for 30 days',
      image_hash: seeder.random.pick(seeder.images).hash,
      call_to_action: { type: seeder.random.pick(['SHOP_NOW', 'LEARN_MORE']), value: { link } },
    },
  }
  return seeder.world.creatives.put(fields.id, {
    ...fields,
    name: `${name} creative`,
    status: 'ACTIVE',
    object_story_spec: story,
    instagram_user_id: page?.instagram_id,
    effective_object_story_id: `${page?.id}_9${fields.id.slice(-14)}`,
    effective_instagram_media_id: `18${fields.id.slice(-15)}`,
    url_tags: 'utm_source=meta&utm_campaign={{campaign.name}}&utm_content={{ad.name}}',
  })
}
