import { factsOf, moneyText, plainWord } from '../core/look.ts'
import type { Look, LookCreative, LookFact, LookLevel, LookMedia, LookPicture, LookRow } from '../core/look.ts'
import type { AdStatus } from '../core/ad-status.ts'
import { currencyOf } from './campaigns/money.ts'
import type { Ad, AdSet, Campaign, Creative, Deliverable } from './campaigns/objects.ts'
import { adEffectiveStatus, adSetEffectiveStatus, campaignEffectiveStatus } from './campaigns/status.ts'
import { imageBytes, typeOf } from './creatives/images.ts'
import { imageHashOf, linkOf, storyOf, videoIdOf } from './creatives/story.ts'
import type { World } from './world.ts'
import { objectOf, objectsOf, textOf } from './graph/params.ts'

export function metaLook(world: World): Look {
  return {
    title: 'Meta',
    levels: [
      { level: 'campaigns', one: 'Campaign', many: 'Campaigns' },
      { level: 'groups', one: 'Ad set', many: 'Ad sets' },
      { level: 'ads', one: 'Ad', many: 'Ads' },
    ],
    accounts: () =>
      [...world.accounts.values()].map(({ id, name, currency, tenant }) => ({ id, name, currency, tenant })),
    rows: (level, accountId) => {
      const { account_id: number } = world.accounts.get(accountId) ?? {}
      return number === undefined
        ? []
        : collections(world)
            [level].lookup('account', number)
            .map((one) => row(world, one))
    },
    facts: (level, { id }) => factsAt(world, level, id),
    creative: ({ id }) => creativeOf(world, id),
    picture: (name) => pictureOf(world, name),
  }
}

function collections({ campaigns, adsets, ads }: World) {
  return { campaigns, groups: adsets, ads }
}

function isAd(object: Deliverable): object is Ad {
  return 'creative_id' in object
}

function isAdSet(object: Deliverable): object is AdSet {
  return 'campaign_id' in object && !isAd(object)
}

function effective(world: World, object: Deliverable): string {
  if (isAd(object)) return adEffectiveStatus(world, object)
  return isAdSet(object) ? adSetEffectiveStatus(world, object) : campaignEffectiveStatus(object as Campaign)
}

function row(world: World, object: Deliverable): LookRow {
  const { id, name, created, updated } = object
  const shown = effective(world, object)
  const status: AdStatus = shown === 'DELETED' || shown === 'ARCHIVED' ? shown : object.status
  const parentIds = isAd(object) ? [object.adset_id] : isAdSet(object) ? [object.campaign_id] : []
  return { id, name, status, parentIds, created, updated }
}

function factsAt(world: World, level: LookLevel, id: string): LookFact[] {
  const object: Deliverable | undefined = collections(world)[level].get(id)
  if (!object) return []
  const { currency = 'USD' } = world.accounts.get(`act_${object.account_id}`) ?? {}
  const amount = (field: string) => {
    const value = object[field]
    return typeof value === 'number' ? moneyText(value / currencyOf(currency).offset, currency) : ''
  }
  const daily = amount('daily_budget')
  const lifetime = amount('lifetime_budget')
  return factsOf({
    Delivery: plainWord(effective(world, object)),
    Objective: plainWord(textOf(object['objective'])?.replace('OUTCOME_', '')),
    Goal: plainWord(object['optimization_goal']),
    Budget: daily ? `${daily} a day` : lifetime && `${lifetime} in all`,
    Bidding: plainWord(object['bid_strategy']),
    Creative: isAd(object) ? object.creative_id : '',
    Variations: isAd(object) ? variations(world.creatives.get(object.creative_id)) : '',
  })
}

/** What the platform chooses from. */
function variations(creative: Creative | undefined): string {
  const count = (list: string) => objectsOf(creative?.asset_feed_spec?.[list]).length
  const parts: [number, string][] = [
    [count('images') + count('videos'), 'media'],
    [count('bodies'), 'texts'],
    [count('titles'), 'headlines'],
  ]
  return parts.some(([many]) => many > 1) ? parts.map(([many, what]) => `${many} ${what}`).join(', ') : ''
}

function creativeOf(world: World, adId: string): LookCreative | undefined {
  const creative = world.creatives.get(world.ads.get(adId)?.creative_id ?? '')
  if (!creative) return undefined
  const story = storyOf(creative)
  const feed = creative.asset_feed_spec
  const first = (list: string) => textOf(objectsOf(feed?.[list])[0]?.['text'])
  const post = world.posts.get(creative.object_story_id ?? '')
  const shared = world.instagramMedia.get(creative.source_instagram_media_id ?? '')
  const pageId = textOf(creative.object_story_spec?.['page_id']) ?? post?.page_id ?? textOf(creative['object_id'])
  const button = objectOf(story['call_to_action']) ?? creative.call_to_action ?? post?.call_to_action
  const [feedButton] = Array.isArray(feed?.['call_to_action_types']) ? (feed['call_to_action_types'] as unknown[]) : []
  const instagram = world.instagrams.get(textOf(creative['instagram_user_id']) ?? '')
  return {
    advertiser: world.pages.get(pageId ?? '')?.name ?? instagram?.name ?? 'Advertiser',
    text: textOf(story['message']) ?? first('bodies') ?? post?.message ?? shared?.caption ?? '',
    headline: textOf(story['name']) ?? textOf(story['title']) ?? first('titles') ?? '',
    description: textOf(story['description']) ?? textOf(story['link_description']) ?? first('descriptions') ?? '',
    callToAction: textOf(button?.['type']) ?? textOf(feedButton) ?? '',
    link: linkOf(creative) ?? post?.link ?? '',
    media: mediaOf(world, creative),
    places: [
      { form: 'feed', title: 'Facebook feed', media: placed(world, creative, 'facebook_positions', 'feed') },
      { form: 'social', title: 'Instagram feed', media: placed(world, creative, 'instagram_positions', 'stream') },
      { form: 'story', title: 'Stories and Reels', media: placed(world, creative, 'instagram_positions', 'story') },
    ],
    stored: creative,
  }
}

function mediaOf(world: World, creative: Creative): LookMedia[] {
  const cards = objectsOf(storyOf(creative)['child_attachments'])
  if (cards.length > 0)
    return cards.flatMap((card) => {
      const shown = oneMedia(world, creative, textOf(card['image_hash']), textOf(card['video_id']))
      return shown.map((media) => ({ ...media, title: textOf(card['name']), link: textOf(card['link']) }))
    })
  return oneMedia(world, creative, imageHashOf(creative), videoIdOf(creative))
}

function oneMedia(world: World, { account_id: account }: Creative, hash?: string, videoId?: string): LookMedia[] {
  const image = world.images.get(`${account}:${hash ?? ''}`)
  const video = world.videos.get(videoId ?? '')
  if (video) {
    const { width = 1080, height = 1080 } = video.width > 0 ? video : {}
    return [{ kind: 'video', picture: image ? `image ${image.id}` : `video ${video.id}`, width, height }]
  }
  return image ? [{ kind: 'image', picture: `image ${image.id}`, width: image.width, height: image.height }] : []
}

/** What one place shows where each has media of its own; undefined: what all show. */
function placed(world: World, creative: Creative, kind: string, position: string): LookMedia[] | undefined {
  const feed = creative.asset_feed_spec
  const rules = objectsOf(feed?.['asset_customization_rules'])
  const rule = rules.find(({ customization_spec: spec }) => {
    const positions = objectOf(spec)?.[kind]
    return Array.isArray(positions) && positions.includes(position)
  })
  if (!feed || !rule) return undefined
  const labelled = (list: string, label: unknown) => {
    const name = textOf(objectOf(label)?.['name'])
    const isMeant = (one: Record<string, unknown>) => objectsOf(one['adlabels']).some((each) => each['name'] === name)
    return name === undefined ? undefined : objectsOf(feed[list]).find(isMeant)
  }
  const image = labelled('images', rule['image_label'])
  const video = labelled('videos', rule['video_label'])
  return oneMedia(world, creative, textOf(image?.['hash']), textOf(video?.['video_id']))
}

function pictureOf(world: World, name: string): LookPicture | undefined {
  const [kind, id = ''] = name.split(' ')
  if (kind === 'video') return world.videos.get(id)
  const image = world.images.get(id)
  if (!image) return undefined
  const { width, height, format } = image
  const bytes = imageBytes(world).get(id)
  return { width, height, ...(bytes ? { kept: { ...bytes, type: typeOf(bytes, format) } } : {}) }
}
