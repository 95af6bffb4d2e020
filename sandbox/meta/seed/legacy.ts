import { tenantNumber } from '../graph/access/tenant-ids.ts'
import { currencyOf } from '../campaigns/money.ts'
import type { Account, Image, Page } from '../campaigns/objects.ts'
import type { AccountSeeder } from './seeder.ts'

const day = 24 * 3600 * 1000

interface LegacyPlan {
  name: string
  targeting?: Record<string, unknown>
  creative?(image: Image): Record<string, unknown>
}

const flag = { targeting_automation: { advantage_audience: 0 } }

/** Made when other rules held: each ad set, or its ad, breaks one rule of today and can therefore not be copied. */
const plans: LegacyPlan[] = [
  { name: 'Legacy | no audience flag', targeting: {} },
  {
    name: 'Legacy | explore alone',
    targeting: { ...flag, publisher_platforms: ['instagram'], instagram_positions: ['stream', 'explore'] },
  },
  {
    name: 'Legacy | standard enhancements',
    creative: () => ({
      degrees_of_freedom_spec: { creative_features_spec: { standard_enhancements: { enroll_status: 'OPT_IN' } } },
    }),
  },
  { name: 'Legacy | broken rule label', creative: (image) => ({ asset_feed_spec: brokenFeed(image) }) },
  {
    name: 'Legacy | old crop',
    creative: () => ({
      image_crops: {
        '191x100': [
          [0, 0],
          [191, 100],
        ],
      },
    }),
  },
]

function brokenFeed(image: Image): Record<string, unknown> {
  const rule = (position: string, label: string) => ({
    customization_spec: { publisher_platforms: ['facebook'], facebook_positions: [position] },
    image_label: { name: label },
  })
  return {
    optimization_type: 'PLACEMENT',
    ad_formats: ['SINGLE_IMAGE'],
    images: [{ hash: image.hash, adlabels: [{ name: 'feed' }] }],
    bodies: [{ text: 'Still here' }],
    link_urls: [{ website_url: 'https://shop.example/legacy' }],
    call_to_action_types: ['LEARN_MORE'],
    asset_customization_rules: [rule('feed', 'feed'), rule('story', 'lost')],
  }
}

export function seedLegacy(seeder: AccountSeeder): void {
  let count = seeder.account.currency === 'JPY' ? 50_000 : 0
  const treeId = () => `12019${tenantNumber(seeder.tenant)}${String(++count).padStart(5, '0')}`
  for (let round = 1; round <= seeder.world.context.size(); round++)
    seedOldCampaign({ ...seeder, treeId }, round === 1 ? '' : ` #${round}`)
}

function seedOldCampaign(seeder: AccountSeeder, suffix: string): void {
  const { world, tenant, account, pages, images } = seeder
  const created = seeder.since + day
  const base = () => ({
    id: seeder.treeId(),
    tenant,
    account_id: account.account_id,
    created,
    updated: created,
    labels: [],
  })
  const campaign = {
    ...base(),
    name: `Archive | Traffic | before the rules changed${suffix}`,
    objective: 'OUTCOME_TRAFFIC',
    status: 'PAUSED' as const,
    special_ad_categories: [],
    buying_type: 'AUCTION',
    is_adset_budget_sharing_enabled: false,
  }
  world.campaigns.put(campaign.id, campaign)
  for (const plan of plans) {
    const adset = {
      ...base(),
      ...legacyAdSet(plan, account, created),
      name: plan.name + suffix,
      campaign_id: campaign.id,
    }
    world.adsets.put(adset.id, adset)
    const creative = { ...base(), ...legacyCreative(plan, pages[0], images[0]), name: `${plan.name} creative` }
    world.creatives.put(creative.id, { ...creative, status: 'ACTIVE' })
    const place = { campaign_id: campaign.id, adset_id: adset.id, creative_id: creative.id }
    const ad = { ...base(), ...place, name: plan.name + suffix, status: 'PAUSED' as const, reviewed: created }
    world.ads.put(ad.id, ad)
  }
}

function legacyAdSet(plan: LegacyPlan, account: Account, start: number) {
  return {
    status: 'PAUSED' as const,
    optimization_goal: 'LINK_CLICKS',
    billing_event: 'IMPRESSIONS',
    daily_budget: currencyOf(account.currency).minDaily * 20,
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
    targeting: {
      geo_locations: { countries: [account.currency === 'JPY' ? 'JP' : 'US'] },
      ...(plan.targeting ?? flag),
    },
    start,
    is_dynamic_creative: false,
    destination_type: 'UNDEFINED',
  }
}

function legacyCreative(plan: LegacyPlan, page: Page | undefined, image: Image | undefined): Record<string, unknown> {
  const special = image && plan.creative ? plan.creative(image) : {}
  const link = 'https://shop.example/legacy'
  const { image_crops: crops, ...fields } = special
  const content = {
    link_data: {
      link,
      message: 'Still here',
      name: 'Legacy',
      image_hash: image?.hash,
      ...(crops ? { image_crops: crops } : {}),
    },
  }
  const hasFeed = fields['asset_feed_spec'] !== undefined
  return { object_story_spec: { page_id: page?.id, ...(hasFeed ? {} : content) }, ...fields }
}
