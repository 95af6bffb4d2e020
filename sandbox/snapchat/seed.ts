import { createRandom, hashText } from '../core/figures/random.ts'
import type { Random } from '../core/figures/random.ts'
import { defaultTenant } from '../core/tenants.ts'
import { isoTime, uuidOf } from './world.ts'
import type { Account, Entity, Fields, World } from './world.ts'
import { required } from '../core/required.ts'

const day = 24 * 3600 * 1000
/** Older than any report that is asked for in tests. */
const ageDays = 120
const micro = 1_000_000
const squadsPerCampaign = 3
const adsPerSquad = 2

const campaignPlans = [
  { name: 'Spring traffic', objective: 'WEB_VIEW', goal: 'SWIPES', status: 'ACTIVE' },
  { name: 'Web sales', objective: 'WEB_CONVERSION', goal: 'PIXEL_PURCHASE', status: 'ACTIVE' },
  { name: 'Brand film', objective: 'VIDEO_VIEW', goal: 'VIDEO_VIEWS', status: 'ACTIVE' },
  { name: 'Last winter', objective: 'BRAND_AWARENESS', goal: 'IMPRESSIONS', status: 'PAUSED' },
]

/** The last one is from before the chat feed had to be among the places. */
const placements = [
  { config: 'AUTOMATIC' },
  { config: 'CUSTOM', snapchat_positions: ['INTERSTITIAL_USER', 'CHAT_FEED', 'FEED'] },
  { config: 'CUSTOM', snapchat_positions: ['INTERSTITIAL_USER', 'INTERSTITIAL_CONTENT'] },
]

/** Everything needed while one account is filled in. */
interface Seeder {
  world: World
  account: Account
  random: Random
  since: number
  /** What one dollar is worth in the account's currency. */
  unit: number
  profileId: string
  mediaId: string
}

/** A company is filled in when its token is seen for the first time. */
export function ensureTenant(world: World, tenant: string): void {
  if (world.tenants.get(tenant)) return
  world.tenants.put(tenant, { tenant })
  const since = world.now() - ageDays * day
  const organizationId = uuidOf(`${tenant} organization`)
  const profiles = [0, 1].map((index) => uuidOf(`${tenant} profile ${index}`))
  const name = tenant === defaultTenant ? 'Harbor & Pine Group' : `Harbor & Pine (${tenant})`
  world.organizations.put(organizationId, { id: organizationId, tenant, name, created: since, profiles })
  const plans: [string, string, string, number][] = [
    ['Harbor & Pine Snaps US', 'USD', 'America/New_York', 1],
    ['Harbor & Pine Snaps Japan', 'JPY', 'Asia/Tokyo', 150],
  ]
  plans.forEach(([accountName, currency, timezone, unit], index) => {
    const id = uuidOf(`${tenant} account ${index}`)
    const account = {
      id,
      tenant,
      organization_id: organizationId,
      name: accountName,
      currency,
      timezone,
      created: since,
    }
    world.accounts.put(id, account)
    const random = createRandom(world.context.seed() ^ hashText(`snapchat ${tenant} ${index}`))
    seedAccount({
      world,
      account,
      random,
      since,
      unit,
      profileId: required(profiles[index], 'profile'),
      mediaId: uuidOf(`${id} media`),
    })
  })
}

function seedAccount(seeder: Seeder): void {
  const { world, account, mediaId, since } = seeder
  const file = { name: 'top-snap.png', size: 60_000, sha256: mediaId, width: 1080, height: 1920, isBroken: false }
  const fields = { name: 'Top snap', type: 'IMAGE', ad_account_id: account.id }
  world.media.put(mediaId, { ...entityOf(seeder, mediaId, 0, fields), file, ready: since })
  const count = campaignPlans.length * world.context.size()
  for (let index = 0; index < count; index++) seedCampaign(seeder, index)
}

function entityOf({ account, since }: Seeder, id: string, ageInDays: number, fields: Fields): Entity {
  const created = since + ageInDays * day
  return { id, tenant: account.tenant, account_id: account.id, created, updated: created, deleted: false, fields }
}

function seedCampaign(seeder: Seeder, index: number): void {
  const { world, account, since, unit } = seeder
  const plan = required(campaignPlans[index % campaignPlans.length], 'plan of the campaign')
  const round = Math.floor(index / campaignPlans.length)
  const id = uuidOf(`${account.id} campaign ${index}`)
  const fields = {
    name: round === 0 ? plan.name : `${plan.name} ${round + 1}`,
    ad_account_id: account.id,
    status: plan.status,
    objective: plan.objective,
    buy_model: 'AUCTION',
    start_time: isoTime(since),
    ...(index % 4 === 0 ? { daily_budget_micro: 200 * unit * micro } : {}),
    ...(index % 4 === 1 ? { lifetime_spend_cap_micro: 20_000 * unit * micro } : {}),
  }
  world.campaigns.put(id, entityOf(seeder, id, index % 20, fields))
  for (let number = 0; number < squadsPerCampaign; number++) seedSquad(seeder, id, plan, [index, number])
}

function seedSquad(
  seeder: Seeder,
  campaignId: string,
  plan: (typeof campaignPlans)[number],
  [index, number]: [number, number],
): void {
  const { world, unit, since } = seeder
  const id = uuidOf(`${campaignId} squad ${number}`)
  const isLifetime = number === 1
  // The first ad of an ad squad decides which kind of ads it holds. Those of the film are only looked at in one of its ad squads.
  const isSnapsOnly = plan.objective === 'VIDEO_VIEW' && number === 0
  const adType = isSnapsOnly ? 'SNAP_AD' : 'REMOTE_WEBPAGE'
  const fields = {
    campaign_id: campaignId,
    name: `${isSnapsOnly ? 'Snaps only' : ['Broad', 'Lookalike', 'Retargeting'][number]} ${index + 1}`,
    type: 'SNAP_ADS',
    status: number === 2 && index % 2 === 1 ? 'PAUSED' : 'ACTIVE',
    targeting: { geos: [{ country_code: unit === 1 ? 'us' : 'jp' }], demographics: [{ min_age: '18' }] },
    placement_v2: placements[number],
    billing_event: 'IMPRESSION',
    optimization_goal: plan.goal,
    bid_strategy: 'AUTO_BID',
    ...(isLifetime
      ? {
          lifetime_budget_micro: 5000 * unit * micro,
          delivery_constraint: 'LIFETIME_BUDGET',
          end_time: isoTime(since + 400 * day),
        }
      : { daily_budget_micro: 50 * unit * micro, delivery_constraint: 'DAILY_BUDGET' }),
    start_time: isoTime(since),
    child_ad_type: adType,
  }
  world.adsquads.put(id, entityOf(seeder, id, (index % 20) + number, fields))
  for (let position = 0; position < adsPerSquad; position++) seedAd(seeder, adType, id, [index, number, position])
}

function seedAd(seeder: Seeder, type: string, squadId: string, place: [number, number, number]): void {
  const [index, number, position] = place
  const { world, account, random, profileId, mediaId } = seeder
  const creativeId = uuidOf(`${squadId} creative ${position}`)
  const name = `${random.pick(['Red', 'Blue', 'Green', 'Night', 'Day'])} snap ${index + 1}.${number + 1}.${position + 1}`
  const age = (index % 20) + number + position
  const headline = random.pick(['New in', 'Take a look', 'Only this week'])
  const callToAction = random.pick(['MORE', 'SHOP_NOW', 'SIGN_UP'])
  const leading = {
    type: 'WEB_VIEW',
    call_to_action: callToAction,
    web_view_properties: { url: `https://shop.example/${index + 1}` },
  }
  const creative = {
    ad_account_id: account.id,
    name,
    headline,
    brand_name: 'Harbor & Pine',
    ...(type === 'SNAP_AD' ? { type } : leading),
    shareable: true,
    top_snap_media_id: mediaId,
    top_snap_crop_position: 'MIDDLE',
    profile_properties: { profile_id: profileId },
  }
  world.creatives.put(creativeId, entityOf(seeder, creativeId, age, creative))
  const id = uuidOf(`${squadId} ad ${position}`)
  const status = position === 1 && number === 2 ? 'PAUSED' : 'ACTIVE'
  const ad = { ad_squad_id: squadId, creative_id: creativeId, name, type, status }
  world.ads.put(id, entityOf(seeder, id, age, ad))
}
