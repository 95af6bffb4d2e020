import { Created } from '../call.ts'
import type { GraphCall } from '../call.ts'
import { onlyNameAllowed, tooMany } from './campaigns.ts'
import { needsDynamicAdSet, prepareCreative } from '../creatives/creatives.ts'
import type { PreparedCreative } from '../creatives/creatives.ts'
import { downgraded } from '../downgrade.ts'
import { badParameter, missingParameter, notOneOf, refusal } from '../errors.ts'
import { isGone, newTreeId } from '../world.ts'
import type { World } from '../world.ts'
import { requireImage } from '../creatives/images.ts'
import { readLabels } from '../graph/labels.ts'
import type { Account, Ad, AdSet, Campaign, CreativeContent, Status } from './objects.ts'
import {
  enumParam,
  isGiven,
  isObject,
  isValidateOnly,
  jsonParam,
  objectOf,
  objectParam,
  objectsOf,
  requiredText,
  textOf,
  textParam,
  timeParam,
} from '../graph/params.ts'
import { callToActionTypes, creatableStatuses, editableStatuses } from '../report/tables.ts'
import { linkOf } from '../creatives/story.ts'
import { requireReadyVideo } from '../creatives/videos.ts'

const jsonFields = ['tracking_specs', 'creative_asset_groups_spec']
const textFields = ['conversion_domain', 'source_ad_id', 'display_sequence', 'priority', 'engagement_audience']
const adsPerAdSet = 50
const accountCap = 5000

export function createAd(call: GraphCall, account: Account): Created | { success: true } {
  const { world, params } = call
  const name = requiredText(params, 'name')
  const adset = findAdSet(call, account)
  const campaign = world.campaigns.get(adset.campaign_id)
  if (!campaign) throw badParameter('The campaign of this ad set does not exist', 'adset_id')
  const status = enumParam(params, 'status', creatableStatuses) ?? 'PAUSED'
  const creative = findCreative(call, account)
  checkFit(call, contentOf(creative), adset, campaign)
  checkGroups(call, account, campaign)
  const schedule = readSchedule(call, campaign)
  const labels = readLabels(call, account)
  refuseFullAdSet(call, adset)
  if (isValidateOnly(params) && !world.settings().ignoresDryRun) return { success: true }

  const shown = 'existing' in creative ? creative.existing : creative.store()
  const id = newTreeId(world)
  const now = world.now()
  const ad: Ad = {
    id,
    tenant: account.tenant,
    account_id: account.account_id,
    created: now,
    updated: now,
    name,
    campaign_id: campaign.id,
    adset_id: adset.id,
    creative_id: shown.id,
    status: status as Status,
    reviewed: now + world.settings().reviewSeconds * 1000,
    ...rejection(world, name),
    ...schedule,
    ...copied(call),
    labels: labels?.commit() ?? [],
  }
  return new Created('Ad', world.ads.put(id, downgraded(ad, call.request.effects.downgradeFields)))
}

export function updateAd(call: GraphCall, ad: Ad, account: Account): object {
  const { world, params } = call
  const adset = world.adsets.get(ad.adset_id)
  const campaign = world.campaigns.get(ad.campaign_id)
  if (!adset || !campaign) throw badParameter('The ad set of this ad does not exist', 'adset_id')
  if (ad.status === 'ARCHIVED' && onlyNameAllowed(call, 'DELETED'))
    throw refusal(1885088, 'Ad is archived', 'Only the name of an archived ad can be changed.')
  if (ad.status === 'DELETED' && onlyNameAllowed(call))
    throw refusal(1885088, 'Ad was deleted', 'Only the name of a deleted ad can be changed.')
  const target = textParam(params, 'adset_id')
  if (target && target !== ad.adset_id) throw badParameter('An ad cannot be moved to another ad set', 'adset_id')
  const status = enumParam(params, 'status', editableStatuses)
  if (status === 'DELETED') refuseDynamicDelete(world, ad)
  if (status === 'ACTIVE' && ad.is_rejected && !isGiven(params, 'creative') && world.now() >= ad.reviewed)
    throw refusal(
      2490427,
      'Ad was rejected',
      'Change the ad before you switch it on: its review rejected it.',
      'status',
    )
  const creative = isGiven(params, 'creative') ? findCreative(call, account) : undefined
  if (creative && adset.end !== undefined && adset.end <= world.now())
    throw refusal(1487007, 'Ad set has ended', 'Ads in an ad set that has ended cannot be edited.')
  if (creative) checkFit(call, contentOf(creative), adset, campaign)
  const schedule = readSchedule(call, campaign)
  const labels = readLabels(call, account)
  if (isValidateOnly(params)) return { success: true }
  const shown = creative && ('existing' in creative ? creative.existing : creative.store())
  const now = world.now()
  world.ads.put(ad.id, {
    ...ad,
    ...(isGiven(params, 'name') ? { name: requiredText(params, 'name') } : {}),
    ...(status ? { status: status as Status } : {}),
    // Other content means another review.
    ...(shown
      ? {
          creative_id: shown.id,
          reviewed: now + world.settings().reviewSeconds * 1000,
          is_rejected: false,
          ...rejection(world, textParam(params, 'name') ?? ad.name),
        }
      : {}),
    ...schedule,
    ...copied(call),
    ...(labels ? { labels: labels.commit() } : {}),
    updated: now,
  })
  return { success: true }
}

/** The one ad of an ad set for dynamic creative goes with its ad set. */
export function refuseDynamicDelete(world: World, ad: Ad): void {
  if (world.adsets.get(ad.adset_id)?.is_dynamic_creative)
    throw refusal(1340029, 'Ad cannot be deleted', 'Ads for dynamic creative cannot be deleted; delete the ad set.')
}

function findAdSet(call: GraphCall, account: Account): AdSet {
  return openAdSet(call, account, requiredText(call.params, 'adset_id'))
}

/** An ad set of the account that takes new ads. */
export function openAdSet({ world }: GraphCall, account: Account, id: string): AdSet {
  const adset = world.adsets.get(id)
  if (adset?.account_id !== account.account_id)
    throw badParameter(`Ad set ${id} does not exist in this ad account`, 'adset_id')
  const campaign = world.campaigns.get(adset.campaign_id)
  if (isGone(adset) || (campaign && isGone(campaign)))
    throw refusal(1487056, 'Ad set is gone', 'Ads cannot be added to a deleted or archived ad set.', 'adset_id')
  if (adset.end !== undefined && adset.end <= world.now())
    throw refusal(1487007, 'Ad set has ended', 'Ads cannot be added to an ad set that has ended.', 'adset_id')
  return adset
}

/** `{"creative_id": ".."}` or a whole creative in its place. */
function findCreative(call: GraphCall, account: Account): PreparedCreative {
  const given = objectParam(call.params, 'creative')
  if (!given) throw missingParameter('creative')
  const id = textOf(given['creative_id']) ?? textOf(given['id'])
  if (!id) return prepareCreative({ ...call, params: given }, account)
  const existing = call.world.creatives.get(id)
  if (existing?.account_id !== account.account_id || existing.status === 'DELETED')
    throw refusal(undefined, 'Creative not found', `There is no creative ${id} in this ad account.`, 'creative')
  return { existing }
}

/** By a switch, to try out what callers do with rejected ads. */
function rejection(world: World, name: string): { is_rejected?: true } {
  const { rejectNamesWith } = world.settings()
  return rejectNamesWith !== '' && name.includes(rejectNamesWith) ? { is_rejected: true } : {}
}

function contentOf(creative: PreparedCreative): CreativeContent {
  return 'existing' in creative ? creative.existing : creative.content
}

export function checkFit({ world }: GraphCall, creative: CreativeContent, adset: AdSet, campaign: Campaign): void {
  if (needsDynamicAdSet(creative) && !adset.is_dynamic_creative)
    throw refusal(
      1885998,
      'Dynamic creative needed',
      'This creative can only be used in an ad set with is_dynamic_creative.',
      'creative',
    )
  const promotedPage = textOf(adset.promoted_object?.['page_id'])
  const page = textOf(creative.object_story_spec?.['page_id']) ?? creative.object_story_id?.split('_')[0]
  if (promotedPage && page && promotedPage !== page)
    throw refusal(1885029, 'Pages differ', 'The Page of the ad must be the Page that its ad set promotes.', 'creative')
  const needsWebsite =
    campaign.objective === 'OUTCOME_SALES' ||
    adset.optimization_goal === 'OFFSITE_CONVERSIONS' ||
    adset.optimization_goal === 'LANDING_PAGE_VIEWS'
  const post = creative.object_story_id ? world.posts.get(creative.object_story_id) : undefined
  const isMedia = creative.source_instagram_media_id !== undefined
  const hasWebsite = post
    ? post.link !== undefined && post.call_to_action !== undefined
    : (isMedia ? buttonLink(creative) : linkOf(creative)) !== undefined
  const isChecked = post !== undefined || isMedia || creative.object_story_spec !== undefined
  if (needsWebsite && isChecked && !hasWebsite)
    throw refusal(
      2446383,
      'Website and button needed',
      'Ads with this objective need a website URL and a call to action.',
      'creative',
    )
}

/** An Instagram post has no link of its own: the button brings it. */
function buttonLink(creative: CreativeContent): string | undefined {
  return textOf(objectOf(creative.call_to_action?.['value'])?.['link'])
}

/** Flexible ads: groups of media and texts, only in sales and app campaigns. */
function checkGroups(call: GraphCall, account: Account, campaign: Campaign): void {
  const spec = objectParam(call.params, 'creative_asset_groups_spec')
  if (!spec) return
  const blame = ['creative_asset_groups_spec', 'groups']
  if (!allowsExtras(campaign))
    throw refusal(undefined, 'Flexible ads not available', 'Flexible ads need a sales or app campaign.', ...blame)
  const groups = objectsOf(spec['groups'])
  if (groups.length === 0) throw missingParameter('creative_asset_groups_spec[groups]')
  const buttons = new Set<string>()
  for (const group of groups) {
    const images = objectsOf(group['images'])
    const videos = objectsOf(group['videos'])
    if (images.length + videos.length === 0)
      throw refusal(undefined, 'Media missing', 'Each group needs an image or a video.', ...blame)
    for (const image of images)
      requireImage(call.world, account, textOf(image['hash']) ?? textOf(image['image_hash']) ?? '', ...blame)
    for (const video of videos) requireReadyVideo(call.world, account, textOf(video['video_id']) ?? '', ...blame)
    checkGroupTexts(objectsOf(group['texts']), blame)
    const type = textOf(objectOf(group['call_to_action'])?.['type'])
    if (type && !callToActionTypes.has(type)) throw notOneOf('call_to_action[type]', callToActionTypes)
    if (type) buttons.add(type)
  }
  if (buttons.size > 1)
    throw refusal(undefined, 'Buttons differ', 'All groups must use the same type of call to action.', ...blame)
}

function checkGroupTexts(texts: Record<string, unknown>[], blame: string[]): void {
  for (const type of ['primary_text', 'headline', 'description']) {
    const count = texts.filter((text) => text['text_type'] === type).length
    if (count > 5)
      throw refusal(undefined, 'Too many texts', `A group may hold at most 5 texts of type ${type}.`, ...blame)
  }
}

function allowsExtras(campaign: Campaign): boolean {
  return campaign.objective === 'OUTCOME_SALES' || campaign.objective === 'OUTCOME_APP_PROMOTION'
}

function readSchedule({ world, params }: GraphCall, campaign: Campaign): Record<string, number> {
  const start = timeParam(params, 'ad_schedule_start_time')
  const end = timeParam(params, 'ad_schedule_end_time')
  if ((start ?? end) !== undefined && !allowsExtras(campaign))
    throw badParameter('Ad schedules are only available in sales and app campaigns', 'ad_schedule_end_time')
  if (end !== undefined && end <= world.now())
    throw refusal(
      1487033,
      'End date must be in the future',
      'Choose an ad_schedule_end_time later than now.',
      'ad_schedule_end_time',
    )
  return {
    ...(start === undefined ? {} : { schedule_start: start }),
    ...(end === undefined ? {} : { schedule_end: end }),
  }
}

export function refuseFullAdSet(call: GraphCall, adset: AdSet): void {
  const live = liveAds(call, adset.id)
  if (live >= adsPerAdSet) throw tooMany('ads in an ad set')
  if (adset.is_dynamic_creative && live > 0)
    throw refusal(undefined, 'One ad only', 'An ad set for dynamic creative holds one ad.', 'adset_id')
  if (call.world.ads.count('live in account', adset.account_id) >= accountCap) throw tooMany('ads')
}

function liveAds({ world }: GraphCall, adsetId: string): number {
  return world.ads.lookup('adset', adsetId).filter((ad) => !isGone(ad)).length
}

function copied({ params }: GraphCall): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const field of jsonFields)
    if (isGiven(params, field)) result[field] = withGroupIds(field, jsonParam(params, field))
  for (const field of textFields) if (isGiven(params, field)) result[field] = textParam(params, field)
  return result
}

function withGroupIds(field: string, value: unknown): unknown {
  if (field !== 'creative_asset_groups_spec' || !isObject(value)) return value
  const groups = objectsOf(value['groups']).map((group, index) => ({ group_uuid: `group-${index + 1}`, ...group }))
  return { ...value, groups }
}
