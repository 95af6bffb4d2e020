import { PlatformError } from '../../../errors.ts'
import { disclosureOf } from './fields.ts'
import type { OwnItem } from './fields.ts'
import type { Params } from '../client.ts'
import { isObject } from '../create/targeting-location.ts'

/** What the platform may change in an ad by itself, by what the ad shows. What nobody asked for is switched off. */
const featuresOfEveryAd = [
  'creative_stickers',
  'enhance_cta',
  'inline_comment',
  'pac_relaxation',
  'product_browsing',
  'product_extensions',
  'profile_card',
  'reveal_details_over_time',
  'site_extensions',
  'text_optimizations',
  'text_translation',
]
const featuresOfImages = [
  'adapt_to_placement',
  'image_animation',
  'image_brightness_and_contrast',
  'image_templates',
  'image_text_translation',
  'image_touchups',
  'image_uncrop',
  'text_generation',
]
const featuresOfVideos = ['translate_voiceover', 'video_auto_crop', 'video_filtering', 'video_uncrop']
const featuresOfCarousels = ['carousel_to_video', 'description_automation', 'media_order']

interface Shown {
  images: boolean
  videos: boolean
  cards: boolean
}

function featuresOf({ images, videos, cards }: Shown): string[] {
  return [
    ...featuresOfEveryAd,
    ...(images ? featuresOfImages : []),
    ...(videos ? featuresOfVideos : []),
    ...(cards ? featuresOfCarousels : []),
  ]
}

const off = { enroll_status: 'OPT_OUT' }
const noShop = { destination_type: 'WEBSITE_AND_SHOP_OPT_OUT' }

/** A post, or a creator's content behind a code, is shown as it is: only what surrounds it can be switched off. */
export function optOuts(item: OwnItem, disclosureFeature: string): Params {
  const { ad, media } = item
  const features = featuresOf({
    images: media.some(({ kind }) => kind === 'image'),
    videos: media.some(({ kind }) => kind === 'video'),
    cards: ad.type === 'carousel',
  })
  const chosen: Record<string, { enroll_status: string }> = {}
  if (media.length > 0) for (const feature of features) chosen[feature] = off
  if (disclosureOf(ad)) chosen[disclosureFeature] = { enroll_status: 'OPT_IN' }
  const leadsToWebsite = ad.link !== undefined || ad.media.some(({ carouselLink }) => carouselLink)
  return {
    contextual_multi_ads: off,
    destination_spec: leadsToWebsite ? noShop : undefined,
    degrees_of_freedom_spec: Object.keys(chosen).length > 0 ? { creative_features_spec: chosen } : undefined,
  }
}

/**
 * The switches of a creative that is made from another one. What the other says stays as it is; where it says nothing, the
 * new one would get what the platform likes best today, so that is switched off.
 */
export function keptSwitches(content: Params): Params {
  const story = objectIn(content, 'object_story_spec')
  const feed = objectIn(content, 'asset_feed_spec')
  const { link_data: link, video_data: video } = story
  const hasLink = isObject(link)
  const hasVideo = isObject(video)
  if (!hasLink && !hasVideo && Object.keys(feed).length === 0) return {}
  const features = featuresOf({
    images: hasLink || Array.isArray(feed.images),
    videos: hasVideo || Array.isArray(feed.videos),
    cards: hasLink && Array.isArray(link.child_attachments),
  })
  const degrees = objectIn(content, 'degrees_of_freedom_spec')
  const said = objectIn(degrees, 'creative_features_spec')
  const silent = features.filter((feature) => said[feature] === undefined)
  const leadsToWebsite = hasLink || Array.isArray(feed.link_urls) || (hasVideo && isObject(video.call_to_action))
  return {
    contextual_multi_ads: content.contextual_multi_ads ?? off,
    destination_spec: content.destination_spec ?? (leadsToWebsite ? noShop : undefined),
    degrees_of_freedom_spec: {
      ...degrees,
      creative_features_spec: { ...said, ...Object.fromEntries(silent.map((feature) => [feature, off])) },
    },
  }
}

function objectIn(spec: Params, name: string): Params {
  const value = spec[name]
  return isObject(value) ? value : {}
}

/** So many features may be refused one after the other before the refusal is taken for an answer. */
const maxRefusedFeatures = 5

/**
 * Which features an account knows changes without notice, and the platform may refuse even to switch off one that it
 * does not know. Such a switch is left out, so that the ad is made all the same; the receipt shows that it is missing.
 */
export async function withKnownFeatures<T>(params: Params, send: (params: Params) => Promise<T>): Promise<T> {
  let sent = params
  for (let refused = 0; ; refused++) {
    try {
      return await send(sent)
    } catch (error) {
      const rest = refused < maxRefusedFeatures ? withoutBlamed(sent, error) : null
      if (!rest) throw error
      sent = rest
    }
  }
}

function withoutBlamed(params: Params, error: unknown): Params | null {
  if (!(error instanceof PlatformError) || error.kind !== 'rejected') return null
  const [, feature] = /creative_features_spec\W+(\w+)/.exec(error.failure.field ?? '') ?? []
  const spec = params.degrees_of_freedom_spec as { creative_features_spec: Record<string, object> } | undefined
  const { [feature ?? '']: blamed, ...kept } = spec?.creative_features_spec ?? {}
  if (!blamed || !('enroll_status' in blamed) || blamed.enroll_status !== 'OPT_OUT') return null
  return { ...params, degrees_of_freedom_spec: { creative_features_spec: kept } }
}
