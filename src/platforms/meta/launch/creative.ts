import type { StepResult } from '../../contract/launch.ts'
import type { OwnAd, OwnItem } from './fields.ts'
import type { Params } from '../client.ts'
import { optionsFeed, placementFeed, textsOf } from './creative/feed.ts'
import { assetsOf, callToAction, carouselStory, identity, mediaStory } from './creative/story.ts'
import type { Asset } from './creative/story.ts'
import { leftLabels, switches } from './enhancements.ts'
import { storyIdOf } from './post.ts'

/** Flexible ads are built in two ways, and one ad may need both when its ad sets have different objectives. */
export function usesAssetGroups(item: Pick<OwnItem, 'ad' | 'facts'>): boolean {
  return item.ad.type === 'flexible' && item.facts.assetGroups === 'yes'
}

/** Unique for what is made: the ad, and the way in which it is built. */
export function creativeToken(item: OwnItem): string {
  return usesAssetGroups(item) ? `${item.adToken}g` : item.adToken
}

/** The stored name may get a suffix from the platform, never a prefix: it still starts with this. */
export function creativeName(item: OwnItem): string {
  const mark = ` ~${creativeToken(item)}~`
  return item.ad.adName.slice(0, 250 - mark.length) + mark
}

/** What is sent to make the item's creative, given what its media became on the platform. */
export function creativeParams(
  item: OwnItem,
  results: Record<string, StepResult>,
  aiDisclosureFeature: string,
): Params {
  const { ad } = item
  const { asset_feed_spec: feed, ...content } = contentOf(item, assetsOf(item, results))
  return {
    name: creativeName(item),
    ...content,
    asset_feed_spec: withPromoCode(feed as Params | undefined, ad.promoCode),
    ...switches(item, aiDisclosureFeature),
    url_tags: ad.urlTags,
    adlabels: [{ name: item.batchLabel }, ...leftLabels(ad)],
  }
}

function contentOf(item: OwnItem, assets: Asset[]): Params {
  const { ad } = item
  if (ad.scalePostId) return { object_story_id: storyIdOf(ad), instagram_user_id: ad.secondary ?? undefined }
  if (ad.type === 'partnershipCode') return partnershipCodeContent(ad)
  return { ...storyContent(item, assets), ...partnership(ad) }
}

function storyContent(item: OwnItem, assets: Asset[]): Params {
  const { ad } = item
  switch (ad.type) {
    case 'multi':
      return { object_story_spec: identity(ad), asset_feed_spec: placementFeed(item, assets) }
    case 'carousel':
      return { object_story_spec: carouselStory(ad, assets) }
    case 'flexible':
      return flexibleContent(item, assets)
    default:
      return { object_story_spec: mediaStory(ad, assets[0]!) }
  }
}

function flexibleContent(item: OwnItem, assets: Asset[]): Params {
  const { ad } = item
  const { bodies, titles } = textsOf(ad)
  const story = mediaStory({ ...ad, description: bodies[0], title: titles[0] }, assets[0]!)
  if (usesAssetGroups(item)) return { object_story_spec: story }
  const feed = optionsFeed(ad, assets)
  return { object_story_spec: feed?.link_urls ? identity(ad) : story, asset_feed_spec: feed }
}

/** The creator's post is the content; the brand is named as its sponsor. */
function partnershipCodeContent(ad: OwnAd): Params {
  return {
    object_id: ad.page,
    branded_content: { instagram_boost_post_access_token: ad.partnershipCode, ad_format: 1 },
    facebook_branded_content: { sponsor_page_id: ad.page },
    instagram_branded_content: { sponsor_id: ad.secondary },
    call_to_action: callToAction(ad.cta, ad.link),
  }
}

function partnership({ partnershipAd }: OwnAd): Params {
  if (!partnershipAd) return {}
  const { creatorId, creatorPageId } = partnershipAd
  return {
    facebook_branded_content: creatorPageId ? { sponsor_page_id: creatorPageId } : undefined,
    instagram_branded_content: creatorId ? { sponsor_id: creatorId } : undefined,
  }
}

/** Rides in the feed beside the story, and makes no feed ad of it. */
function withPromoCode(feed: Params | undefined, code: string | undefined): Params | undefined {
  if (!code) return feed
  return {
    ...feed,
    promotional_metadata: {
      manual_coupon_codes: [code],
      allowed_coupon_code_sources: ['AD_CREATIVE_MANUAL_COUPON_CODES'],
      is_auto_update_allowed: false,
    },
  }
}
