import { createHash } from 'node:crypto'
import { createRandom, hashText } from '../core/figures/random.ts'
import type { Random } from '../core/figures/random.ts'
import { defaultTenant } from '../core/tenants.ts'
import type { Account, Asset, AssetType, Campaign, CampaignType, Status } from './objects/objects.ts'
import { platform, timeText } from './world.ts'
import type { World } from './world.ts'

const day = 24 * 3600 * 1000

/** Everything needed while one company is filled in. */
interface Seeder {
  world: World
  tenant: string
  random: Random
  /** When the company began. */
  since: number
  /** Ids that depend on the company's name alone. */
  nextId(): string
}

interface CampaignPlan {
  name: string
  type: CampaignType
  status: Status
  countries: string[]
  fields: Record<string, unknown>
}

const app = {
  bidding_strategy: 'TARGET_GOAL_WITH_CPI_BILLING',
  tracking: { tracking_method: 'ADJUST', impression_url: 'https://view.example', click_url: 'https://click.example' },
}
const ios = { ...app, platform: 'IOS', package_name: 'com.harborpine.puzzle', itunes_id: '1490000001' }
const android = { ...app, platform: 'ANDROID', package_name: 'com.harborpine.puzzle' }
const web = { bidding_strategy: 'AUTO_BIDDING_WITH_CPM_BILLING', website_url: 'https://shop.example/' }

const accountPlans: { name: string; campaigns: CampaignPlan[] }[] = [
  {
    name: 'Harbor & Pine Games',
    campaigns: [
      {
        name: 'Puzzle iOS installs',
        type: 'APP',
        status: 'LIVE',
        countries: ['US', 'CA'],
        fields: { ...ios, budget: forAll('500'), goal: { goal_type: 'CPI', goal_value_for_all_countries: '2.50' } },
      },
      {
        name: 'Puzzle Android return',
        type: 'APP',
        status: 'LIVE',
        countries: ['US', 'DE', 'JP'],
        fields: {
          ...android,
          budget: { country_code_to_daily_budget: { US: '300', DE: '120.50', JP: '80' } },
          goal: { goal_type: 'AD_ROAS', goal_value_for_all_countries: '0.35', roas_day_target: 'DAY7' },
        },
      },
      {
        name: 'Puzzle iOS test',
        type: 'APP',
        status: 'PAUSED',
        countries: ['US'],
        fields: { ...ios, budget: forAll('50'), goal: { goal_type: 'CPI', goal_value_for_all_countries: '3' } },
      },
    ],
  },
  {
    name: 'Harbor & Pine Shop',
    campaigns: [
      {
        name: 'Shop buyers',
        type: 'WEB',
        status: 'LIVE',
        countries: ['US'],
        fields: {
          ...web,
          audience_strategy: 'PROSPECTING',
          budget: forAll('250'),
          goal: { goal_type: 'CHK_ROAS', goal_value_for_all_countries: '1.20', roas_day_target: 'DAY0' },
        },
      },
      {
        name: 'Shop launch app',
        type: 'APP',
        status: 'LIVE',
        countries: ['US', 'GB'],
        fields: { ...android, budget: forAll('90'), goal: { goal_type: 'CPP', goal_value_for_all_countries: '30' } },
      },
    ],
  },
]

const setNames = ['Level fail', 'Satisfying merge', 'Before and after']

function forAll(amount: string): object {
  return { daily_budget_for_all_countries: amount }
}

/** Eight digits that stand for a company in the ids of what it was seeded with. */
function tenantNumber(tenant: string): string {
  const digest = createHash('sha256').update(`${platform} ${tenant}`).digest()
  return String(digest.readUInt32BE() % 100_000_000).padStart(8, '0')
}

export function seedWorld(world: World): void {
  ensureTenant(world, defaultTenant)
}

/** A company is filled in when one of its keys is seen for the first time. */
export function ensureTenant(world: World, tenant: string): void {
  if (world.tenants.get(tenant)) return
  world.tenants.put(tenant, { tenant })
  let count = 0
  const seeder: Seeder = {
    world,
    tenant,
    random: createRandom(world.context.seed() ^ hashText(`${platform} ${tenant}`)),
    since: world.now() - 120 * day,
    nextId: () => `${tenantNumber(tenant).slice(1)}${String(++count).padStart(2, '0')}`,
  }
  accountPlans.forEach(({ name, campaigns }, index) => {
    const id = accountIdOf(tenant, index)
    const account = world.accounts.put(id, { id, tenant, name, currency: 'USD' })
    for (let round = 0; round < world.context.size(); round++)
      for (const plan of campaigns) seedCampaign(seeder, account, plan, round)
  })
}

/** Known from the company alone: nobody can ask which accounts there are. */
function accountIdOf(tenant: string, index: number): string {
  return `71${tenantNumber(tenant)}${index + 1}`
}

function seedCampaign(seeder: Seeder, account: Account, plan: CampaignPlan, round: number): void {
  const { world } = seeder
  const id = seeder.nextId()
  const created = seeder.since + 3 * day
  // What is paused was shown for a while.
  const paused = plan.status === 'PAUSED' ? world.now() - 20 * day : null
  const targeting = plan.countries.map((country_code) => ({ country_code }))
  const campaign: Campaign = {
    id,
    account_id: account.id,
    created,
    updated: paused ?? created,
    type: plan.type,
    name: round === 0 ? plan.name : `${plan.name} ${round + 1}`,
    status: plan.status,
    fields: { start_date: timeText(created), is_continuous_delivery: true, targeting, ...plan.fields },
  }
  const past = paused === null ? [] : [{ until: paused, part: { status: 'LIVE' } }]
  world.campaigns.put(id, campaign, past)
  setNames.forEach((name, index) => seedSet(seeder, campaign, name, index))
}

function seedSet(seeder: Seeder, campaign: Campaign, name: string, index: number): void {
  const { world, random } = seeder
  const created = campaign.created + (1 + index * random.integer(1, 4)) * day
  const { account_id, type } = campaign
  const assets = [
    seedAsset(seeder, account_id, { name: `${name} film.mp4`, type: 'VID_SHORT_P', created }),
    seedAsset(seeder, account_id, { name: `${name} end.png`, type: 'IMG_INTER_P', created }),
  ]
  const id = seeder.nextId()
  world.sets.put(id, {
    id,
    account_id,
    created,
    updated: created,
    type,
    name: `${name} ${random.integer(1, 99)}`,
    status: 'LIVE',
    version: 'V2',
    campaign_ids: [campaign.id],
    asset_ids: assets.map((asset) => asset.id),
    fields: type === 'WEB' ? { creative_set_url: 'https://shop.example/new' } : { languages: ['ENGLISH'] },
  })
}

interface AssetPlan {
  name: string
  type: AssetType
  created: number
}

function seedAsset(seeder: Seeder, accountId: string, { name, type, created }: AssetPlan): Asset {
  const id = seeder.nextId()
  return seeder.world.assets.put(id, {
    id,
    account_id: accountId,
    created,
    updated: created,
    name,
    asset_type: type,
    resource_type: type.startsWith('VID') ? 'VIDEO' : 'IMAGE',
    ready: created,
    isRejected: false,
  })
}
