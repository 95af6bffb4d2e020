import { createHash } from 'node:crypto'
import { localTime } from '../core/figures/account-days.ts'
import { createRandom, hashText } from '../core/figures/random.ts'
import { defaultTenant } from '../core/tenants.ts'
import type { World, NewAccount } from './world.ts'
import { tenantNumber } from './graph/access/tenant-ids.ts'
import type { Account, Image, Page } from './campaigns/objects.ts'
import { seedCampaigns } from './seed/campaigns.ts'
import { seedAudiences, seedComments, seedPartnerships } from './seed/content.ts'
import { seedActivities } from './seed/history.ts'
import { seedLegacy } from './seed/legacy.ts'
import { imagePlans, pagePlans, postPlans } from './seed/plan.ts'
import type { Seeder } from './seed/seeder.ts'

const day = 24 * 3600 * 1000

const accountPlans: NewAccount[] = [
  { name: 'Harbor & Pine US', currency: 'USD', timezone: 'America/New_York' },
  { name: 'Harbor & Pine Japan', currency: 'JPY', timezone: 'Asia/Tokyo' },
]

export function seedWorld(world: World): void {
  ensureTenant(world, defaultTenant)
}

/** A company is filled in when its token is seen for the first time. */
export function ensureTenant(world: World, tenant: string): void {
  if (world.tenants.get(tenant)) return
  world.tenants.put(tenant, { tenant })
  let count = 0
  const number = tenantNumber(tenant)
  const seeder: Seeder = {
    world,
    tenant,
    random: createRandom(world.context.seed() ^ hashText(tenant)),
    since: world.now() - 120 * day,
    treeId: () => `12020${number}${String(++count).padStart(5, '0')}`,
  }
  const businessId = seedBusiness(seeder)
  const pages = pagePlans.map((_plan, index) => seedPage(seeder, index))
  const { newAccounts } = world.settings()
  const isUsual = newAccounts.length === 0 || tenant === defaultTenant
  const seeded = (isUsual ? accountPlans : newAccounts).map((plan, index) => {
    const account = seedAccount(seeder, plan, index, businessId)
    const images = imagePlans.map((_plan, image) => seedImage(seeder, account, image))
    if (!isUsual) return account
    const ofAccount = { ...seeder, account, pages, images }
    seedLegacy(ofAccount)
    seedCampaigns(ofAccount)
    seedActivities(seeder, account)
    seedAudiences(seeder, account)
    return account
  })
  seedPartnerships(seeder)
  if (isUsual) seedComments(seeder, seeded, pages)
}

function base(seeder: Seeder, id: string, age = 0) {
  return { id, tenant: seeder.tenant, created: seeder.since + age * day, updated: seeder.since + age * day }
}

function seedBusiness(seeder: Seeder): string {
  const id = `2440${tenantNumber(seeder.tenant)}001`
  const name = seeder.tenant === defaultTenant ? 'Harbor & Pine Group' : `Harbor & Pine (${seeder.tenant})`
  seeder.world.businesses.put(id, {
    ...base(seeder, id),
    name,
    verification_status: 'verified',
    timezone_id: 1,
    link: `https://business.example/${id}`,
  })
  return id
}

function seedPage(seeder: Seeder, index: number): Page {
  const { world, tenant } = seeder
  const plan = pagePlans[index] ?? { name: 'Page', username: 'page', category: 'Brand' }
  const id = `1060${tenantNumber(tenant)}00${index + 1}`
  const instagramId = `17841${tenantNumber(tenant)}000${index + 1}`
  world.instagrams.put(instagramId, {
    ...base(seeder, instagramId),
    username: plan.username,
    name: plan.name,
    followers_count: seeder.random.integer(8000, 90000),
    media_count: 3,
  })
  for (const [number, type] of ['IMAGE', 'VIDEO', 'VIDEO'].entries()) {
    const mediaId = `18${tenantNumber(tenant)}00000${index + 1}${number + 1}`
    world.instagramMedia.put(mediaId, {
      ...base(seeder, mediaId, 40 + number),
      instagram_id: instagramId,
      caption: postPlans[number]?.message ?? '',
      media_type: type,
      media_product_type: type === 'VIDEO' ? 'REELS' : 'FEED',
      username: plan.username,
      permalink: `https://instagram.example/p/${mediaId}/`,
      ...(number < 2
        ? { boost_eligibility_info: { eligible_to_boost: true } }
        : {
            boost_eligibility_info: { eligible_to_boost: false },
            copyright_check_information: { status: 'completed', matches_found: true },
          }),
    })
  }
  postPlans.forEach((post, number) => seedPost(seeder, id, post, number))
  return world.pages.put(id, {
    ...base(seeder, id),
    ...plan,
    instagram_id: instagramId,
    tasks: ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MANAGE', 'MESSAGING', 'MODERATE'],
    fan_count: seeder.random.integer(5000, 60000),
    is_published: true,
    promotion_eligible: true,
    link: `https://facebook.example/${plan.username}`,
  })
}

function seedPost(seeder: Seeder, pageId: string, plan: (typeof postPlans)[number], number: number): void {
  const id = `${pageId}_1220${tenantNumber(seeder.tenant)}00${number + 1}`
  const link = plan.path && `https://shop.example${plan.path}`
  const button = link && plan.button ? { call_to_action: { type: plan.button, value: { link } } } : {}
  const extra = {
    is_published: true,
    is_eligible_for_promotion: !plan.isIneligible,
    promotable_id: id,
    status_type: link ? 'shared_story' : 'added_photos',
  }
  seeder.world.posts.put(id, {
    ...base(seeder, id, 60 + number * 8),
    page_id: pageId,
    message: plan.message,
    ...(link ? { link } : {}),
    ...button,
    ...extra,
    permalink_url: `https://facebook.example/${id}`,
  })
}

function seedAccount(
  seeder: Seeder,
  { name, currency, timezone }: NewAccount,
  index: number,
  businessId: string,
): Account {
  const number = String(index + 1).padStart(6, '0')
  const accountId = `5${tenantNumber(seeder.tenant)}${number}`
  const id = `act_${accountId}`
  const pixelId = `7${tenantNumber(seeder.tenant)}${number}`
  seeder.world.pixels.put(pixelId, {
    ...base(seeder, pixelId),
    account_id: accountId,
    name: `${name} pixel`,
    last_fired_time: new Date(seeder.since + 119 * day).toISOString().replace(/\.\d{3}Z$/, '+0000'),
    code: `<!-- pixel ${pixelId} -->`,
  })
  return seeder.world.accounts.put(id, {
    ...base(seeder, id),
    account_id: accountId,
    name,
    currency,
    timezone_name: timezone,
    timezone_offset_hours_utc: hoursFromUtc(seeder.world.now(), timezone),
    business_id: businessId,
    business_country_code: currency === 'JPY' ? 'JP' : 'US',
    account_status: 1,
    disable_reason: 0,
    amount_spent: String(seeder.random.integer(100_000, 9_000_000)),
    balance: '0',
    spend_cap: '0',
    user_tasks: ['ADVERTISE', 'ANALYZE', 'DRAFT', 'MANAGE'],
  })
}

function hoursFromUtc(time: number, timezone: string): number {
  const [there, utc] = [timezone, 'UTC'].map((zone) => {
    const local = localTime(time, zone)
    return Date.parse(`${local.day}T00:00:00Z`) / 3_600_000 + local.hour + local.minute / 60
  })
  return (there ?? 0) - (utc ?? 0)
}

function seedImage(seeder: Seeder, account: Account, index: number): Image {
  const plan = imagePlans[index] ?? { name: 'image.png', width: 1080, height: 1080 }
  const hash = createHash('md5').update(`${account.account_id} ${plan.name}`).digest('hex')
  const id = `${account.account_id}:${hash}`
  return seeder.world.images.put(id, {
    ...base(seeder, id, index),
    account_id: account.account_id,
    hash,
    ...plan,
    original_width: plan.width,
    original_height: plan.height,
    size: 40_000,
    format: 'png',
    status: 'ACTIVE',
  })
}
