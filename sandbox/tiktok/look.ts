import { factsOf, moneyText, plainWord } from '../core/look.ts'
import type { Look, LookCreative, LookFact, LookLevel, LookMedia, LookPicture, LookRow } from '../core/look.ts'
import type { World } from './world.ts'
import { textOf } from './call.ts'
import { coverOf } from './objects/covers.ts'
import type { Ad, AdGroup, Campaign, Switched } from './objects/objects.ts'
import { adEffective, adGroupEffective, campaignEffective } from './objects/status.ts'

export function tiktokLook(world: World): Look {
  return {
    title: 'TikTok',
    levels: [
      { level: 'campaigns', one: 'Campaign', many: 'Campaigns' },
      { level: 'groups', one: 'Ad group', many: 'Ad groups' },
      { level: 'ads', one: 'Ad', many: 'Ads' },
    ],
    accounts: () =>
      [...world.advertisers.values()].map(({ id, name, currency, tenant }) => ({ id, name, currency, tenant })),
    rows: (level, accountId) =>
      collections(world)
        [level].lookup('advertiser', accountId)
        .map((one: Switched) => row(world, one)),
    facts: (level, { id }) => factsAt(world, level, id),
    creative: ({ id }) => creativeOf(world, id),
    picture: (name) => pictureOf(world, name),
  }
}

function collections({ campaigns, adgroups, ads }: World) {
  return { campaigns, groups: adgroups, ads }
}

function effective(world: World, object: Switched): string {
  if ('creative' in object) return adEffective(world, object as Ad)
  return 'campaign' in object ? adGroupEffective(world, object as AdGroup) : campaignEffective(object as Campaign)
}

function row(world: World, object: Switched): LookRow {
  const { id, name, created, updated } = object
  const { adgroup, campaign } = object as Partial<Ad>
  const isGone = effective(world, object) === 'DELETE'
  const status = isGone ? 'DELETED' : object.status === 'ENABLE' ? 'ACTIVE' : 'PAUSED'
  const parent = adgroup ?? campaign
  return { id, name, status, parentIds: parent === undefined ? [] : [parent], created, updated }
}

function factsAt(world: World, level: LookLevel, id: string): LookFact[] {
  const object: Switched | undefined = collections(world)[level].get(id)
  if (!object) return []
  const { currency = 'USD' } = world.advertisers.get(object.advertiser) ?? {}
  const { budget = 0, budgetMode, objective, more = {} } = object as Partial<Campaign>
  const span = budgetMode === 'BUDGET_MODE_TOTAL' ? 'in all' : 'a day'
  return factsOf({
    Delivery: plainWord(effective(world, object)),
    Objective: plainWord(objective),
    Goal: plainWord(more['optimization_goal']),
    Budget: budget > 0 ? `${moneyText(budget, currency)} ${span}` : '',
    Placements: (object as Partial<AdGroup>).placements?.map((each) => plainWord(each.slice(10))).join(', '),
    Format: plainWord((object as Partial<Ad>).creative?.['ad_format']),
  })
}

function creativeOf(world: World, adId: string): LookCreative | undefined {
  const ad = world.ads.get(adId)
  if (!ad) return undefined
  const { creative } = ad
  const identity = world.identities.get(textOf(creative['identity_id']))
  const post = world.posts.get(textOf(creative['tiktok_item_id']))
  return {
    advertiser: textOf(creative['display_name']) || (identity?.name ?? 'Advertiser'),
    text: textOf(creative['ad_text']) || (post?.text ?? ''),
    headline: '',
    description: '',
    callToAction: textOf(creative['call_to_action']),
    link: textOf(creative['landing_page_url']),
    media: post ? [{ kind: 'video', picture: `post ${post.id}`, width: 1080, height: 1920 }] : mediaOf(world, ad),
    places: [{ form: 'story', title: 'For You feed' }],
    stored: creative,
  }
}

function mediaOf(world: World, { creative }: Ad): LookMedia[] {
  const ids = Array.isArray(creative['image_ids']) ? creative['image_ids'].map(textOf) : []
  const video = world.videos.get(textOf(creative['video_id']))
  if (video) {
    const { width, height } = video
    return [{ kind: 'video', picture: `image ${ids[0] ?? `tos-cover/${video.id}/0`}`, width, height }]
  }
  return ids.flatMap((id): LookMedia[] => {
    const image = coverOf(world, id) ?? world.images.get(id)
    return image ? [{ kind: 'image', picture: `image ${id}`, width: image.width, height: image.height }] : []
  })
}

function pictureOf(world: World, name: string): LookPicture | undefined {
  const [kind, id = ''] = name.split(' ')
  if (kind === 'post') return world.posts.get(id) && { width: 1080, height: 1920 }
  const image = coverOf(world, id) ?? world.images.get(id)
  return image && { kept: world.pictures.get(id), width: image.width, height: image.height }
}
