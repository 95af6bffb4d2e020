import { PlatformError } from '../../../errors.ts'
import type { IdentityPost } from '../../contract/identities.ts'
import type { Paged, PageQuery } from '../../contract/manage.ts'
import type { Api, CallOptions } from '../client.ts'
import { codes } from '../errors.ts'
import type { Identity } from '../wire.ts'
import { IdentityPostsWire, PostDetailWire } from '../launch/wire.ts'
import type { Post } from '../launch/wire.ts'
import { wrongCursor } from '../../kit/fill-page.ts'

/** The platform lists one kind of post at a time; ours is one list, in this order. */
const kinds = ['VIDEO', 'CAROUSEL'] as const
type Kind = (typeof kinds)[number]

/** The other ones can be seen by friends or by their author alone. */
const visibleToAll = 'ITEM_STATUS_HESITATE_RECOMMEND'

export function isVisibleToAll({ status }: Pick<Post, 'status'>): boolean {
  return !status || status === visibleToAll
}

/** What an ad that shows the post is called. */
export function formatOf(itemType: unknown): string {
  return itemType === 'CAROUSEL' ? 'CAROUSEL_ADS' : 'SINGLE_VIDEO'
}

interface PostPosition {
  kind: Kind
  /** The platform's own; absent: the beginning. */
  cursor?: string
}

/** Ours says which kind it is about, then the platform's own. */
function placeOf(after: string | undefined): PostPosition {
  if (after === undefined) return { kind: 'VIDEO' }
  const [, kind, cursor] = /^(VIDEO|CAROUSEL)(?::([\w-]{1,100}))?$/.exec(after) ?? []
  if (kind === undefined) throw wrongCursor()
  return { kind: kind as Kind, cursor }
}

function whose(identity: Identity) {
  return {
    identity_id: identity.identity_id,
    identity_type: identity.identity_type,
    identity_authorized_bc_id: identity.identity_authorized_bc_id ?? undefined,
  }
}

export async function listPosts(
  api: Api,
  accountId: string,
  identity: Identity,
  { limit, after }: PageQuery,
): Promise<Paged<IdentityPost>> {
  const about = { advertiser_id: accountId, ...whose(identity) }
  const items: IdentityPost[] = []
  let place: PostPosition | null = placeOf(after)
  while (place && items.length < limit) {
    const page = await readPage(api, about, place, limit - items.length)
    items.push(...page.items)
    place = page.next
  }
  const next = place && (place.cursor === undefined ? place.kind : `${place.kind}:${place.cursor}`)
  return { items, before: null, after: next }
}

async function readPage(
  api: Api,
  about: { advertiser_id: string },
  { kind, cursor }: PostPosition,
  count: number,
): Promise<{ items: IdentityPost[]; next: PostPosition | null }> {
  const params = { ...about, item_type: kind, cursor, count }
  const found = await api.get(IdentityPostsWire, 'identity/video/get', params, { accountId: about.advertiser_id })
  const hasMore = found.has_more && found.cursor && found.video_list.length > 0
  return { items: found.video_list.map(toPost), next: hasMore ? { kind, cursor: found.cursor! } : nextKind(kind) }
}

function nextKind(kind: Kind): PostPosition | null {
  const next = kinds[kinds.indexOf(kind) + 1]
  return next === undefined ? null : { kind: next }
}

function toPost(post: Post): IdentityPost {
  return {
    postId: post.item_id,
    text: post.text || null,
    type: post.item_type ?? null,
    thumbnail: post.video_info?.poster_url ?? post.carousel_info?.image_info?.[0]?.image_url ?? null,
    durationSeconds: post.video_info?.duration ?? null,
    eligible: isVisibleToAll(post),
  }
}

/** What a post is read by. */
export interface PostKey {
  identity_id: string
  identity_type: string
  identity_authorized_bc_id?: string
  item_id: string
}

export function postKey(identity: Identity, postId: string): PostKey {
  return { ...whose(identity), item_id: postId }
}

/** null: there is no such post. 'hidden': the app may show posts but not read them, so nothing is known of it. */
export async function readPost(
  api: Api,
  accountId: string,
  key: PostKey,
  options: CallOptions,
): Promise<Post | 'hidden' | null> {
  const params = { advertiser_id: accountId, ...key }
  try {
    return (await api.get(PostDetailWire, 'identity/video/info', params, options)).video_detail ?? null
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'rejected') throw error
    return error.failure.code === codes.noPermission ? 'hidden' : null
  }
}
