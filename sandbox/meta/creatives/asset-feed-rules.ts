import { checkPromotion } from './extras.ts'
import { checkUrl } from './rules.ts'
import type { RuleContext } from './rule-context.ts'
import { badParameter, missingParameter, notOneOf, refusal } from '../errors.ts'
import { requireImage } from './images.ts'
import { isObject, objectsOf, textOf } from '../graph/params.ts'
import { callToActionTypes, optimizationTypes, positions } from '../report/tables.ts'
import { checkPlacements } from '../campaigns/targeting.ts'
import { requireReadyVideo } from './videos.ts'

type Feed = Record<string, unknown>

const lists = [
  'images',
  'videos',
  'bodies',
  'titles',
  'descriptions',
  'link_urls',
  'call_to_action_types',
  'ad_formats',
  'asset_customization_rules',
]
const labelKinds: Record<string, string[]> = {
  image_label: ['images'],
  video_label: ['videos'],
  body_label: ['bodies'],
  title_label: ['titles'],
  description_label: ['descriptions'],
  link_url_label: ['link_urls'],
  carousel_label: ['carousels'],
}

export function checkAssetFeed(context: RuleContext, feed: Feed, storyHasMedia: boolean): void {
  for (const list of lists)
    if (feed[list] !== undefined && !Array.isArray(feed[list]))
      throw badParameter(`Param asset_feed_spec[${list}] must be an array`, 'asset_feed_spec', list)
  const type = textOf(feed['optimization_type'])
  if (type && !optimizationTypes.has(type)) throw notOneOf('asset_feed_spec[optimization_type]', optimizationTypes)
  checkAssets(context, feed)
  checkPromotion(feed['promotional_metadata'])
  checkUnique(feed)
  checkTexts(feed)
  if (feed['asset_customization_rules'] !== undefined || type === 'PLACEMENT') checkPlacementFeed(context, feed)
  else if (!storyHasMedia && !isExtraOnly(feed, type)) checkWholeFeed(feed)
}

/** Feeds that only add texts or a promotion to the story beside them. */
function isExtraOnly(feed: Feed, type: string | undefined): boolean {
  return (
    type === 'DEGREES_OF_FREEDOM' || type === 'DOF_MESSAGING_DESTINATION' || feed['promotional_metadata'] !== undefined
  )
}

function checkAssets({ call, account }: RuleContext, feed: Feed): void {
  for (const image of objectsOf(feed['images'])) {
    const hash = textOf(image['hash'])
    if (hash) requireImage(call.world, account, hash, 'asset_feed_spec', 'images')
    else if (!image['url']) throw missingParameter('asset_feed_spec[images][hash]')
    if (isObject(image['image_crops']) && image['image_crops']['191x100'] !== undefined)
      throw refusal(
        2490085,
        'Crop is no longer supported',
        'The crop key 191x100 cannot be used any more.',
        'asset_feed_spec',
        'images',
      )
  }
  for (const video of objectsOf(feed['videos'])) {
    requireReadyVideo(call.world, account, textOf(video['video_id']) ?? '', 'asset_feed_spec', 'videos')
    const thumbnail = textOf(video['thumbnail_hash'])
    if (thumbnail) requireImage(call.world, account, thumbnail, 'asset_feed_spec', 'videos')
    else if (!video['thumbnail_url'])
      throw refusal(
        1443226,
        'Thumbnail missing',
        'A video needs a thumbnail_hash or thumbnail_url.',
        'asset_feed_spec',
        'videos',
      )
  }
  for (const target of objectsOf(feed['link_urls']))
    checkUrl(textOf(target['website_url']) ?? '', 'asset_feed_spec', 'link_urls')
  const types = Array.isArray(feed['call_to_action_types']) ? feed['call_to_action_types'] : []
  if (types.some((type) => !callToActionTypes.has(String(type))))
    throw notOneOf('asset_feed_spec[call_to_action_types]', callToActionTypes)
}

function checkUnique(feed: Feed): void {
  const keys: [string, string][] = [
    ['images', 'hash'],
    ['videos', 'video_id'],
    ['bodies', 'text'],
    ['titles', 'text'],
    ['descriptions', 'text'],
    ['link_urls', 'website_url'],
  ]
  for (const [list, key] of keys) {
    const values = objectsOf(feed[list])
      .map((item) => textOf(item[key]))
      .filter((value) => value !== undefined)
    if (new Set(values).size < values.length)
      throw refusal(
        1815629,
        'Asset values must be unique',
        `${list} holds the same value twice.`,
        'asset_feed_spec',
        list,
      )
  }
}

function checkTexts(feed: Feed): void {
  for (const list of ['bodies', 'titles', 'descriptions']) {
    const texts = objectsOf(feed[list])
    if (texts.length > 5)
      throw badParameter(`asset_feed_spec[${list}] may hold at most 5 texts`, 'asset_feed_spec', list)
    if (texts.some((item) => textOf(item['text']) === undefined))
      throw missingParameter(`asset_feed_spec[${list}][text]`)
  }
}

function checkWholeFeed(feed: Feed): void {
  if (objectsOf(feed['images']).length + objectsOf(feed['videos']).length === 0)
    throw missingParameter('asset_feed_spec[images]')
  for (const list of ['ad_formats', 'link_urls', 'call_to_action_types', 'bodies']) {
    const value = feed[list]
    if (!Array.isArray(value) || value.length === 0) throw missingParameter(`asset_feed_spec[${list}]`)
  }
}

function checkPlacementFeed(context: RuleContext, feed: Feed): void {
  checkWholeFeed(feed)
  const rules = objectsOf(feed['asset_customization_rules'])
  const blame = ['asset_feed_spec', 'asset_customization_rules']
  if (rules.length < 2)
    throw refusal(undefined, 'Too few rules', 'Placement customization needs at least two rules.', ...blame)
  if (objectsOf(feed['descriptions']).length > 1)
    throw refusal(
      1885878,
      'Several descriptions',
      'A rule may map to one description only.',
      'asset_feed_spec',
      'descriptions',
    )
  for (const rule of rules) {
    if (!isObject(rule['customization_spec'])) throw missingParameter('asset_customization_rules[customization_spec]')
    checkRulePlacements(rule['customization_spec'], context.call.version, blame)
    for (const [kind, assets] of Object.entries(labelKinds)) checkLabel(feed, rule[kind], kind, assets)
  }
  const isMixed = objectsOf(feed['images']).length > 0 && objectsOf(feed['videos']).length > 0
  if (isMixed && !(feed['ad_formats'] as unknown[]).includes('AUTOMATIC_FORMAT'))
    throw badParameter(
      'Images and videos together need the ad format AUTOMATIC_FORMAT',
      'asset_feed_spec',
      'ad_formats',
    )
}

/** A named network needs its positions, and positions need their network. */
function checkRulePlacements(spec: Record<string, unknown>, version: string, blame: string[]): void {
  checkPlacements(spec, version, ...blame)
  const networks = Array.isArray(spec['publisher_platforms']) ? spec['publisher_platforms'].map(String) : []
  for (const network of networks) {
    if (positions[network] === undefined)
      throw badParameter(`publisher_platforms holds the unknown network ${network}`, ...blame)
    if (spec[`${network}_positions`] === undefined) throw missingParameter(`customization_spec[${network}_positions]`)
  }
  for (const network of Object.keys(positions))
    if (spec[`${network}_positions`] !== undefined && !networks.includes(network))
      throw missingParameter('customization_spec[publisher_platforms]')
}

function checkLabel(feed: Feed, label: unknown, kind: string, assets: string[]): void {
  if (label === undefined) return
  if (!isObject(label))
    throw badParameter(`Param ${kind} must be an object`, 'asset_feed_spec', 'asset_customization_rules', kind)
  const name = textOf(label['name'])
  const names = assets
    .flatMap((list) => objectsOf(feed[list]))
    .flatMap((asset) => objectsOf(asset['adlabels']).map((entry) => textOf(entry['name'])))
  if (name && names.includes(name)) return
  throw refusal(
    2446173,
    'Label has no asset',
    `Target rule label with name ${name ?? ''} doesn't refer to any of the asset labels. Please fix it by removing all ad creatives.`,
    'asset_feed_spec',
    'asset_customization_rules',
  )
}
