import { isGiven, oneOf, optionalObject, optionalText, requiredText, textOf } from '../call.ts'
import { invalid, missing } from '../errors.ts'
import {
  callsToAction,
  checkImages,
  checkLanding,
  checkPost,
  checkSpeaker,
  checkText,
  checkVideo,
  findIdentity,
  maxNameLength,
  showsOnTikTok,
} from '../objects/ad-rules.ts'
import type { AdPosition } from '../objects/ad-rules.ts'
import { isVideo } from '../objects/identities.ts'

export type Fields = Record<string, unknown>

const formats = ['SINGLE_VIDEO', 'CAROUSEL_ADS', 'CATALOG_CAROUSEL']
const maxOf: Record<string, number> = {
  creative_list: 50,
  ad_text_list: 5,
  call_to_action_list: 3,
  landing_page_url_list: 1,
  deeplink_list: 1,
  page_list: 3,
  interactive_add_on_list: 1,
  auto_message_list: 1,
}
const enhancements = ['TRANSLATE_AND_DUB', 'MUSIC_REFRESH', 'VIDEO_QUALITY', 'IMAGE_QUALITY', 'IMAGE_RESIZE']

/** Lists of objects, each as long as the platform takes it. */
export function listOf(params: Fields, name: string): Fields[] {
  const list = params[name]
  if (!isGiven(list)) return []
  if (!Array.isArray(list)) throw invalid(`${name}: Not a valid list.`)
  const most = maxOf[name] ?? 1
  if (list.length > most) throw invalid(`${name}: Longer than maximum length ${most}.`)
  return list.map((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) throw invalid(`${name}: Invalid input type.`)
    return entry as Fields
  })
}

/** Refuses an ad that the platform would refuse; answers its creatives in the words of a manual ad. */
export function checkSmartAd(place: AdPosition, params: Fields): Fields[] {
  for (const name of Object.keys(maxOf)) listOf(params, name)
  if (typeof params['ad_name'] !== 'string') throw missing('ad_name')
  if (params['ad_name'].length > maxNameLength) throw invalid(`ad_name: Longer than maximum length ${maxNameLength}.`)
  if (/\p{Extended_Pictographic}/u.test(params['ad_name'])) throw invalid('ad_name: Emoji are not supported.')
  oneOf(params, 'operation_status', ['ENABLE', 'DISABLE'], 'ENABLE')
  const configuration = optionalObject(params, 'ad_configuration')
  checkConfiguration(configuration)
  const creatives = listOf(params, 'creative_list').map((entry) => flatCreative(entry, params, configuration))
  if (creatives.length === 0) throw missing('creative_list')
  const isPull = creatives.every((creative) => isGiven(creative['tiktok_item_id']))
  const texts = listOf(params, 'ad_text_list')
  if (texts.length === 0 && !isPull) throw missing('ad_text_list')
  for (const creative of creatives) checkCreative(place, creative)
  for (const text of texts) checkText(text)
  if (listOf(params, 'page_list').length === 0 && listOf(params, 'deeplink_list').length === 0)
    checkLanding(listOf(params, 'landing_page_url_list')[0] ?? {})
  checkButtons(place, { params, configuration, creatives })
  return creatives
}

/** One creative with what it shares with the others, as one manual ad would say it. */
function flatCreative(entry: Fields, params: Fields, configuration: Fields): Fields {
  const info = optionalObject(entry, 'creative_info')
  const pictures = Array.isArray(info['image_info']) ? (info['image_info'] as Fields[]) : []
  const speaker = isGiven(info['identity_id']) ? info : configuration
  const flat = {
    ad_name: params['ad_name'],
    ad_format: oneOf(info, 'ad_format', formats, ''),
    identity_type: speaker['identity_type'],
    identity_id: speaker['identity_id'],
    identity_authorized_bc_id: speaker['identity_authorized_bc_id'],
    isConfigured: speaker === configuration,
    video_id: optionalObject(info, 'video_info')['video_id'],
    image_ids: pictures.length > 0 ? pictures.map((picture) => textOf(picture['web_uri'])) : undefined,
    music_id: optionalObject(info, 'music_info')['music_id'],
    tiktok_item_id: info['tiktok_item_id'],
    aigc_disclosure_type: info['aigc_disclosure_type'],
    dark_post_status: configuration['dark_post_status'],
    call_to_action_id: configuration['call_to_action_id'],
    call_to_action: listOf(params, 'call_to_action_list')[0]?.['call_to_action'],
    ad_text: listOf(params, 'ad_text_list')[0]?.['ad_text'],
    landing_page_url: listOf(params, 'landing_page_url_list')[0]?.['landing_page_url'],
  }
  return Object.fromEntries(Object.entries(flat).filter(([, value]) => isGiven(value)))
}

function checkCreative(place: AdPosition, creative: Fields): void {
  const identity = findIdentity(place, creative)
  const isCustom = identity.type === 'CUSTOMIZED_USER'
  if (isCustom !== creative['isConfigured'])
    throw invalid('identity_type: A custom identity stands in ad_configuration, every other in creative_info.')
  if (isGiven(creative['aigc_disclosure_type'])) {
    oneOf(creative, 'aigc_disclosure_type', ['SELF_DISCLOSURE', 'NOT_DECLARED'], '')
    if (!isCustom) throw invalid('aigc_disclosure_type: Only supported with a custom identity.')
  }
  const format = textOf(creative['ad_format'])
  if (isGiven(creative['tiktok_item_id'])) {
    checkPost(place, creative, identity, format)
    const post = place.call.world.posts.get(textOf(creative['tiktok_item_id']))
    if (post && !isVideo(post)) requiredText(creative, 'music_id')
    return
  }
  checkSpeaker(place, identity)
  if (format === 'SINGLE_VIDEO') checkVideo(place, creative)
  else checkImages(place, creative, format)
}

function checkConfiguration(configuration: Fields): void {
  if (isGiven(configuration['dark_post_status'])) oneOf(configuration, 'dark_post_status', ['ON', 'OFF'], '')
  const strategies = configuration['creative_auto_enhancement_strategy_list'] ?? []
  if (!Array.isArray(strategies) || strategies.some((word) => !enhancements.includes(textOf(word))))
    throw invalid(`creative_auto_enhancement_strategy_list: Must be of: ${enhancements.join(', ')}.`)
  if (typeof (configuration['creative_auto_add_toggle'] ?? false) !== 'boolean')
    throw invalid('creative_auto_add_toggle: Not a valid boolean.')
}

/** Where the automation chooses the button, a portfolio of them is named; elsewhere the words themselves. */
function checkButtons(
  { call, advertiser, adgroup }: AdPosition,
  { params, configuration, creatives }: { params: Fields; configuration: Fields; creatives: Fields[] },
): void {
  const objective = call.world.campaigns.get(adgroup.campaign)?.objective
  const isSpark = creatives.some((creative) => creative['isConfigured'] !== true)
  const words = listOf(params, 'call_to_action_list')
  if (showsOnTikTok(adgroup) || objective === 'LEAD_GENERATION' || isSpark) {
    if (words.length > 0) throw invalid('call_to_action_list: Not supported here, use call_to_action_id.')
    const portfolio = call.world.portfolios.get(requiredText(configuration, 'call_to_action_id'))
    if (portfolio?.advertiser !== advertiser.id) throw invalid('call_to_action_id: The portfolio does not exist.')
    return
  }
  if (words.length === 0 && optionalText(configuration, 'call_to_action_id') === undefined)
    throw missing('call_to_action_list')
  if (words.some((word) => !callsToAction.includes(textOf(word['call_to_action']))))
    throw invalid('call_to_action: Invalid value.')
}
