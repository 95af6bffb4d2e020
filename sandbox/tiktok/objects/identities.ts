import { advertiserOf, isGiven, numberOr, oneOf, optionalText, requiredText, textOf } from '../call.ts'
import type { Call } from '../call.ts'
import { pictureUrl } from './covers.ts'
import { invalid, TikTokError } from '../errors.ts'
import { pageOf } from '../lists.ts'
import type { Identity, Post, SparkCode } from './objects.ts'
import { required } from '../../core/required.ts'

export const identityTypes = ['TT_USER', 'BC_AUTH_TT', 'AUTH_CODE', 'CUSTOMIZED_USER']

function renderIdentity({ request }: Call, identity: Identity): object {
  const isCustom = identity.type === 'CUSTOMIZED_USER'
  return {
    identity_id: identity.id,
    identity_type: identity.type,
    display_name: identity.name,
    profile_image: pictureUrl(request.origin, identity.id),
    available_status: identity.isAvailable ? 'AVAILABLE' : 'SCOPE_UNAVAILABLE',
    identity_authorized_bc_id: identity.bcId ?? null,
    can_push_video: identity.type === 'TT_USER' || identity.type === 'BC_AUTH_TT',
    can_pull_video: !isCustom,
    can_use_live_ads: false,
    can_manage_message: false,
  }
}

/**
 * Without a type, each one has a page of its own in the answer and the first one alone is counted: what is past the
 * first page of the others is not told of. Of those that a business centre opens, pages are not counted at all.
 */
export function getIdentities(call: Call): object {
  const { id } = advertiserOf(call)
  const asked = isGiven(call.params['identity_type']) ? [oneOf(call.params, 'identity_type', identityTypes, '')] : null
  const all = call.world.identities.lookup('advertiser', id)
  const pages = (asked ?? identityTypes).map((type) => {
    const rows = all.filter((each) => each.type === type).map((identity) => renderIdentity(call, identity))
    const { list, page_info: counted } = pageOf(call, rows, { max: 100 })
    return { list, page_info: type === 'BC_AUTH_TT' ? uncounted : counted }
  })
  return { identity_list: pages.flatMap(({ list }) => list), page_info: required(pages[0], 'first page').page_info }
}

const uncounted = { page: 0, page_size: 0, total_number: 0, total_page: 0 }
const maxNameLength = 100

/** Custom ones alone are made so. */
export function createIdentity(call: Call): object {
  const { id: advertiser } = advertiserOf(call)
  const name = requiredText(call.params, 'display_name')
  if (name.length > maxNameLength) throw invalid(`display_name: Longer than maximum length ${maxNameLength}.`)
  const { world } = call
  const times = { created: world.now(), updated: world.now() }
  const id = world.newId()
  world.identities.put(id, { id, advertiser, ...times, type: 'CUSTOMIZED_USER', name, isAvailable: true })
  return { identity_id: id }
}

function identityOf(call: Call): Identity {
  const { id: advertiser } = advertiserOf(call)
  const identity = call.world.identities.get(requiredText(call.params, 'identity_id'))
  const type = requiredText(call.params, 'identity_type')
  if (!identity || identity.advertiser !== advertiser || identity.type !== type)
    throw invalid('identity_id: The identity does not exist.')
  if (identity.bcId && optionalText(call.params, 'identity_authorized_bc_id') !== identity.bcId)
    throw invalid('identity_authorized_bc_id: Missing data for required field.')
  return identity
}

const statusOf = {
  ALL: 'ITEM_STATUS_HESITATE_RECOMMEND',
  FRIENDS: 'STATUS_ONLY_FRIEND_SEE',
  AUTHOR: 'ITEM_STATUS_ONLY_AUTHOR_SEE',
}

export function isVideo({ kind = 'VIDEO' }: Post): boolean {
  return kind === 'VIDEO'
}

export function isPublic({ audience = 'ALL' }: Post): boolean {
  return audience === 'ALL'
}

function renderPost({ request }: Call, post: Post): object {
  const picture = pictureUrl(request.origin, post.id)
  const { kind = 'VIDEO', audience = 'ALL' } = post
  const image = { image_id: post.id, image_url: picture, image_width: 1080, image_height: 1920 }
  return {
    item_id: post.id,
    item_type: kind,
    status: statusOf[audience],
    text: post.text,
    auth_info: null,
    video_info: isVideo(post) ? { poster_url: picture, duration: post.duration, width: 1080, height: 1920 } : null,
    carousel_info: isVideo(post) ? null : { image_info: [image], music_info: null },
  }
}

/** Posts come by cursor, the only list here that does: text, and of one kind. */
export function identityPosts(call: Call): object {
  const identity = identityOf(call)
  const kind = oneOf(call.params, 'item_type', ['VIDEO', 'CAROUSEL'], 'VIDEO')
  const cursor = call.params['cursor']
  if (cursor !== undefined && !/^\d{1,10}$/.test(textOf(cursor))) throw invalid('cursor: Invalid cursor.')
  const from = Number(cursor ?? 0)
  const count = Math.min(20, Math.max(1, numberOr(call.params, 'count', 20)))
  const posts = call.world.posts.lookup('identity', identity.id).filter((post) => isVideo(post) === (kind === 'VIDEO'))
  const page = posts.slice(from, from + count)
  return {
    video_list: page.map((post) => renderPost(call, post)),
    cursor: String(from + page.length),
    has_more: from + page.length < posts.length,
  }
}

export function identityPost(call: Call): object {
  const identity = identityOf(call)
  const post = call.world.posts.get(requiredText(call.params, 'item_id'))
  if (!post || post.identity !== identity.id) throw new TikTokError(40007, 'The post does not exist.')
  return { video_detail: renderPost(call, post) }
}

function codeOf(call: Call): SparkCode {
  const { id: advertiser } = advertiserOf(call)
  const code = requiredText(call.params, 'auth_code')
  const found = call.world.sparkCodes.get(`${advertiser} ${code}`)
  if (!found) throw invalid('auth_code: The authorization code is invalid or has expired.')
  return found
}

/** Redeeming a code again changes nothing. */
export function redeemCode(call: Call): object {
  const found = codeOf(call)
  call.world.sparkCodes.put(`${found.advertiser} ${found.code}`, { ...found, isRedeemed: true })
  return {}
}

export function redeemedPost(call: Call): object {
  const found = codeOf(call)
  const post = call.world.posts.get(found.post)
  const identity = call.world.identities.get(found.identity)
  if (!found.isRedeemed || !post || !identity) throw invalid('auth_code: The post has not been authorized.')
  return {
    item_info: {
      item_id: post.id,
      text: post.text,
      item_type: post.kind ?? 'VIDEO',
      status: statusOf[post.audience ?? 'ALL'],
    },
    user_info: { identity_id: identity.id, identity_type: identity.type, tiktok_name: identity.name },
    auth_info: { ad_auth_status: 'AUTHORIZED' },
  }
}
