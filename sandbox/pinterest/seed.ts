import { createRandom, hashText } from '../core/figures/random.ts'
import type { Random } from '../core/figures/random.ts'
import { defaultTenant } from '../core/tenants.ts'
import { tenantNumber } from './objects/accounts.ts'
import type { Account, Ad, AdGroup, Board, Campaign, Pin } from './objects/objects.ts'
import type { World } from './world.ts'
import { required } from '../core/required.ts'

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

/** The same for one of its ad accounts. */
interface AccountSeeder extends Seeder {
  account: Account
  pins: Pin[]
}

const accountPlans = [
  { name: 'Harbor & Pine US', currency: 'USD', country: 'US' },
  { name: 'Harbor & Pine Japan', currency: 'JPY', country: 'JP' },
]

const boardNames = ['Harbor & Pine ideas', 'Kitchen stories', 'Autumn living']
const pinTitles = ['Oak table for six', 'A quiet corner', 'Linen in the morning', 'Shelves that hold', 'Winter lamps']

const campaignPlans = [
  { name: 'Always on', objective: 'WEB_CONVERSION', isOptimized: false, status: 'ACTIVE' },
  { name: 'Autumn traffic', objective: 'CONSIDERATION', isOptimized: true, status: 'ACTIVE' },
  { name: 'Brand film', objective: 'AWARENESS', isOptimized: false, status: 'PAUSED' },
] as const

const groupNames = ['Homeowners', 'Lookalikes', 'Retargeting']

export function seedWorld(world: World): void {
  ensureTenant(world, defaultTenant)
}

/** A company is filled in when its token is seen for the first time. */
export function ensureTenant(world: World, tenant: string): void {
  if (world.tenants.get(tenant)) return
  world.tenants.put(tenant, { tenant })
  let count = 0
  const seeder: Seeder = {
    world,
    tenant,
    random: createRandom(world.context.seed() ^ hashText(`pinterest ${tenant}`)),
    since: world.now() - 120 * day,
    nextId: () => `62${tenantNumber(tenant)}${String(++count).padStart(5, '0')}`,
  }
  const boards = boardNames.map((name, index) => seedBoard(seeder, name, index))
  const pins = pinTitles.map((title, index) => seedPin(seeder, title, required(boards[index % boards.length], 'board')))
  accountPlans.forEach((plan, index) => {
    const account = seedAccount(seeder, plan, index)
    for (let round = 0; round < world.context.size(); round++)
      for (const campaign of campaignPlans) seedCampaign({ ...seeder, account, pins }, campaign, round)
  })
}

function base(seeder: Seeder, id: string, age = 0) {
  const created = seeder.since + age * day
  return { id, tenant: seeder.tenant, created, updated: created }
}

function seedAccount(seeder: Seeder, plan: (typeof accountPlans)[number], index: number): Account {
  const id = `549${tenantNumber(seeder.tenant)}00000${index + 1}`
  return seeder.world.accounts.put(id, { ...base(seeder, id), ...plan })
}

function seedBoard(seeder: Seeder, name: string, index: number): Board {
  const id = `84${tenantNumber(seeder.tenant)}000${index + 1}`
  const words = `Everything about ${name.toLowerCase()}.`
  return seeder.world.boards.put(id, { ...base(seeder, id), name, description: words, privacy: 'PUBLIC' })
}

function seedPin(seeder: Seeder, title: string, board: Board): Pin {
  const id = seeder.nextId()
  return seeder.world.pins.put(id, {
    ...base(seeder, id, 2),
    board_id: board.id,
    title,
    description: `${title}, made to last.`,
    link: 'https://shop.example/',
    alt_text: title,
    kind: 'image',
    width: 1000,
    height: 1500,
    media_id: null,
    promoted: true,
  })
}

/** How many of a currency a dollar is, so that budgets look like budgets. */
function unitOf({ currency }: Account): number {
  return currency === 'JPY' ? 150 : 1
}

function seedCampaign(seeder: AccountSeeder, plan: (typeof campaignPlans)[number], round: number): void {
  const { world, random, account } = seeder
  const id = seeder.nextId()
  const campaign = world.campaigns.put(id, {
    ...base(seeder, id, 3),
    account_id: account.id,
    name: round === 0 ? plan.name : `${plan.name} ${round + 1}`,
    status: plan.status,
    objective_type: plan.objective,
    daily_spend_cap: plan.isOptimized ? random.integer(40, 120) * unitOf(account) * 1_000_000 : null,
    lifetime_spend_cap: null,
    is_campaign_budget_optimization: plan.isOptimized,
    is_flexible_daily_budgets: false,
    start_time: Math.floor((seeder.since + 3 * day) / 1000),
    end_time: null,
  })
  for (const name of groupNames) seedAdGroup(seeder, campaign, name)
}

function seedAdGroup(seeder: AccountSeeder, campaign: Campaign, name: string): void {
  const { world, random, account, pins } = seeder
  const id = seeder.nextId()
  const isOptimized = campaign.is_campaign_budget_optimization
  const group: AdGroup = world.adGroups.put(id, {
    ...base(seeder, id, 4),
    account_id: account.id,
    campaign_id: campaign.id,
    name: `${campaign.name} / ${name}`,
    status: 'ACTIVE',
    budget_in_micro_currency: isOptimized ? null : random.integer(10, 40) * unitOf(account) * 1_000_000,
    budget_type: isOptimized ? 'CBO_ADGROUP' : 'DAILY',
    bid_strategy_type: 'AUTOMATIC_BID',
    billable_event: campaign.objective_type === 'AWARENESS' ? 'IMPRESSION' : 'CLICKTHROUGH',
    targeting_spec: { LOCATION: [account.country], AGE_BUCKET: ['25-34', '35-44'] },
    optimization_goal_metadata: campaign.objective_type === 'WEB_CONVERSION' ? checkouts(account.id) : null,
    start_time: campaign.start_time,
    end_time: null,
  })
  for (let number = 1; number <= 2; number++) seedAd(seeder, group, random.pick(pins), number)
}

function checkouts(accountId: string) {
  const windows = { click_window_days: 30, engagement_window_days: 30, view_window_days: 1 }
  const tag = { conversion_tag_id: `26${accountId.slice(-10)}`, conversion_event: 'CHECKOUT' }
  return { conversion_tag_v3_goal_metadata: { ...tag, attribution_windows: windows } }
}

function seedAd(seeder: Seeder, group: AdGroup, pin: Pin, number: number): Ad {
  const id = seeder.nextId()
  const seeded = base(seeder, id, 5)
  return seeder.world.ads.put(id, {
    ...seeded,
    account_id: group.account_id,
    campaign_id: group.campaign_id,
    ad_group_id: group.id,
    pin_id: pin.id,
    name: `${pin.title ?? 'Pin'} ${number}`,
    status: 'ACTIVE',
    creative_type: 'REGULAR',
    destination_url: 'https://shop.example/',
    disclosed: null,
    customizable_cta_type: 'SHOP_NOW',
    reviewed: seeded.created,
  })
}
