import { factsOf, moneyText, plainWord } from '../core/look.ts'
import type { Look, LookCreative, LookFact, LookLevel, LookMedia, LookPicture, LookRow } from '../core/look.ts'
import type { Books } from './books.ts'
import { textOf } from './call.ts'
import { coverOf } from './objects/covers.ts'
import type { Ad, AdGroup, Campaign, Switched } from './objects/objects.ts'
import { adEffective, adGroupEffective, campaignEffective } from './objects/status.ts'

export function tiktokLook(books: Books): Look {
  return {
    title: 'TikTok',
    levels: [
      { level: 'campaigns', one: 'Campaign', many: 'Campaigns' },
      { level: 'groups', one: 'Ad group', many: 'Ad groups' },
      { level: 'ads', one: 'Ad', many: 'Ads' },
    ],
    accounts: () =>
      [...books.advertisers.values()].map(({ id, name, currency, tenant }) => ({ id, name, currency, tenant })),
    rows: (level, accountId) =>
      collections(books)
        [level].lookup('advertiser', accountId)
        .map((one: Switched) => row(books, one)),
    facts: (level, { id }) => factsAt(books, level, id),
    creative: ({ id }) => creativeOf(books, id),
    picture: (name) => pictureOf(books, name),
  }
}

function collections({ campaigns, adgroups, ads }: Books) {
  return { campaigns, groups: adgroups, ads }
}

function effective(books: Books, object: Switched): string {
  if ('creative' in object) return adEffective(books, object as Ad)
  return 'campaign' in object ? adGroupEffective(books, object as AdGroup) : campaignEffective(object as Campaign)
}

function row(books: Books, object: Switched): LookRow {
  const { id, name, created, updated } = object
  const { adgroup, campaign } = object as Partial<Ad>
  const isGone = effective(books, object) === 'DELETE'
  const status = isGone ? 'DELETED' : object.status === 'ENABLE' ? 'ACTIVE' : 'PAUSED'
  const parent = adgroup ?? campaign
  return { id, name, status, parentIds: parent === undefined ? [] : [parent], created, updated }
}

function factsAt(books: Books, level: LookLevel, id: string): LookFact[] {
  const object: Switched | undefined = collections(books)[level].get(id)
  if (!object) return []
  const { currency = 'USD' } = books.advertisers.get(object.advertiser) ?? {}
  const { budget = 0, budgetMode, objective, more = {} } = object as Partial<Campaign>
  const span = budgetMode === 'BUDGET_MODE_TOTAL' ? 'in all' : 'a day'
  return factsOf({
    Delivery: plainWord(effective(books, object)),
    Objective: plainWord(objective),
    Goal: plainWord(more['optimization_goal']),
    Budget: budget > 0 ? `${moneyText(budget, currency)} ${span}` : '',
    Placements: (object as Partial<AdGroup>).placements?.map((each) => plainWord(each.slice(10))).join(', '),
    Format: plainWord((object as Partial<Ad>).creative?.['ad_format']),
  })
}

function creativeOf(books: Books, adId: string): LookCreative | undefined {
  const ad = books.ads.get(adId)
  if (!ad) return undefined
  const { creative } = ad
  const identity = books.identities.get(textOf(creative['identity_id']))
  const post = books.posts.get(textOf(creative['tiktok_item_id']))
  return {
    advertiser: textOf(creative['display_name']) || (identity?.name ?? 'Advertiser'),
    text: textOf(creative['ad_text']) || (post?.text ?? ''),
    headline: '',
    description: '',
    callToAction: textOf(creative['call_to_action']),
    link: textOf(creative['landing_page_url']),
    media: post ? [{ kind: 'video', picture: `post ${post.id}`, width: 1080, height: 1920 }] : mediaOf(books, ad),
    places: [{ form: 'story', title: 'For You feed' }],
    stored: creative,
  }
}

function mediaOf(books: Books, { creative }: Ad): LookMedia[] {
  const ids = Array.isArray(creative['image_ids']) ? creative['image_ids'].map(textOf) : []
  const video = books.videos.get(textOf(creative['video_id']))
  if (video) {
    const { width, height } = video
    return [{ kind: 'video', picture: `image ${ids[0] ?? `tos-cover/${video.id}/0`}`, width, height }]
  }
  return ids.flatMap((id): LookMedia[] => {
    const image = coverOf(books, id) ?? books.images.get(id)
    return image ? [{ kind: 'image', picture: `image ${id}`, width: image.width, height: image.height }] : []
  })
}

function pictureOf(books: Books, name: string): LookPicture | undefined {
  const [kind, id = ''] = name.split(' ')
  if (kind === 'post') return books.posts.get(id) && { width: 1080, height: 1920 }
  const image = coverOf(books, id) ?? books.images.get(id)
  return image && { kept: books.pictures.get(id), width: image.width, height: image.height }
}
