import type { Issue } from '../../../errors.ts'
import type { CopyValues } from '../../contract/duplicate.ts'
import type { Spec } from '../../contract/manage.ts'
import type { Params } from '../client.ts'
import type { SourceCreative } from './wire.ts'
import { isObject } from '../create/targeting-location.ts'

/** What of a creative can be given to a new one; the rest the platform finds out itself. */
const copiedFields = [
  'object_story_spec',
  'asset_feed_spec',
  'url_tags',
  'degrees_of_freedom_spec',
  'contextual_multi_ads',
  'branded_content',
  'facebook_branded_content',
  'instagram_branded_content',
  'destination_spec',
  'template_url_spec',
  'product_set_id',
  'portrait_customizations',
  'authorization_category',
]

export const creativeFields = ['id', 'name', 'adlabels', ...copiedFields].join(',')

/** Settings that old creatives have and new ones may not. */
const deadFields = new Set(['instagram_actor_id', '191x100'])
const deadFeatures = new Set(['standard_enhancements'])

/** Whether a new creative can be made from what this one shows. Otherwise it shows a post, which is what it is. */
export function canBeRebuilt({ object_story_spec: story, asset_feed_spec: feed }: SourceCreative): boolean {
  return story !== undefined || feed !== undefined
}

/** The parameters of a new creative that shows the same. */
export function rebuilt(creative: SourceCreative): Params {
  const params: Params = {}
  for (const field of copiedFields) if (creative[field] !== undefined) params[field] = withoutDead(creative[field])
  return params
}

function withoutDead(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDead)
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([key]) => !deadFields.has(key) && !deadFeatures.has(key))
  const kept = Object.fromEntries(entries.map(([key, inner]) => [key, withoutDead(inner)]))
  // The picture's address is shown beside its hash; only one of them may be sent.
  if ('image_hash' in kept) {
    delete kept.picture
    delete kept.image_url
  }
  return kept
}

/** What keeps this creative from showing the new content. */
export function checkContent(creative: SourceCreative, values: CopyValues): Issue[] {
  const story = creative.object_story_spec ?? {}
  const isCarousel = isObject(story.link_data) && Array.isArray(story.link_data.child_attachments)
  if (isCarousel && values.headlines.length > 0) {
    return [{ path: 'copyValues.headline1', message: 'cannot be changed: every card of a carousel has its own title' }]
  }
  if (isObject(story.link_data) || isObject(story.video_data) || creative.asset_feed_spec) return []
  const message = 'cannot be changed: the ad shows an existing post or a catalog'
  const changed = [
    ...(values.primaryTexts.length > 0 ? ['primaryText1'] : []),
    ...(values.headlines.length > 0 ? ['headline1'] : []),
    ...(values.url !== undefined ? ['url'] : []),
  ]
  return changed.map((field) => ({ path: `copyValues.${field}`, message }))
}

/**
 * The creative's parameters with the new content in them. Only what changes is in the result. Where the ad has asset
 * groups the texts to choose from are in those, and the creative gets none of its own.
 */
export function changedContent(creative: SourceCreative, values: CopyValues, hasGroups = false): Params {
  const params: Params = {}
  const { object_story_spec: story, asset_feed_spec: feed } = rebuilt(creative) as { [name: string]: Spec | undefined }
  const changesStory = values.primaryTexts.length > 0 || values.headlines.length > 0 || values.url !== undefined
  if (changesStory && story) params.object_story_spec = changedStory(story, values)
  if (changesStory && (feed || !hasGroups)) {
    const changed = changedFeed(feed, values)
    if (changed) params.asset_feed_spec = changed
  }
  if (values.urlTags !== undefined) params.url_tags = values.urlTags
  return params
}

function changedStory(story: Spec, { primaryTexts: [text], headlines: [headline], url }: CopyValues): Spec {
  const changed: Spec = { ...story }
  if (isObject(story.link_data)) {
    changed.link_data = leadingTo(url, {
      ...story.link_data,
      ...(text === undefined ? {} : { message: text }),
      ...(headline === undefined ? {} : { name: headline }),
    })
  }
  if (isObject(story.video_data)) {
    changed.video_data = leadingTo(url, {
      ...story.video_data,
      ...(text === undefined ? {} : { message: text }),
      ...(headline === undefined ? {} : { title: headline }),
    })
  }
  return changed
}

/** The link stands in several places that must agree: the story, its button, and every card of a carousel. */
function leadingTo(url: string | undefined, part: Spec): Spec {
  if (url === undefined) return part
  const changed: Spec = { ...part }
  if ('link' in part) changed.link = url
  if (isObject(part.call_to_action)) {
    const value = isObject(part.call_to_action.value) ? part.call_to_action.value : {}
    changed.call_to_action = { ...part.call_to_action, value: { ...value, link: url } }
  }
  if (Array.isArray(part.child_attachments)) {
    changed.child_attachments = part.child_attachments.map((card: unknown) =>
      isObject(card) ? leadingTo(url, card) : card,
    )
  }
  return changed
}

/** Several texts go into the asset feed; an ad without one gets a feed of text options beside its story. */
function changedFeed(feed: Spec | undefined, { primaryTexts, headlines, url }: CopyValues): Spec | null {
  if (!feed) {
    if (primaryTexts.length < 2 && headlines.length < 2) return null
    return {
      optimization_type: 'DEGREES_OF_FREEDOM',
      ...(primaryTexts.length > 1 ? { bodies: primaryTexts.map((text) => ({ text })) } : {}),
      ...(headlines.length > 1 ? { titles: headlines.map((text) => ({ text })) } : {}),
    }
  }
  return {
    ...feed,
    ...(primaryTexts.length > 0 ? { bodies: withLabelsOf(feed.bodies, primaryTexts) } : {}),
    ...(headlines.length > 0 ? { titles: withLabelsOf(feed.titles, headlines) } : {}),
    ...(url === undefined ? {} : { link_urls: [{ website_url: url, ...labelsOf(feed.link_urls) }] }),
  }
}

function withLabelsOf(old: unknown, texts: string[]): Spec[] {
  return texts.map((text) => ({ text, ...labelsOf(old) }))
}

/** Placement rules find assets by their labels: what is new takes over all labels of the old. */
function labelsOf(old: unknown): Spec {
  const entries = Array.isArray(old) ? old.filter(isObject) : []
  const labels = entries.flatMap((entry) => (Array.isArray(entry.adlabels) ? entry.adlabels.filter(isObject) : []))
  const names = [...new Set(labels.map((label) => label.name))].map((name) => ({ name }))
  return names.length > 0 ? { adlabels: names } : {}
}

/** The asset groups of a flexible ad, which belong to the ad and not to its creative, for another ad. */
export function rebuiltGroups(spec: Spec): { groups: Spec[] } {
  const groups = Array.isArray(spec.groups) ? spec.groups.filter(isObject) : []
  return { groups: groups.map(({ group_uuid: _own, ...group }) => withoutDead(group) as Spec) }
}

/** The new texts and the new link go into every group; its media, its button and its other texts stay. */
export function changedGroups(spec: Spec, { primaryTexts, headlines, url }: CopyValues): Spec {
  const given: [string, string[]][] = [
    ['primary_text', primaryTexts],
    ['headline', headlines],
  ]
  const replaced = given.filter(([, texts]) => texts.length > 0)
  return {
    groups: rebuiltGroups(spec).groups.map((group) => {
      const old = Array.isArray(group.texts) ? group.texts.filter(isObject) : []
      const kept = old.filter((entry) => !replaced.some(([type]) => entry.text_type === type))
      const fresh = replaced.flatMap(([type, texts]) => texts.map((text) => ({ text, text_type: type })))
      return leadingTo(url, { ...group, texts: [...kept, ...fresh] })
    }),
  }
}
