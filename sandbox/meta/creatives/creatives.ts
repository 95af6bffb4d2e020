import { createHash } from 'node:crypto'
import { checkAssetFeed } from './asset-feed-rules.ts'
import { Created } from '../call.ts'
import type { GraphCall } from '../call.ts'
import { withDefaults } from './defaults.ts'
import { checkFeatures, refusePolls } from './extras.ts'
import { checkCallToAction, checkInstagram, checkPage, checkStory, refuseDeadActor } from './rules.ts'
import type { RuleContext } from './rule-context.ts'
import { downgraded } from '../downgrade.ts'
import { missingParameter, notOneOf, refusal } from '../errors.ts'
import { newTreeId } from '../world.ts'
import { requireImage } from './images.ts'
import { readLabels } from '../graph/labels.ts'
import type { Account, Creative, CreativeContent } from '../campaigns/objects.ts'
import { checkPartnership, mayUseMedia } from './partnership.ts'
import {
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
} from '../graph/params.ts'

const textFields = [
  'url_tags',
  'instagram_user_id',
  'object_id',
  'object_url',
  'source_instagram_media_id',
  'source_facebook_post_id',
  'image_hash',
  'image_url',
  'authorization_category',
  'link_url',
  'template_url',
  'product_set_id',
  'thumbnail_url',
  'branded_content_sponsor_page_id',
  'existing_post_title',
  'instagram_permalink_url',
]
const jsonFields = [
  'degrees_of_freedom_spec',
  'contextual_multi_ads',
  'call_to_action',
  'branded_content',
  'facebook_branded_content',
  'instagram_branded_content',
  'destination_spec',
  'interactive_components_spec',
  'platform_customizations',
  'portrait_customizations',
  'creative_sourcing_spec',
  'media_sourcing_spec',
  'omnichannel_link_spec',
  'ad_disclaimer_spec',
  'template_url_spec',
  'image_crops',
  'recommender_settings',
  'format_transformation_spec',
  'product_suggestion_settings',
]

export function createCreative(call: GraphCall, account: Account): Created | { success: true } {
  const creative = prepareCreative(call, account)
  if (isValidateOnly(call.params)) return { success: true }
  return new Created('AdCreative', 'existing' in creative ? creative.existing : creative.store())
}

export type PreparedCreative = { existing: Creative } | { content: CreativeContent; store(): Creative }

/** Only ads can be switched off: a downgrade of the status is not about the creative. */
function creativeFieldsOf(fields: string[] | undefined): string[] | undefined {
  return fields?.filter((field) => field !== 'status')
}

/** Checks a creative completely; storing it is a step of its own, because an ad may still be refused. */
export function prepareCreative(call: GraphCall, account: Account): PreparedCreative {
  const { world, params } = call
  const context: RuleContext = { call, account }
  const story = objectParam(params, 'object_story_spec')
  const feed = objectParam(params, 'asset_feed_spec')
  const postId = textParam(params, 'object_story_id')
  refuseDeadActor(params, story)
  checkInstagram(context, textParam(params, 'instagram_user_id') ?? textOf(story?.['instagram_user_id']))
  if (story) checkPage(context, textOf(story['page_id']))
  if (postId) checkPost(context, postId, feed)
  if (!story && !postId && !hasOtherContent(call)) throw missingParameter('object_story_spec')
  if (story) checkStory(context, story, feed !== undefined)
  if (feed) checkAssetFeed(context, feed, isObject(story?.['link_data']) || isObject(story?.['video_data']))
  checkExtras(context)
  const labels = readLabels(call, account)
  const [existing] = postId ? world.creatives.lookup('story', `${account.account_id} ${postId}`) : []
  if (existing?.status === 'ACTIVE') return { existing }
  return {
    content: {
      object_story_spec: story,
      asset_feed_spec: feed,
      object_story_id: postId,
      source_instagram_media_id: textParam(params, 'source_instagram_media_id'),
      call_to_action: objectParam(params, 'call_to_action'),
    },
    store: () => {
      const creative = buildCreative(call, account, { story, feed, postId, labels: labels?.commit() ?? [] })
      return world.creatives.put(
        creative.id,
        downgraded(creative, creativeFieldsOf(call.request.effects.downgradeFields)),
      )
    },
  }
}

interface Parts {
  story?: Record<string, unknown>
  feed?: Record<string, unknown>
  postId?: string
  labels: string[]
}

function buildCreative(call: GraphCall, account: Account, { story, feed, postId, labels }: Parts): Creative {
  const { world, params } = call
  const id = newTreeId(world)
  const now = world.now()
  const page = textOf(story?.['page_id']) ?? textParam(params, 'object_id')
  const instagram = textParam(params, 'instagram_user_id') ?? textOf(story?.['instagram_user_id'])
  const media = textParam(params, 'source_instagram_media_id')
  return withDefaults(call, {
    id,
    tenant: account.tenant,
    account_id: account.account_id,
    created: now,
    updated: now,
    status: 'ACTIVE',
    ...copied(call),
    ...(story ? { object_story_spec: story } : {}),
    ...(feed ? { asset_feed_spec: feed } : {}),
    ...(postId ? { object_story_id: postId } : {}),
    ...(instagram ? { instagram_user_id: instagram } : {}),
    effective_object_story_id: postId ?? (page ? `${page}_9${id.slice(-14)}` : undefined),
    effective_instagram_media_id: media ?? (instagram ? `18${id.slice(-15)}` : undefined),
    name: storedName(textParam(params, 'name'), id, now),
    labels,
  })
}

/** The platform appends a date and a hash to the name it was given. */
function storedName(name: string | undefined, id: string, now: number): string {
  const suffix = `${new Date(now).toISOString().slice(0, 10)}-${createHash('md5').update(id).digest('hex')}`
  return name ? `${name} ${suffix}` : suffix
}

function hasOtherContent({ params }: GraphCall): boolean {
  return [
    'source_instagram_media_id',
    'branded_content',
    'object_id',
    'image_hash',
    'template_url',
    'product_set_id',
  ].some((field) => isGiven(params, field))
}

/** The post of an ad was never published on the Page, and other ads may show it all the same. */
function isAdPost({ call, account }: RuleContext, postId: string): boolean {
  return call.world.creatives.lookup('shownPost', postId).some(({ tenant }) => tenant === account.tenant)
}

function checkPost(context: RuleContext, postId: string, feed: object | undefined): void {
  const post = context.call.world.posts.get(postId)
  if (feed && 'asset_customization_rules' in feed)
    throw refusal(
      undefined,
      'Existing post',
      'Placement customization is not possible with an existing post.',
      'asset_feed_spec',
    )
  if (!post && isAdPost(context, postId)) {
    checkPage(context, postId.split('_')[0])
    return
  }
  if (post?.tenant !== context.account.tenant || post['is_published'] === false)
    throw refusal(
      1885557,
      'Post is not available',
      `The post ${postId} does not exist or may not be promoted.`,
      'object_story_id',
    )
  checkPage(context, post.page_id)
  if (post['is_eligible_for_promotion'] === false)
    throw refusal(1487472, 'Post cannot be promoted', 'Posts of this kind cannot be used in ads.', 'object_story_id')
}

function checkExtras(context: RuleContext): void {
  const { params } = context.call
  const hash = textParam(params, 'image_hash')
  if (hash) requireImage(context.call.world, context.account, hash, 'image_hash')
  checkCallToAction(jsonParam(params, 'call_to_action'), undefined, [])
  const mediaId = textParam(params, 'source_instagram_media_id')
  if (mediaId) checkMedia(context, mediaId)
  const objectId = textParam(params, 'object_id')
  if (objectId) checkPage(context, objectId)
  checkPartnership(context)
  checkFeatures(objectParam(params, 'degrees_of_freedom_spec'), context.call.world.settings())
  refusePolls(objectParam(params, 'interactive_components_spec'), context.call.version)
}

function checkMedia(context: RuleContext, mediaId: string): void {
  const media = context.call.world.instagramMedia.get(mediaId)
  if (media?.tenant !== context.account.tenant || !mayUseMedia(context, media))
    throw refusal(
      2446289,
      'Post is not available',
      `The Instagram post ${mediaId} does not exist or may not be promoted.`,
      'source_instagram_media_id',
    )
  const eligibility = objectOf(media['boost_eligibility_info'])
  if (eligibility?.['eligible_to_boost'] === false)
    throw refusal(
      2875030,
      'Reel cannot be promoted',
      'The reel uses music that is not licensed for ads.',
      'source_instagram_media_id',
    )
}

function copied({ params }: GraphCall): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const field of textFields) if (isGiven(params, field)) result[field] = textParam(params, field)
  for (const field of jsonFields) if (isGiven(params, field)) result[field] = jsonParam(params, field)
  return result
}

/** A stored creative as the call that would make it again. */
export function creativeParams(creative: Creative): Record<string, unknown> {
  const fields = [...textFields, ...jsonFields, 'object_story_spec', 'asset_feed_spec', 'object_story_id']
  const given = fields.filter((field) => creative[field] !== undefined)
  return { name: creative.name, ...Object.fromEntries(given.map((field) => [field, creative[field]])) }
}

/** Creatives never change, apart from name, status and labels. */
export function updateCreative(call: GraphCall, creative: Creative, account: Account): object {
  const { world, params } = call
  const status = textParam(params, 'status')
  if (status && status !== 'ACTIVE' && status !== 'DELETED') throw notOneOf('status', ['ACTIVE', 'DELETED'])
  const labels = readLabels(call, account)
  world.creatives.put(creative.id, {
    ...creative,
    ...(isGiven(params, 'name') ? { name: requiredText(params, 'name') } : {}),
    ...(status ? { status: status as Creative['status'] } : {}),
    ...(labels ? { labels: labels.commit() } : {}),
    updated: world.now(),
  })
  return { success: true }
}

/** The kinds of feed that only an ad set made for dynamic creative may show. */
export function needsDynamicAdSet(creative: CreativeContent): boolean {
  const feed = creative.asset_feed_spec
  if (!feed || feed['asset_customization_rules'] !== undefined) return false
  const type = textOf(feed['optimization_type'])
  const hasMedia = objectsOf(feed['images']).length + objectsOf(feed['videos']).length > 0
  return hasMedia && (type === undefined || type === 'REGULAR')
}
