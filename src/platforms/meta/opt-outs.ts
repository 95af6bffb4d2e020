import { PlatformError } from '../../errors.ts'
import type { LaunchItem } from '../launch.ts'
import type { Params } from './client.ts'

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

/** A post, or a creator's content behind a code, is shown as it is: only what surrounds it can be switched off. */
export function optOuts(item: LaunchItem, disclosureFeature: string): Params {
  const { ad, media } = item
  const features = [
    ...featuresOfEveryAd,
    ...(media.some(({ kind }) => kind === 'image') ? featuresOfImages : []),
    ...(media.some(({ kind }) => kind === 'video') ? featuresOfVideos : []),
    ...(ad.type === 'carousel' ? featuresOfCarousels : []),
  ]
  const chosen: Record<string, { enroll_status: string }> = {}
  if (media.length > 0) for (const feature of features) chosen[feature] = { enroll_status: 'OPT_OUT' }
  if (ad.aiMediaSelfDisclosure) chosen[disclosureFeature] = { enroll_status: 'OPT_IN' }
  const leadsToWebsite = ad.link !== undefined || ad.media.some(({ carouselLink }) => carouselLink)
  return {
    contextual_multi_ads: { enroll_status: 'OPT_OUT' },
    destination_spec: leadsToWebsite ? { destination_type: 'WEBSITE_AND_SHOP_OPT_OUT' } : undefined,
    degrees_of_freedom_spec: Object.keys(chosen).length > 0 ? { creative_features_spec: chosen } : undefined,
  }
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
