import { isGiven, oneOf, optionalList, optionalText, requiredText } from '../call.ts'
import type { Call } from '../call.ts'
import { coverOf } from './covers.ts'
import { invalid, missing, TikTokError } from '../errors.ts'
import { identityTypes, isPublic, isVideo } from './identities.ts'
import type { AdGroup, Advertiser, Identity } from './objects.ts'
import { musicIds } from './music.ts'

const formats = ['SINGLE_IMAGE', 'SINGLE_VIDEO', 'CAROUSEL_ADS', 'CATALOG_CAROUSEL', 'LIVE_CONTENT']
export const callsToAction = `
  APPLY_NOW BOOK_NOW CALL_NOW CONTACT_US DOWNLOAD_NOW EXPERIENCE_NOW GET_QUOTE GET_SHOWTIMES GET_TICKETS_NOW
  INSTALL_NOW INTERESTED LEARN_MORE LISTEN_NOW ORDER_NOW PLAY_GAME PREORDER_NOW READ_MORE SEND_MESSAGE SHOP_NOW
  SIGN_UP SUBSCRIBE VIEW_NOW VIEW_PROFILE VISIT_STORE WATCH_LIVE WATCH_NOW
`
  .trim()
  .split(/\s+/)
export const maxNameLength = 512
const maxTextLength = 100
const maxImages = 35
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u

export interface AdPosition {
  call: Call
  advertiser: Advertiser
  adgroup: AdGroup
}

type Creative = Record<string, unknown>

/** Refuses a creative that the platform would refuse. */
export function checkCreative(place: AdPosition, creative: Creative): void {
  if (typeof creative['ad_name'] !== 'string') throw missing('creatives.ad_name')
  if (creative['ad_name'].length > maxNameLength) throw invalid(`ad_name: Longer than maximum length ${maxNameLength}.`)
  const format = oneOf(creative, 'ad_format', formats, '')
  oneOf(creative, 'operation_status', ['ENABLE', 'DISABLE'], 'ENABLE')
  if (isGiven(creative['aigc_disclosure_type']))
    oneOf(creative, 'aigc_disclosure_type', ['SELF_DISCLOSURE', 'NOT_DECLARED'], '')
  checkStrategies(creative)
  if (isGiven(creative['dark_post_status'])) oneOf(creative, 'dark_post_status', ['ON', 'OFF'], '')
  const identity = findIdentity(place, creative)
  checkButton(place, creative)
  if (isGiven(creative['tiktok_item_id'])) checkPost(place, creative, identity, format)
  else {
    checkSpeaker(place, identity)
    checkText(creative)
    checkLanding(creative)
    if (format === 'SINGLE_VIDEO') checkVideo(place, creative)
    else checkImages(place, creative, format)
  }
}

/** What the platform changes in ads by itself. */
export const strategies = ['MUSIC_REFRESH', 'VIDEO_QUALITY', 'IMAGE_QUALITY', 'IMAGE_RESIZE']

function checkStrategies(creative: Creative): void {
  const given = optionalList(creative, 'creative_auto_enhancement_strategy_list') ?? []
  if (given.some((word) => !strategies.includes(word)))
    throw invalid(`creative_auto_enhancement_strategy_list: Must be of ${strategies.join(', ')}.`)
}

export function showsOnTikTok({ placementType, placements }: AdGroup): boolean {
  return placementType === 'PLACEMENT_TYPE_AUTOMATIC' || placements.includes('PLACEMENT_TIKTOK')
}

export function findIdentity({ call, advertiser }: AdPosition, creative: Creative): Identity {
  const type = oneOf(creative, 'identity_type', identityTypes, '')
  const found = call.world.identities.get(requiredText(creative, 'identity_id'))
  if (!found || found.advertiser !== advertiser.id || found.type !== type)
    throw invalid('identity_id: The identity does not exist or does not belong to the advertiser.')
  if (!found.isAvailable) throw invalid('identity_id: The identity is not available.')
  if (type === 'BC_AUTH_TT' && optionalText(creative, 'identity_authorized_bc_id') !== found.bcId)
    throw missing('identity_authorized_bc_id')
  return found
}

export function checkSpeaker({ advertiser, adgroup }: AdPosition, { type }: Identity): void {
  if (type === 'AUTH_CODE') throw invalid('identity_type: AUTH_CODE can only be used with tiktok_item_id.')
  if (type === 'CUSTOMIZED_USER' && showsOnTikTok(adgroup) && !advertiser.mayUseCustomIdentity)
    throw invalid('identity_type: Custom identity is no longer supported for ads on TikTok placement.')
}

export function checkPost({ call }: AdPosition, creative: Creative, identity: Identity, format: string): void {
  if (isGiven(creative['video_id']) || isGiven(creative['image_ids']))
    throw invalid('video_id: Must not be given together with tiktok_item_id.')
  if (identity.type === 'CUSTOMIZED_USER') throw invalid('identity_type: A custom identity has no posts.')
  const post = call.world.posts.get(requiredText(creative, 'tiktok_item_id'))
  if (!post || post.identity !== identity.id)
    throw invalid('tiktok_item_id: The post does not exist or is not authorized for the identity.')
  if (!isPublic(post)) throw invalid('tiktok_item_id: The post is not public.')
  const wanted = isVideo(post) ? 'SINGLE_VIDEO' : 'CAROUSEL_ADS'
  if (format !== wanted) throw invalid(`ad_format: Must be ${wanted} for this post.`)
}

function checkButton({ adgroup }: AdPosition, creative: Creative): void {
  if (isGiven(creative['call_to_action_id'])) return
  const word = optionalText(creative, 'call_to_action')
  if (word === undefined) {
    if (showsOnTikTok(adgroup)) throw missing('call_to_action')
  } else if (!callsToAction.includes(word)) throw invalid('call_to_action: Invalid value.')
}

export function checkText(creative: Creative): void {
  const text = requiredText(creative, 'ad_text')
  const length = [...text].reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0)
  if (length > maxTextLength) throw invalid(`ad_text: Longer than maximum length ${maxTextLength}.`)
  if (/\p{Extended_Pictographic}/u.test(text)) throw invalid('ad_text: Emoji are not supported.')
}

export function checkLanding(creative: Creative): void {
  if (isGiven(creative['page_id']) || isGiven(creative['deeplink'])) return
  if (!/^https?:\/\/[^\s/]+/.test(requiredText(creative, 'landing_page_url')))
    throw invalid('landing_page_url: Not a valid URL.')
}

export function checkVideo(place: AdPosition, creative: Creative): void {
  const { call, advertiser } = place
  const video = call.world.videos.get(requiredText(creative, 'video_id'))
  if (!video || video.advertiser !== advertiser.id) throw new TikTokError(40053, 'The video id is invalid.')
  if (video.ready > call.world.now())
    throw new TikTokError(40901, 'The video is being transcoded. Please try again later.')
  const [cover, ...others] = optionalList(creative, 'image_ids') ?? []
  if (cover === undefined || others.length > 0) throw invalid('image_ids: A video needs exactly one cover image.')
  const picture = coverOf(call.world, cover) ?? call.world.images.get(cover)
  if (!picture || picture.advertiser !== advertiser.id) throw invalid('image_ids: The image does not exist.')
  if (Math.abs(picture.width / picture.height / (video.width / video.height) - 1) > 0.03)
    throw invalid('image_ids: The cover must have the same aspect ratio as the video.')
}

export function checkImages({ call, advertiser, adgroup }: AdPosition, creative: Creative, format: string): void {
  const ids = optionalList(creative, 'image_ids') ?? []
  const max = format === 'CAROUSEL_ADS' ? maxImages : 1
  if (ids.length === 0 || ids.length > max) throw invalid(`image_ids: From 1 to ${max} images are needed.`)
  if (format === 'SINGLE_IMAGE' && showsOnTikTok(adgroup))
    throw invalid('ad_format: SINGLE_IMAGE is not supported on TikTok placement.')
  for (const id of ids) {
    const image = call.world.images.get(id)
    if (!image || image.advertiser !== advertiser.id) throw invalid('image_ids: The image does not exist.')
    if (format === 'CAROUSEL_ADS' && !isCarouselUsable(image)) throw invalid('image_ids: Not usable in a carousel.')
  }
  if (format === 'CAROUSEL_ADS' && !musicIds.includes(requiredText(creative, 'music_id')))
    throw invalid('music_id: The music does not exist.')
}

export function isCarouselUsable({ width, height }: { width: number; height: number }): boolean {
  return Math.min(width, height) >= 300 && width <= 1242 && height <= 2340
}
