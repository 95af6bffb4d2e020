import { hashText } from '../core/figures/random.ts'
import { defaultTenant } from '../core/tenants.ts'
import type { World } from './world.ts'
import { stamp } from './call.ts'
import { unitOf } from './objects/budgets.ts'
import type { AdGroup, Advertiser, Campaign, Identity, StatusChange } from './objects/objects.ts'
import {
  accountPlans,
  adGroupPlans,
  adsPerAdGroup,
  campaignPlans,
  identityPlans,
  laterPostPlans,
  postPlans,
  smartPlusPlan,
  sparkCodeCount,
} from './seed/plan.ts'
import { required } from '../core/required.ts'

const day = 24 * 3600 * 1000

type CampaignPlan = (typeof campaignPlans)[number] | typeof smartPlusPlan
type AdGroupPlan = Omit<(typeof adGroupPlans)[number], 'name'> & { name: string }

/** Everything needed while one company is filled in. */
interface Seeder {
  world: World
  tenant: string
  since: number
  /** Ids that depend on the company's name alone. */
  nextId(): string
  /** Of what came to the plan later: ids that were given out before stay as they are. */
  nextLaterId(): string
}

function tenantNumber(tenant: string): string {
  return String(10_000_000 + (hashText(tenant) % 90_000_000))
}

export function seedWorld(world: World): void {
  ensureTenant(world, defaultTenant)
}

/** A company is filled in when its token is seen for the first time. */
export function ensureTenant(world: World, tenant: string): void {
  if (world.tenants.get(tenant)) return
  world.tenants.put(tenant, { tenant })
  let count = 0
  let laterCount = 0
  const number = tenantNumber(tenant)
  const seeder: Seeder = {
    world,
    tenant,
    since: world.now() - 120 * day,
    nextId: () => `17${number}${String(++count).padStart(9, '0')}`,
    nextLaterId: () => `18${number}${String(++laterCount).padStart(9, '0')}`,
  }
  accountPlans.forEach((plan, index) => {
    const id = `71${number}00000000${index + 1}`
    const advertiser = { id, tenant, created: seeder.since, mayUseCustomIdentity: false, ...plan }
    seedAccount(seeder, world.advertisers.put(id, advertiser))
  })
}

function stored(seeder: Seeder, advertiser: Advertiser, age = 0) {
  const at = seeder.since + age * day
  return { id: seeder.nextId(), advertiser: advertiser.id, created: at, updated: at }
}

function seedAccount(seeder: Seeder, advertiser: Advertiser): void {
  const identities = identityPlans.map((plan) => seedIdentity(seeder, advertiser, plan))
  seedSparkCodes(seeder, advertiser, required(identities[2], 'third identity'))
  const video = seedVideo(seeder, advertiser)
  seedSmartPlus(seeder, advertiser)
  const rounds = seeder.world.context.size()
  for (let round = 0; round < rounds; round++) {
    for (const plan of campaignPlans) {
      const campaign = seedCampaign(seeder, advertiser, plan, round === 0 ? '' : ` ${round + 1}`)
      for (const group of adGroupPlans) {
        const adgroup = seedAdGroup(seeder, advertiser, campaign, { ...plan, ...group })
        for (let n = 1; n <= adsPerAdGroup; n++)
          seedAd(seeder, advertiser, adgroup, { identity: required(identities[0], 'first identity'), video, n })
      }
    }
  }
}

function seedIdentity(
  seeder: Seeder,
  advertiser: Advertiser,
  { type, name }: (typeof identityPlans)[number],
): Identity {
  const { world } = seeder
  const base = stored(seeder, advertiser)
  const bc = type === 'BC_AUTH_TT' ? { bcId: seeder.nextId() } : {}
  const identity = world.identities.put(base.id, { ...base, type, name, isAvailable: true, ...bc })
  if (type === 'CUSTOMIZED_USER') return identity
  const place = { advertiser: advertiser.id, identity: identity.id, duration: 15 }
  const posts = [...postPlans, ...laterPostPlans]
  posts.forEach((post, index) => {
    const id = index < postPlans.length ? seeder.nextId() : seeder.nextLaterId()
    world.posts.put(id, { id, ...place, ...post, created: seeder.since + index * 10 * day })
  })
  return identity
}

/** One campaign that the platform's automation runs, with one ad group and no ads. */
function seedSmartPlus(seeder: Seeder, advertiser: Advertiser): void {
  const later = { ...seeder, nextId: () => seeder.nextLaterId() }
  const campaign = seedCampaign(later, advertiser, smartPlusPlan, '')
  seeder.world.campaigns.put(campaign.id, {
    ...campaign,
    isSmartPlus: true,
    budgetMode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET',
    more: { sales_destination: 'WEBSITE' },
  })
  const adgroup = seedAdGroup(later, advertiser, campaign, { ...smartPlusPlan, ...adGroupPlans[0], name: 'Smart+' })
  const counted = { pixel_id: '7100000000000000009', optimization_event: 'SHOPPING' }
  const { location_ids, ...more } = adgroup.more
  // Whom it reaches lies deeper where the automation runs it.
  const people = { targeting_spec: { location_ids } }
  seeder.world.adgroups.put(adgroup.id, { ...adgroup, more: { ...more, ...people, ...counted } })
}

/** Codes that creators gave away; each opens one post once it is redeemed. */
function seedSparkCodes(seeder: Seeder, advertiser: Advertiser, identity: Identity): void {
  const posts = seeder.world.posts.lookup('identity', identity.id)
  for (let n = 1; n <= sparkCodeCount; n++) {
    const code = `sandbox-code-${n}`
    seeder.world.sparkCodes.put(`${advertiser.id} ${code}`, {
      code,
      advertiser: advertiser.id,
      post: required(posts[(n - 1) % posts.length], 'post').id,
      identity: identity.id,
      isRedeemed: false,
    })
  }
}

function seedVideo(seeder: Seeder, advertiser: Advertiser): string {
  const base = stored(seeder, advertiser)
  const id = `v10033g5${base.id}`
  const file = { fileName: 'seeded.mp4', size: 2_000_000, format: 'mp4', signature: '0'.repeat(32) }
  const measures = { width: 1080, height: 1920, duration: 15, ready: base.created }
  seeder.world.videos.put(id, { ...base, id, ...file, ...measures })
  return id
}

function seedCampaign(seeder: Seeder, advertiser: Advertiser, plan: CampaignPlan, suffix: string): Campaign {
  const base = stored(seeder, advertiser)
  const history: StatusChange[] = [
    { at: base.created, status: 'ENABLE' },
    { at: seeder.since + 60 * day, status: 'DISABLE' },
  ]
  return seeder.world.campaigns.put(base.id, {
    ...base,
    ...(plan.status === 'DISABLE' ? { history } : {}),
    name: `${plan.name}${suffix}`,
    objective: plan.objective,
    status: plan.status,
    isDeleted: false,
    budget: plan.hasBudget ? 200 * unitOf(advertiser) : 0,
    budgetMode: plan.hasBudget ? 'BUDGET_MODE_DAY' : 'BUDGET_MODE_INFINITE',
    more: {},
  })
}

function seedAdGroup(
  seeder: Seeder,
  advertiser: Advertiser,
  campaign: Campaign,
  plan: AdGroupPlan & Pick<CampaignPlan, 'goal' | 'billing'>,
): AdGroup {
  const base = stored(seeder, advertiser, 1)
  const hasOwnBudget = campaign.budgetMode === 'BUDGET_MODE_INFINITE'
  const ownMode = plan.isTotal ? 'BUDGET_MODE_TOTAL' : 'BUDGET_MODE_DAY'
  const ownBudget = (plan.isTotal ? 5000 : 50) * unitOf(advertiser)
  return seeder.world.adgroups.put(base.id, {
    ...base,
    campaign: campaign.id,
    name: `${campaign.name} ${plan.name}`,
    status: plan.status,
    isDeleted: false,
    budget: hasOwnBudget ? ownBudget : 0,
    budgetMode: hasOwnBudget ? ownMode : 'BUDGET_MODE_INFINITE',
    placementType: plan.placements.length > 0 ? 'PLACEMENT_TYPE_NORMAL' : 'PLACEMENT_TYPE_AUTOMATIC',
    placements: [...plan.placements],
    scheduleType: plan.isTotal ? 'SCHEDULE_START_END' : 'SCHEDULE_FROM_NOW',
    scheduleStart: stamp(base.created),
    scheduleEnd: plan.isTotal ? stamp(seeder.since + 400 * day) : '2036-11-14 00:00:00',
    more: {
      location_ids: locationsOf(advertiser, plan.placements.length > 0),
      optimization_goal: plan.goal,
      billing_event: plan.billing,
      bid_type: 'BID_TYPE_NO_BID',
      pacing: 'PACING_MODE_SMOOTH',
      promotion_type: 'WEBSITE',
    },
  })
}

/** Japan; or the United States, for broad audiences Canada as well. */
function locationsOf({ country }: Advertiser, isNarrow: boolean): string[] {
  if (country === 'JP') return ['1861060']
  return isNarrow ? ['6252001'] : ['6252001', '6251999']
}

/** Some ads took a break: there are days on which they were not shown. */
function seededBreak(seeder: Seeder, id: string, created: number): { history?: StatusChange[] } {
  if (hashText(id) % 4 !== 0) return {}
  const at = seeder.since + (45 + (hashText(id) % 40)) * day
  return {
    history: [
      { at: created, status: 'ENABLE' },
      { at, status: 'DISABLE' },
      { at: at + 12 * day, status: 'ENABLE' },
    ],
  }
}

function seedAd(
  seeder: Seeder,
  advertiser: Advertiser,
  adgroup: AdGroup,
  { identity, video, n }: { identity: Identity; video: string; n: number },
): void {
  const base = stored(seeder, advertiser, 2)
  seeder.world.ads.put(base.id, {
    ...base,
    ...seededBreak(seeder, base.id, base.created),
    adgroup: adgroup.id,
    campaign: adgroup.campaign,
    name: `${adgroup.name} ad ${n}`,
    status: 'ENABLE',
    isDeleted: false,
    creative: {
      ad_format: 'SINGLE_VIDEO',
      identity_type: identity.type,
      identity_id: identity.id,
      video_id: video,
      image_ids: [`tos-cover/${video}/0`],
      ad_text: 'Made for bad weather.',
      call_to_action: 'SHOP_NOW',
      landing_page_url: 'https://shop.example/spring',
    },
  })
}
