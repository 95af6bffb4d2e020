import { currencyOf } from '../campaigns/money.ts'
import type { Account, Ad, AdSet, Campaign, Creative, Image, Page } from '../campaigns/objects.ts'
import { seededBreak, seededHistory } from './history.ts'
import { campaignPlans } from './plan.ts'
import type { AdSetPlan, CampaignPlan } from './plan.ts'
import type { Seeder } from './seeder.ts'

const day = 24 * 3600 * 1000

export function seedCampaigns(seeder: Seeder, account: Account, pages: Page[], images: Image[]): void {
  for (let round = 1; round <= seeder.graph.context.size(); round++)
    campaignPlans.forEach((plan, index) => {
      const suffix = round === 1 ? '' : ` #${round}`
      const campaign = seedCampaign(seeder, account, plan, suffix, index)
      for (const adset of plan.adsets) seedAdSet(seeder, account, campaign, adset, pages, images)
    })
}

/** Currencies without smaller units get larger numbers, so that budgets look like budgets. */
function minorUnits(account: Account, amount: number): number {
  return currencyOf(account.currency).offset === 1 ? amount * 150 : amount * 100
}

function base(seeder: Seeder, account: Account, age: number) {
  const created = seeder.since + age * day
  return {
    id: seeder.treeId(),
    tenant: seeder.tenant,
    account_id: account.account_id,
    created,
    updated: created,
    labels: [],
  }
}

function seedCampaign(seeder: Seeder, account: Account, plan: CampaignPlan, suffix: string, index: number): Campaign {
  const budget = plan.campaignBudget
    ? { daily_budget: minorUnits(account, plan.campaignBudget), bid_strategy: 'LOWEST_COST_WITHOUT_CAP' }
    : { is_adset_budget_sharing_enabled: false }
  const campaign: Campaign = {
    ...base(seeder, account, 5 + index),
    name: plan.name + suffix,
    objective: plan.objective,
    status: plan.isActive ? 'ACTIVE' : 'PAUSED',
    special_ad_categories: [],
    buying_type: 'AUCTION',
    ...budget,
  }
  return seeder.graph.campaigns.put(campaign.id, { ...campaign, ...seededHistory(seeder, campaign) })
}

function seedAdSet(
  seeder: Seeder,
  account: Account,
  campaign: Campaign,
  plan: AdSetPlan,
  pages: Page[],
  images: Image[],
): void {
  const fields = base(seeder, account, 12)
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
    ...promotedObject(seeder, account, plan, pages),
    ...(plan.goal === 'OFFSITE_CONVERSIONS'
      ? {
          attribution_spec: [
            { event_type: 'CLICK_THROUGH', window_days: 7 },
            { event_type: 'VIEW_THROUGH', window_days: 1 },
          ],
        }
      : {}),
  }
  seeder.graph.adsets.put(adset.id, { ...adset, ...seededHistory(seeder, adset) })
  for (const name of plan.ads) seedAd(seeder, account, adset, name, pages, images)
}

function promotedObject(
  seeder: Seeder,
  account: Account,
  plan: AdSetPlan,
  pages: Page[],
): Pick<AdSet, 'promoted_object'> {
  const [pixel] = seeder.graph.pixels.lookup('account', account.account_id)
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

function seedAd(seeder: Seeder, account: Account, adset: AdSet, name: string, pages: Page[], images: Image[]): void {
  const creative = seedCreative(seeder, account, name, pages, images)
  const fields = base(seeder, account, seeder.random.integer(14, 28))
  const ad: Ad = {
    ...fields,
    name,
    campaign_id: adset.campaign_id,
    adset_id: adset.id,
    creative_id: creative.id,
    status: seeder.random.next() < 0.8 ? 'ACTIVE' : 'PAUSED',
    reviewed: fields.created,
  }
  seeder.graph.ads.put(ad.id, { ...ad, ...seededBreak(seeder, ad) })
}

function seedCreative(seeder: Seeder, account: Account, name: string, pages: Page[], images: Image[]): Creative {
  const fields = base(seeder, account, 13)
  const page = pages[0]
  const link = `https://shop.example/${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`
  const story = {
    page_id: page?.id,
    instagram_user_id: page?.instagram_id,
    link_data: {
      link,
      message: `${name}: made in small batches, shipped within two days.`,
      name,
      description: 'Free returns for 30 days',
      image_hash: seeder.random.pick(images).hash,
      call_to_action: { type: seeder.random.pick(['SHOP_NOW', 'LEARN_MORE']), value: { link } },
    },
  }
  return seeder.graph.creatives.put(fields.id, {
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
