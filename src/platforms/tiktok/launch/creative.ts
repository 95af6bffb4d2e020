import type { StepResult } from '../../contract/launch.ts'
import type { OwnItem } from './fields.ts'
import { taggedLink } from '../../kit/tagged-link.ts'
import { wordsOn } from '../../kit/enhancements.ts'
import { isSpark, textOf } from './check-ad.ts'
import type { Params } from '../client.ts'
import { callsToAction } from './cta.ts'
import { listedFor } from './enhancements.ts'
import { formatOf } from '../content/posts.ts'

type Results = Record<string, StepResult>

/** What a creative shows, by which it is recognised: a post, a video or pictures. */
export interface Content {
  postId: string | null
  videoId: string | null
  imageIds: string[]
}

/** One for each creative: only flexible ads have several. */
export function contentsOf(item: OwnItem, results: Results): Content[] {
  const { ad, media } = item
  const none: Content = { postId: null, videoId: null, imageIds: [] }
  if (isSpark(ad)) return [{ ...none, postId: ad.sparkPostId ?? results.post?.id ?? null }]
  const ids = media.map((_, index) => results[`media:${index}`]?.id ?? '')
  if (ad.type === 'carousel') return [{ ...none, imageIds: ids }]
  return media.map(({ kind }, index) => {
    const id = ids[index] ?? ''
    return kind === 'video' ? { ...none, videoId: id } : { ...none, imageIds: [id] }
  })
}

/** The one entry of `creatives` that makes the ad. */
export function creativeParams(item: OwnItem, results: Results): Params {
  const { ad } = item
  return {
    ad_name: ad.adName,
    operation_status: ad.launchPaused ? 'DISABLE' : 'ENABLE',
    call_to_action: callsToAction.buttonFor(ad.cta),
    landing_page_url: taggedLink(ad),
    aigc_disclosure_type: isSpark(ad) ? undefined : disclosureWord(ad.aiDisclosure),
    ...speaker(item, results),
    ...(isSpark(ad) ? sparkParams(item, results) : ownParams(item, results)),
  }
}

/** The platform's words; nothing is said where the caller says nothing. */
export function disclosureWord(isDisclosed: boolean | undefined): string | undefined {
  if (isDisclosed === undefined) return undefined
  return isDisclosed ? 'SELF_DISCLOSURE' : 'NOT_DECLARED'
}

/** A creator's code names its identity itself. */
export function speaker({ ad, facts }: OwnItem, { post }: Results): Params {
  if (ad.sparkCode) return { identity_id: post?.identityId, identity_type: post?.identityType }
  return {
    identity_id: ad.identityId,
    identity_type: facts.identityType,
    identity_authorized_bc_id: facts.identityBcId,
  }
}

/** A post brings its own text and media; sending any is refused. */
function sparkParams(item: OwnItem, results: Results): Params {
  const format = formatOf(item.facts.postType ?? results.post?.itemType)
  return { ad_format: format, tiktok_item_id: contentsOf(item, results)[0]?.postId }
}

function ownParams(item: OwnItem, results: Results): Params {
  const [content] = contentsOf(item, results)
  const videoId = content?.videoId
  const { musicId, identityType } = item.facts
  // What happens when it is left out has changed; an ad must not turn up among the identity's own posts by itself.
  const dark = identityType === 'CUSTOMIZED_USER' ? {} : { dark_post_status: 'ON' }
  const chosen = wordsOn(listedFor(item.media), item.ad.enhancements)
  const text = { ad_text: textOf(item.ad), ...dark, creative_auto_enhancement_strategy_list: chosen }
  if (videoId) return { ...text, ad_format: 'SINGLE_VIDEO', video_id: videoId, image_ids: [results['cover:0']?.id] }
  if (musicId) return { ...text, ad_format: 'CAROUSEL_ADS', image_ids: content?.imageIds, music_id: musicId }
  return { ...text, ad_format: 'SINGLE_IMAGE', image_ids: content?.imageIds }
}
