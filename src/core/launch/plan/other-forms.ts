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

/** Where a field of the documented form stands in the body as it came: what is wrong with it is told there. */
export function inSentForm(body: unknown, keys: string[]): string[] {
  const whole = unwrapped(body)
  const [first, index = '', ...rest] = keys
  if (!isObject(whole)) return keys
  if (first !== 'ads') return [...wrapperOf(body, first), ...keys]
  if (isOneAd(whole)) {
    if (rest.length === 0) return []
    const own = fieldOf(whole, rest)
    return [...wrapperOf(body, own[0]), ...own]
  }
  const ad: unknown = (whole.ads as unknown[] | undefined)?.[Number(index)]
  const inside = unwrapped(ad)
  if (rest.length === 0 || !isObject(inside)) return [...wrapperOf(body, first), ...keys]
  const own = fieldOf(inside, rest)
  return [...wrapperOf(body, first), first, index, ...wrapperOf(ad, own[0]), ...own]
}

/** What a field stands in: the older wrapper, unless it stands beside that. */
function wrapperOf(value: unknown, field: string | undefined): string[] {
  if (unwrapped(value) === value || !isObject(value) || (field !== undefined && Object.hasOwn(value, field))) return []
  return [isObject(value.creativeState) ? 'creativeState' : 'creative_state']
}

/** The field of an ad under the name that was read for it; one thing that was made a list of one is itself. */
function fieldOf(ad: Fields, keys: string[]): string[] {
  const [field = '', at, ...inner] = keys
  const name = nameRead(ad, field)
  const value = ad[name]
  if (at === undefined || !['adSets', 'media'].includes(field)) return [name, ...keys.slice(1)]
  const place = Array.isArray(value) ? [name, at] : [name]
  const entry: unknown = Array.isArray(value) ? value[Number(at)] : value
  return isObject(entry) ? [...place, ...inner] : place
}

function nameRead(ad: Fields, field: string): string {
  if (Object.hasOwn(ad, field)) return field
  const given = namesGiven(ad).filter((other) => other.field === field)
  return given.length === 1 ? (given[0]?.name ?? field) : field
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
  const found = namesGiven(ad)
  const read = found.filter(
    ({ field }) => !Object.hasOwn(ad, field) && found.filter((other) => other.field === field).length === 1,
  )
  if (read.length === 0) return withLists(ad)
  const rest = Object.entries(ad).filter(([field]) => !read.some(({ name }) => name === field))
  const better = read.map(({ field, name, from }): [string, unknown] => [field, from(ad[name])])
  return withLists(Object.fromEntries([...rest, ...better]))
}

function namesGiven(ad: Fields): { field: string; name: string; from: (value: unknown) => unknown }[] {
  return others.flatMap(({ field, names, from }) =>
    names.filter((name) => Object.hasOwn(ad, name) && ad[name] !== null).map((name) => ({ field, name, from })),
  )
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
