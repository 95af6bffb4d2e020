import type { Enhancement, Enhancements } from '../../contract/enhancements.ts'
import { wordFor } from '../../kit/enhancements.ts'
import { isObject } from '../create/targeting-location.ts'
import { disclosureOf } from './fields.ts'
import type { OwnAd, OwnItem } from './fields.ts'
import type { Params } from '../client.ts'

/**
 * The features of creatives that the platform publishes for this version, by what an ad must show to have them. Two are left out:
 * standard_enhancements and standard_enhancements_catalog, which nobody can choose any more.
 */
const features: Record<'any' | NonNullable<Enhancement['of']>, string> = {
  any: `
    add_text_overlay ads_with_benefits advantage_plus_creative app_highlights audio auto_promotion_tag biz_ai
    catalog_feed_tag creative_stickers customize_product_recommendation cv_transformation dha_optimization dynamic_cta_text
    dynamic_partner_content enable_ncs_testimonials enhance_cta fb_feed_tag fb_reels_tag fb_story_tag
    feed_caption_optimization generate_cta hide_price hyperlink_formatting ig_feed_tag ig_glados_feed ig_reels_tag
    ig_stream_tag inline_comment local_store_extension media_type_automation music_generation pac_genai_recomposition
    pac_recomposition pac_relaxation product_browsing product_extensions product_metadata_automation product_tags
    profile_card profile_extension replace_media_text reveal_details_over_time show_destination_blurbs show_summary
    site_extensions text_extraction_for_headline text_extraction_for_tap_target text_formatting_optimization
    text_optimizations text_overlay_translation text_translation wa_mm_text_truncation_length`,
  pictures: `
    adapt_to_placement image_animation image_auto_crop image_background_gen image_banner image_brightness_and_contrast
    image_end_card image_enhancement image_templates image_text_translation image_touchups image_uncrop
    media_liquidity_animated_image multi_creative_post_carousel multi_photo_to_video text_generation
    wa_mm_image_filtering`,
  videos: `
    ig_video_native_subtitle translate_voiceover video_auto_crop video_filtering video_highlight video_highlights
    video_to_image video_uncrop video_uncrop_9x16_to_9x18`,
  carousels: 'carousel_to_video description_automation media_order',
  links: '',
}

const featureNames = Object.entries(features).flatMap(([of, names]) =>
  names.split(/\s+/).flatMap((name) => (name === '' ? [] : [{ name, of: of === 'any' ? undefined : of }])),
) as { name: string; of: Enhancement['of'] }[]

const enrolment = { on: 'OPT_IN', off: 'OPT_OUT' }
const specPlace = 'creative.degrees_of_freedom_spec.creative_features_spec'
const cardsPlace = 'creative.object_story_spec.link_data'

export const enhancements: Enhancements = {
  contextual_multi_ads: { place: 'creative.contextual_multi_ads.enroll_status', ...enrolment },
  shop_destination: {
    place: 'creative.destination_spec.destination_type',
    on: 'WEBSITE_AND_SHOP',
    off: 'WEBSITE_AND_SHOP_OPT_OUT',
    of: 'links',
  },
  multi_share_optimized: { place: `${cardsPlace}.multi_share_optimized`, on: true, off: false, of: 'carousels' },
  multi_share_end_card: { place: `${cardsPlace}.multi_share_end_card`, on: true, off: false, of: 'carousels' },
  ...Object.fromEntries(
    featureNames.map(({ name, of }) => [
      name,
      { place: `${specPlace}.${name}.enroll_status`, ...enrolment, ...(of ? { of } : {}) },
    ]),
  ),
}

interface Shown {
  pictures: boolean
  videos: boolean
  carousels: boolean
}

function featuresOf(shown: Shown): string[] {
  return featureNames.flatMap(({ name, of }) => (of === undefined || of === 'links' || shown[of] ? [name] : []))
}

type Asking = Pick<OwnAd, 'enhancements'>

const said = (ad: Asking, name: string) => wordFor(enhancements, name, ad.enhancements)

function enrolled(ad: Asking, name: string): { enroll_status: string } | undefined {
  const word = said(ad, name)
  return word === undefined ? undefined : { enroll_status: String(word) }
}

function destination(ad: Asking): object | undefined {
  const type = said(ad, 'shop_destination')
  return type === undefined ? undefined : { destination_type: type }
}

/** Left alone, the platform sorts the cards by success and adds one of its own at the end. */
export function cardSwitches(ad: Asking): Params {
  return {
    multi_share_optimized: said(ad, 'multi_share_optimized'),
    multi_share_end_card: said(ad, 'multi_share_end_card'),
  }
}

/** A post, or a creator's content behind a code, is shown as it is: only what surrounds it can be switched. */
export function switches(item: OwnItem, disclosureFeature: string): Params {
  const { ad, media } = item
  const fitting = featuresOf({
    pictures: media.some(({ kind }) => kind === 'image'),
    videos: media.some(({ kind }) => kind === 'video'),
    carousels: ad.type === 'carousel',
  })
  const chosen: Record<string, { enroll_status: string }> = {}
  for (const name of media.length > 0 ? fitting : []) {
    const choice = enrolled(ad, name)
    if (choice) chosen[name] = choice
  }
  if (disclosureOf(ad)) chosen[disclosureFeature] = { enroll_status: 'OPT_IN' }
  const leadsToWebsite = ad.link !== undefined || ad.media.some(({ carouselLink }) => carouselLink)
  return {
    contextual_multi_ads: enrolled(ad, 'contextual_multi_ads'),
    destination_spec: leadsToWebsite ? destination(ad) : undefined,
    degrees_of_freedom_spec: Object.keys(chosen).length > 0 ? { creative_features_spec: chosen } : undefined,
  }
}

/** Marks creatives whose enhancements were left to the platform, so that what is made from them is left to it too. */
const leftLabel = { name: 'flightdeck enhancements platform' }

export function leftLabels(ad: Asking): object[] {
  return ad.enhancements === 'platform' ? [leftLabel] : []
}

/** Of a creative that was made from another one. */
export function keptLabels({ adlabels }: Params): object[] {
  const isLeft = Array.isArray(adlabels) && adlabels.some((label) => isObject(label) && label.name === leftLabel.name)
  return isLeft ? [leftLabel] : []
}

/**
 * The switches of a creative that is made from another one. What the other says stays as it is; where it says nothing, the
 * new one would get what the platform likes best today, so that is switched off, unless it was left to
 * the platform.
 */
export function keptSwitches(content: Params): Params {
  if (keptLabels(content).length > 0) return {}
  const story = objectIn(content, 'object_story_spec')
  const feed = objectIn(content, 'asset_feed_spec')
  const { link_data: link, video_data: video } = story
  const hasLink = isObject(link)
  const hasVideo = isObject(video)
  if (!hasLink && !hasVideo && Object.keys(feed).length === 0) return {}
  const fitting = featuresOf({
    pictures: hasLink || Array.isArray(feed.images),
    videos: hasVideo || Array.isArray(feed.videos),
    carousels: hasLink && Array.isArray(link.child_attachments),
  })
  const degrees = objectIn(content, 'degrees_of_freedom_spec')
  const known = objectIn(degrees, 'creative_features_spec')
  const silent = fitting.filter((name) => known[name] === undefined)
  const leadsToWebsite = hasLink || Array.isArray(feed.link_urls) || (hasVideo && isObject(video.call_to_action))
  const off: Asking = { enhancements: 'off' }
  return {
    contextual_multi_ads: content.contextual_multi_ads ?? enrolled(off, 'contextual_multi_ads'),
    destination_spec: content.destination_spec ?? (leadsToWebsite ? destination(off) : undefined),
    degrees_of_freedom_spec: {
      ...degrees,
      creative_features_spec: { ...known, ...Object.fromEntries(silent.map((name) => [name, enrolled(off, name)])) },
    },
  }
}

function objectIn(spec: Params, name: string): Params {
  const value = spec[name]
  return isObject(value) ? value : {}
}

/** Features that are on in what is stored, and that the platform did not publish when this was written. */
export function unlistedIn(stored: object, except: string): string[] {
  const spec = objectIn(objectIn(stored as Params, 'degrees_of_freedom_spec'), 'creative_features_spec')
  return Object.entries(spec).flatMap(([name, choice]) => {
    const isIn = isObject(choice) && choice.enroll_status === enrolment.on
    return isIn && name !== except && !Object.hasOwn(enhancements, name) ? [name] : []
  })
}
