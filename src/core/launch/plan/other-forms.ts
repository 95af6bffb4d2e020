import { isObject } from '../../../lookup.ts'

/** For the documents of operations that take a launch. */
export const otherFormsNote =
  'The older format, in which everything or each ad stands inside creativeState, is understood too; what stands outside of it wins. ' +
  'So is a body that is one ad, without ads, and an ad with adSetId, mediaUrl or callToAction.'

type Fields = Record<string, unknown>

/** A launch as older clients and other tools send it, in the documented form; what is in that form already is passed on as it came. */
export function inDocumentedForm(body: unknown): unknown {
  const outer = unwrapped(body)
  if (!isObject(outer)) return outer
  const whole = isOneAd(outer) ? aroundOneAd(outer) : outer
  return Array.isArray(whole.ads) ? { ...whole, ads: whole.ads.map((ad) => adInDocumentedForm(unwrapped(ad))) } : whole
}

function unwrapped(value: unknown): unknown {
  if (!isObject(value) || !('creativeState' in value || 'creative_state' in value)) return value
  const { creativeState, creative_state: inSnakeCase, ...rest } = value
  const inner = creativeState ?? inSnakeCase
  return isObject(inner) ? { ...inner, ...rest } : value
}

/** No launch has a field of that name, and every ad has. */
function isOneAd(body: Fields): boolean {
  return body.ads === undefined && (body.adName ?? body.ad_name) !== undefined
}

const ofLaunch = new Set(['name', 'dryRun', 'dry_run', 'depth'])

function aroundOneAd(body: Fields): Fields {
  const own = Object.entries(body)
  const launch = Object.fromEntries(own.filter(([field]) => ofLaunch.has(field)))
  return { ...launch, ads: [Object.fromEntries(own.filter(([field]) => !ofLaunch.has(field)))] }
}

/** Names of other tools that can mean one thing alone, and what is made of their values. What a platform declares is none of them. */
const others: { field: string; names: string[]; from: (value: unknown) => unknown }[] = [
  { field: 'adSets', names: ['adSetId', 'adsetId', 'ad_set_id', 'adset_id'], from: asList },
  { field: 'adSets', names: ['adSetIds', 'adsetIds', 'ad_set_ids', 'adset_ids'], from: asList },
  { field: 'media', names: ['mediaUrl', 'media_url', 'mediaUrls', 'media_urls'], from: asList },
  { field: 'media', names: ['imageUrl', 'image_url'], from: (value) => filesOf(value, 'image') },
  { field: 'media', names: ['videoUrl', 'video_url'], from: (value) => filesOf(value, 'video') },
  { field: 'cta', names: ['callToAction', 'call_to_action'], from: asItIs },
]

/** What has its documented name wins; where several other names would be one field, none is sure to be meant. */
function adInDocumentedForm(ad: unknown): unknown {
  if (!isObject(ad)) return ad
  const found = others.flatMap(({ field, names, from }) =>
    names.filter((name) => Object.hasOwn(ad, name) && ad[name] !== null).map((name) => ({ field, name, from })),
  )
  const read = found.filter(
    ({ field }) => !Object.hasOwn(ad, field) && found.filter((other) => other.field === field).length === 1,
  )
  if (read.length === 0) return withLists(ad)
  const rest = Object.entries(ad).filter(([field]) => !read.some(({ name }) => name === field))
  const better = read.map(({ field, name, from }): [string, unknown] => [field, from(ad[name])])
  return withLists(Object.fromEntries([...rest, ...better]))
}

/** One ad set, one file or its address alone are a list of one. */
function withLists(ad: Fields): Fields {
  const { adSets, media } = ad
  const isOneSet = typeof adSets === 'string' || typeof adSets === 'number' || has(adSets, 'value')
  const files = typeof media === 'string' || has(media, 'url') ? [media] : media
  const areTexts = Array.isArray(files) && files.some((file) => typeof file === 'string')
  if (!isOneSet && files === media && !areTexts) return ad
  return {
    ...ad,
    ...(isOneSet ? { adSets: [adSets] } : {}),
    ...(Array.isArray(files)
      ? { media: files.map((file: unknown) => (typeof file === 'string' ? { url: file } : file)) }
      : {}),
  }
}

/** What is no file, and no ad set, is left as it is: what is wrong about it is told as of the list. */
function has(value: unknown, field: string): boolean {
  return isObject(value) && Object.hasOwn(value, field)
}

function asItIs(value: unknown): unknown {
  return value
}

function asList(value: unknown): unknown {
  return Array.isArray(value) ? value : [value]
}

function filesOf(value: unknown, type: 'image' | 'video'): unknown {
  return [value].flat().map((url) => ({ url, type }))
}
