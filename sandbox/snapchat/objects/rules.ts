import type { EntityKind, SnapCall } from '../call.ts'
import { ItemError, invalid } from '../errors.ts'
import { isObject, object, optionalMicro, optionalTime, optionalWord, text, unchanged, word } from './fields.ts'
import { mediaStatus } from './media-status.ts'
import type { Entity, Fields } from '../world.ts'

/** The parent that the call's path names. */
export interface Parent {
  id: string
  account_id: string
}

/** Refuses the element, or says nothing. `before` is what is there already when it is an update. */
export type Rule = (call: SnapCall, fields: Fields, parent: Parent, before: Entity | undefined) => void

const statuses = ['ACTIVE', 'PAUSED']
const objectives = [
  'BRAND_AWARENESS',
  'APP_CONVERSION',
  'APP_INSTALL',
  'CATALOG_SALES',
  'ENGAGEMENT',
  'LEAD_GENERATION',
  'VIDEO_VIEW',
  'WEB_CONVERSION',
  'WEB_VIEW',
]
const goals = [
  'IMPRESSIONS',
  'SWIPES',
  'VIDEO_VIEWS',
  'APP_INSTALLS',
  'PIXEL_PAGE_VIEW',
  'PIXEL_ADD_TO_CART',
  'PIXEL_PURCHASE',
  'PIXEL_SIGNUP',
  'LEAD_FORM_SUBMISSIONS',
  'STORY_OPENS',
]
const bidStrategies = ['AUTO_BID', 'LOWEST_COST_WITH_MAX_BID', 'TARGET_COST']
const callsToAction = [
  'MORE',
  'SHOP_NOW',
  'SIGN_UP',
  'LISTEN',
  'INSTALL_NOW',
  'WATCH_MORE',
  'VIEW_MORE',
  'BUY_NOW',
  'GET_NOW',
  'BOOK_NOW',
  'ORDER_NOW',
  'PLAY',
  'APPLY_NOW',
  'DOWNLOAD',
  'SEND',
]

/** What an ad is called when its creative is called so. */
const adTypeOf: Record<string, string> = {
  SNAP_AD: 'SNAP_AD',
  WEB_VIEW: 'REMOTE_WEBPAGE',
  APP_INSTALL: 'APP_INSTALL',
  DEEP_LINK: 'DEEP_LINK',
  COMPOSITE: 'STORY',
  COLLECTION: 'COLLECTION',
  LEAD_GENERATION: 'LEAD_GENERATION',
  REMINDER: 'REMINDER',
}

function immutable(before: Entity | undefined, fields: Fields, names: string[]): void {
  const field = unchanged(before?.fields, fields, names)
  if (field) throw new ItemError('E2023', `${field} can not be changed`, field)
}

const campaign: Rule = (_call, fields, parent, before) => {
  text(fields, 'name', 375)
  if (fields['ad_account_id'] !== parent.account_id)
    throw invalid('ad_account_id', 'must be the ad account of the path')
  word(fields, 'status', statuses)
  if (optionalTime(fields, 'start_time') === undefined) throw invalid('start_time', 'is required')
  optionalTime(fields, 'end_time')
  optionalMicro(fields, 'daily_budget_micro', 20_000_000)
  optionalMicro(fields, 'lifetime_spend_cap_micro', 1)
  optionalWord(fields, 'objective', objectives)
  optionalWord(fields, 'buy_model', ['AUCTION', 'RESERVED'])
  immutable(before, fields, ['objective', 'buy_model'])
}

const adsquad: Rule = (_call, fields, parent, before) => {
  text(fields, 'name', 375)
  if (fields['campaign_id'] !== parent.id) throw invalid('campaign_id', 'must be the campaign of the path')
  word(fields, 'type', ['SNAP_ADS'])
  word(fields, 'status', statuses)
  object(fields, 'targeting')
  word(fields, 'billing_event', ['IMPRESSION'])
  word(fields, 'optimization_goal', goals)
  const strategy = word(fields, 'bid_strategy', bidStrategies)
  const bid = optionalMicro(fields, 'bid_micro', 1)
  if (strategy !== 'AUTO_BID' && bid === undefined) throw invalid('bid_micro', 'is required for this bid strategy')
  const daily = optionalMicro(fields, 'daily_budget_micro', 5_000_000)
  const lifetime = optionalMicro(fields, 'lifetime_budget_micro', 5_000_000)
  if ((daily === undefined) === (lifetime === undefined))
    throw invalid('daily_budget_micro', 'or lifetime_budget_micro is required, and not both')
  const held = daily === undefined ? 'LIFETIME_BUDGET' : 'DAILY_BUDGET'
  if (fields['delivery_constraint'] !== undefined) word(fields, 'delivery_constraint', [held])
  const start = optionalTime(fields, 'start_time')
  const end = optionalTime(fields, 'end_time')
  if (lifetime !== undefined && end === undefined) throw invalid('end_time', 'is required for a lifetime budget')
  if (start !== undefined && end !== undefined && end <= start) throw invalid('end_time', 'must be after start_time')
  immutable(before, fields, ['type', 'campaign_id'])
}

const positions = [
  'INTERSTITIAL_USER',
  'INTERSTITIAL_CONTENT',
  'INTERSTITIAL_SPOTLIGHT',
  'INSTREAM',
  'PUBLIC_STORIES_INSTREAM',
  'CHAT_FEED',
  'FEED',
  'CAMERA',
  'POST_CAPTURE_CAROUSEL',
]
/** Goals far down the funnel: what people do on the advertiser's pages and in its apps. */
const lowerFunnel = /^(PIXEL|APP)_/

/**
 * Whoever chooses places, and wants what comes last, takes the chat feed too, and never alone; the feed may be in the bundle. Asked
 * when places are said, not when other fields of an ad squad from before are changed.
 */
export function checkPlacement({ placement_v2: placement, optimization_goal: goal }: Fields): void {
  if (!isObject(placement)) throw invalid('placement_v2', 'is required')
  const config = word(placement, 'config', ['AUTOMATIC', 'CUSTOM', 'CONTENT'])
  const chosen = placement['snapchat_positions']
  if (config !== 'CUSTOM' || chosen === undefined) return
  if (!Array.isArray(chosen) || chosen.some((each) => !positions.includes(String(each))))
    throw invalid('placement_v2.snapchat_positions', `must be some of ${positions.join(', ')}`)
  if (lowerFunnel.test(String(goal)) && !chosen.includes('CHAT_FEED'))
    throw invalid('placement_v2.snapchat_positions', `must include CHAT_FEED for ${String(goal)}`)
  if (chosen.every((each) => each === 'CHAT_FEED'))
    throw invalid('placement_v2.snapchat_positions', 'must hold another place beside CHAT_FEED')
}

const ad: Rule = (call, fields, parent, before) => {
  text(fields, 'name', 375)
  if (fields['ad_squad_id'] !== parent.id) throw invalid('ad_squad_id', 'must be the ad squad of the path')
  word(fields, 'status', statuses)
  const type = word(fields, 'type', Object.values(adTypeOf))
  const creative = call.world.creatives.get(text(fields, 'creative_id', 100))
  if (creative?.account_id !== parent.account_id) throw invalid('creative_id', 'is not a creative of this ad account')
  const wanted = adTypeOf[String(creative.fields['type'])]
  if (type !== wanted)
    throw invalid('type', `must be ${wanted} for a creative of type ${String(creative.fields['type'])}`)
  const child = call.world.adsquads.get(parent.id)?.fields['child_ad_type']
  if (!before && child !== undefined && child !== type)
    throw invalid('type', `must be ${JSON.stringify(child)}: the first ad of the ad squad has fixed it`)
  immutable(before, fields, ['type', 'creative_id'])
}

const creative: Rule = (call, fields, parent, before) => {
  text(fields, 'name', 375)
  if (fields['ad_account_id'] !== parent.account_id)
    throw invalid('ad_account_id', 'must be the ad account of the path')
  const type = word(fields, 'type', Object.keys(adTypeOf))
  text(fields, 'headline', 34)
  if (fields['brand_name'] !== undefined) text(fields, 'brand_name', 32)
  const profileId = text(object(fields, 'profile_properties'), 'profile_id', 100)
  const organization = call.world.organizations.lookup('tenant', call.tenant)[0]
  if (!organization?.profiles.includes(profileId))
    throw invalid('profile_id', 'is not a public profile of this organization')
  checkTopSnap(call, fields, parent)
  optionalWord(fields, 'call_to_action', callsToAction)
  optionalWord(fields, 'top_snap_crop_position', ['OPTIMIZED', 'MIDDLE', 'TOP', 'BOTTOM'])
  optionalWord(fields, 'cta_color_display_mode', ['DEFAULT_COLOR', 'AUTO_COLOR_DETECTION'])
  if (type === 'WEB_VIEW') {
    const url = text(object(fields, 'web_view_properties'), 'url', 2048)
    if (!/^https?:\/\/[^\s/]+/.test(url)) throw invalid('web_view_properties.url', 'must be a web address')
  } else if (type === 'SNAP_AD') {
    for (const name of ['web_view_properties', 'call_to_action'])
      if (fields[name] !== undefined) throw invalid(name, 'is not possible on a creative of type SNAP_AD')
  }
  immutable(before, fields, ['type'])
}

function checkTopSnap(call: SnapCall, fields: Fields, parent: Parent): void {
  const id = text(fields, 'top_snap_media_id', 100)
  const media = call.world.media.get(id)
  if (media?.account_id !== parent.account_id) throw invalid('top_snap_media_id', 'is not a media of this ad account')
  if (mediaStatus(call.world, media) !== 'READY')
    throw new ItemError('E2025', `Media ${id} hasn't been uploaded yet`, id)
  const { width, height } = media.file ?? {}
  if (width && height && Math.abs(width / height - 9 / 16) > 0.01)
    throw invalid('top_snap_media_id', `must be 9:16, not ${width}x${height}`)
}

const media: Rule = (_call, fields, parent) => {
  text(fields, 'name', 375)
  if (fields['ad_account_id'] !== parent.account_id)
    throw invalid('ad_account_id', 'must be the ad account of the path')
  word(fields, 'type', ['IMAGE', 'VIDEO'])
}

const segment: Rule = (_call, fields, parent, before) => {
  text(fields, 'name', 375)
  if (fields['ad_account_id'] !== parent.account_id)
    throw invalid('ad_account_id', 'must be the ad account of the path')
  word(fields, 'source_type', ['FIRST_PARTY', 'ENGAGEMENT', 'PIXEL', 'MOBILE'])
  const days = fields['retention_in_days']
  if (days !== undefined && (!Number.isInteger(days) || Number(days) < 1))
    throw invalid('retention_in_days', 'must be a number of days')
  immutable(before, fields, ['source_type'])
}

export const rules: Record<EntityKind, Rule> = {
  campaigns: campaign,
  adsquads: adsquad,
  ads: ad,
  creatives: creative,
  media,
  segments: segment,
}
