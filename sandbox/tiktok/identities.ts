import { advertiserOf, numberOr, optionalText, requiredText } from './call.ts'
import type { Call } from './call.ts'
import { pictureUrl } from './covers.ts'
import { invalid, TikTokError } from './errors.ts'
import { pageOf } from './lists.ts'
import type { Identity, Post, SparkCode } from './objects.ts'

function renderIdentity({ request }: Call, identity: Identity): object {
  const isCustom = identity.type === 'CUSTOMIZED_USER'
  return {
    identity_id: identity.id,
    identity_type: identity.type,
    display_name: identity.name,
    profile_image: pictureUrl(request.origin, identity.id),
    available_status: identity.isAvailable ? 'AVAILABLE' : 'NO_LONGER_AVAILABLE',
    identity_authorized_bc_id: identity.bcId ?? null,
    can_push_video: identity.type === 'TT_USER' || identity.type === 'BC_AUTH_TT',
    can_pull_video: !isCustom,
    can_use_live_ads: false,
    can_manage_message: false,
  }
}

export function getIdentities(call: Call): object {
  const { id } = advertiserOf(call)
  const type = optionalText(call.params, 'identity_type')
  const rows = call.books.identities.lookup('advertiser', id).filter((each) => type === undefined || each.type === type)
  const { list, page_info } = pageOf(
    call,
    rows.map((identity) => renderIdentity(call, identity)),
    { most: 100 },
  )
  return { identity_list: list, page_info }
}

function identityOf(call: Call): Identity {
  const { id: advertiser } = advertiserOf(call)
  const identity = call.books.identities.get(requiredText(call.params, 'identity_id'))
  const type = requiredText(call.params, 'identity_type')
  if (!identity || identity.advertiser !== advertiser || identity.type !== type)
    throw invalid('identity_id: The identity does not exist.')
  if (identity.bcId && optionalText(call.params, 'identity_authorized_bc_id') !== identity.bcId)
    throw invalid('identity_authorized_bc_id: Missing data for required field.')
  return identity
}

function renderPost({ request }: Call, post: Post): object {
  return {
    item_id: post.id,
    item_type: 'VIDEO',
    status: 'AVAILABLE',
    text: post.text,
    video_info: {
      poster_url: pictureUrl(request.origin, post.id),
      duration: post.duration,
      width: 1080,
      height: 1920,
    },
  }
}

/** Posts come by cursor, the only list here that does. */
export function identityPosts(call: Call): object {
  const identity = identityOf(call)
  const from = numberOr(call.params, 'cursor', 0)
  const count = Math.min(20, Math.max(1, numberOr(call.params, 'count', 20)))
  const posts = call.books.posts.lookup('identity', identity.id)
  const page = posts.slice(from, from + count)
  return {
    video_list: page.map((post) => renderPost(call, post)),
    cursor: from + page.length,
    has_more: from + page.length < posts.length,
  }
}

export function identityPost(call: Call): object {
  const identity = identityOf(call)
  const post = call.books.posts.get(requiredText(call.params, 'item_id'))
  if (!post || post.identity !== identity.id) throw new TikTokError(40007, 'The post does not exist.')
  return { video_detail: renderPost(call, post) }
}

function codeOf(call: Call): SparkCode {
  const { id: advertiser } = advertiserOf(call)
  const code = requiredText(call.params, 'auth_code')
  const found = call.books.sparkCodes.get(`${advertiser} ${code}`)
  if (!found) throw invalid('auth_code: The authorization code is invalid or has expired.')
  return found
}

/** Redeeming a code again changes nothing. */
export function redeemCode(call: Call): object {
  const found = codeOf(call)
  call.books.sparkCodes.put(`${found.advertiser} ${found.code}`, { ...found, isRedeemed: true })
  return {}
}

export function redeemedPost(call: Call): object {
  const found = codeOf(call)
  const post = call.books.posts.get(found.post)
  const identity = call.books.identities.get(found.identity)
  if (!found.isRedeemed || !post || !identity) throw invalid('auth_code: The post has not been authorized.')
  return {
    item_info: { item_id: post.id, text: post.text, item_type: 'VIDEO', status: 'AVAILABLE' },
    user_info: { identity_id: identity.id, identity_type: identity.type, tiktok_name: identity.name },
    auth_info: { ad_auth_status: 'AUTHORIZED' },
  }
}
