import { tenantNumber } from '../graph/access/tenant-ids.ts'
import type { Account, Page } from '../campaigns/objects.ts'
import type { Seeder } from './seeder.ts'

const day = 24 * 3600 * 1000
const commentedAds = 6

const remarks: { author: string; message: string; likes: number; reply?: string }[] = [
  {
    author: 'Dana Whitfield',
    message: 'Does this run small? I am between sizes.',
    likes: 4,
    reply: 'Size up if in doubt, returns are free.',
  },
  { author: 'Omar Reyes', message: 'Third order this year, still happy.', likes: 11 },
  { author: 'Priya N.', message: 'My parcel is late and nobody answers.', likes: 2 },
  { author: 'Lena Fischer', message: 'cheap copies at www.example-copies.example!!!', likes: 0 },
]

const creators = [
  { username: 'mara.makes', name: 'Mara Lind', status: 'APPROVED' },
  { username: 'northside.knits', name: 'Northside Knits', status: 'PENDING' },
  { username: 'oldharbour', name: 'Old Harbour', status: 'REVOKED' },
]

/** What people say under posts and ads. */
export function seedComments(seeder: Seeder, accounts: Account[], pages: Page[]): void {
  const { world } = seeder
  for (const page of pages) {
    for (const post of world.posts.lookup('page', page.id).slice(0, 3)) seedPageComments(seeder, page, post.id)
    for (const media of world.instagramMedia.lookup('instagram', page.instagram_id).slice(0, 2))
      seedInstagramComments(seeder, page, media.id)
  }
  const [page] = pages
  for (const account of accounts)
    for (const ad of world.ads.lookup('account', account.account_id).filter(isRunning).slice(0, commentedAds)) {
      const creative = world.creatives.get(ad.creative_id)
      if (page && creative) {
        seedPageComments(seeder, page, String(creative['effective_object_story_id']))
        seedInstagramComments(seeder, page, String(creative['effective_instagram_media_id']))
      }
    }
}

function isRunning({ status }: { status: string }): boolean {
  return status === 'ACTIVE'
}

function seedPageComments(seeder: Seeder, page: Page, postId: string): void {
  const part = postId.split('_')[1] ?? postId
  remarks.forEach(({ author, message, likes, reply }, index) => {
    // Posts of different Pages may share their second part.
    const id = `${part}_7${page.id.slice(-3)}${index + 1}`
    const written = { author: { id: `3${tenantNumber(seeder.tenant)}00${index + 1}`, name: author }, like_count: likes }
    const base = { ...commentBase(seeder, id, postId, index), page_id: page.id }
    seeder.world.comments.put(id, { ...base, ...written, message })
    if (!reply) return
    const answer = { ...commentBase(seeder, `${id}1`, postId, index + 0.2), page_id: page.id, parent_id: id }
    const author2 = { id: page.id, name: page.name }
    seeder.world.comments.put(answer.id, { ...answer, author: author2, message: reply, like_count: 1 })
  })
}

function seedInstagramComments(seeder: Seeder, page: Page, mediaId: string): void {
  remarks.forEach(({ author, message, likes, reply }, index) => {
    const id = `178${mediaId.slice(2)}0${index + 1}`
    const name = author.toLowerCase().replaceAll(/[^a-z]+/g, '.')
    const written = { author: { id: `4${tenantNumber(seeder.tenant)}00${index + 1}`, name }, like_count: likes }
    seeder.world.instagramComments.put(id, { ...commentBase(seeder, id, mediaId, index), ...written, message })
    if (!reply) return
    const answer = { ...commentBase(seeder, `${id}1`, mediaId, index + 0.2), parent_id: id }
    const own = { id: page.instagram_id, name: page.username }
    seeder.world.instagramComments.put(answer.id, { ...answer, author: own, message: reply, like_count: 1 })
  })
}

function commentBase({ tenant, since }: Seeder, id: string, subject: string, age: number) {
  const created = since + (90 + age * 3) * day
  return { id, tenant, created, updated: created, subject_id: subject, is_hidden: false }
}

/** Creators, their posts, and the codes that open those posts for ads. */
export function seedPartnerships(seeder: Seeder): void {
  const { world, tenant, since } = seeder
  const number = tenantNumber(tenant)
  const base = (id: string) => ({ id, tenant, created: since + 70 * day, updated: since + 70 * day })
  creators.forEach(({ username, name, status }, index) => {
    const id = `17842${number}000${index + 1}`
    const pageId = `1070${number}00${index + 1}`
    world.creators.put(id, {
      ...base(id),
      username,
      name,
      page_id: pageId,
      permission_status: status,
      followers_count: 48_000,
    })
    const mediaId = `18${number}000090${index + 1}`
    world.instagramMedia.put(mediaId, {
      ...base(mediaId),
      instagram_id: id,
      caption: 'A week in one jacket.',
      media_type: 'IMAGE',
      media_product_type: 'FEED',
      username,
      permalink: `https://instagram.example/p/${mediaId}/`,
      boost_eligibility_info: { eligible_to_boost: true },
    })
    const code = `adcode-${number}-${index === 2 ? 'expired' : index + 1}`
    const expires = index === 2 ? since + 80 * day : since + 3650 * day
    world.adCodes.put(code, { ...base(code), media_id: mediaId, creator_id: id, expires })
  })
}

export function seedAudiences({ world, tenant, since }: Seeder, account: Account): void {
  const [pixel] = world.pixels.lookup('account', account.account_id)
  const names = ['Site visitors 30d', 'Purchasers 180d', 'Lookalike 1% of purchasers']
  names.forEach((name, index) => {
    const id = `2385${account.account_id.slice(1, 9)}${account.account_id.slice(-1)}00${index + 1}`
    const created = since + (20 + index) * day
    const size = 12_000 * (index + 1)
    const subtype = index === 2 ? 'LOOKALIKE' : 'WEBSITE'
    world.customAudiences.put(id, {
      ...{ id, tenant, account_id: account.account_id, created, updated: created },
      ...{ name, subtype, approximate_count_lower_bound: size, approximate_count_upper_bound: Math.round(size * 1.2) },
    })
  })
  const id = `4385${account.account_id.slice(1, 9)}${account.account_id.slice(-1)}001`
  const created = since + 25 * day
  world.customConversions.put(id, {
    ...{ id, tenant, account_id: account.account_id, created, updated: created },
    ...{ name: 'Order over 100', pixel_id: pixel?.id ?? '', custom_event_type: 'PURCHASE', is_archived: false },
    rule: JSON.stringify({ and: [{ event: { eq: 'Purchase' } }, { url: { i_contains: 'thank-you' } }] }),
  })
}
