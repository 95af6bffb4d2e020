import { brokenRules } from '../../errors.ts'
import type { AdIdentity, IdentityPost, IdentityVerbs } from '../identities.ts'
import type { Paged, PageQuery } from '../manage.ts'
import type { Api, CallOptions } from './client.ts'
import { IdentityPageWire } from './wire.ts'
import type { Identity } from './wire.ts'
import { IdentityPostsWire } from './wire-media.ts'

const pageSize = 100
const mostPages = 50

/** Identities that speak with posts of their own; a custom one is a name and a picture only. */
export const sparkTypes = ['AUTH_CODE', 'TT_USER', 'BC_AUTH_TT']
export const identityTypes = ['CUSTOMIZED_USER', ...sparkTypes]

export async function readIdentities(api: Api, accountId: string, options: CallOptions): Promise<Identity[]> {
  const found: Identity[] = []
  for (let page = 1; page <= mostPages; page++) {
    const params = { advertiser_id: accountId, page, page_size: pageSize }
    const { identity_list: list, page_info: info } = await api.get(IdentityPageWire, 'identity/get', params, options)
    found.push(...list)
    if (!info || info.page >= info.total_page || list.length === 0) break
  }
  return found
}

export function canShowMedia({ identity_type: type, can_push_video: canPush }: Identity): boolean {
  return type === 'CUSTOMIZED_USER' || (type !== 'AUTH_CODE' && canPush !== false)
}

export function canShowPosts({ identity_type: type, can_pull_video: canPull }: Identity): boolean {
  return type !== 'CUSTOMIZED_USER' && canPull !== false
}

function toAdIdentity(identity: Identity): AdIdentity {
  return {
    identityId: identity.identity_id,
    identityType: identity.identity_type,
    displayName: identity.display_name,
    avatarUrl: identity.profile_image || null,
    canShowMedia: canShowMedia(identity),
    canShowPosts: canShowPosts(identity),
  }
}

/** Posts are paged by a number that the platform calls a cursor. */
async function listPosts(
  api: Api,
  accountId: string,
  identity: Identity,
  { limit, after }: PageQuery,
): Promise<Paged<IdentityPost>> {
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    throw brokenRules([{ path: 'after', message: 'is not a cursor of this list' }])
  const params = {
    advertiser_id: accountId,
    identity_id: identity.identity_id,
    identity_type: identity.identity_type,
    identity_authorized_bc_id: identity.identity_authorized_bc_id ?? undefined,
    count: limit,
    cursor: after ?? 0,
  }
  const found = await api.get(IdentityPostsWire, 'identity/video/get', params, { accountId })
  const items = found.video_list.map((post) => ({
    postId: post.item_id,
    text: post.text || null,
    type: post.item_type ?? null,
    thumbnail: post.video_info?.poster_url ?? null,
    durationSeconds: post.video_info?.duration ?? null,
    eligible: post.status !== 'UNAVAILABLE',
  }))
  return { items, before: null, after: found.has_more && found.cursor ? String(found.cursor) : null }
}

export function identityVerbs(api: Api): IdentityVerbs {
  return {
    listIdentities: async ({ id }) => (await readIdentities(api, id, { accountId: id })).map(toAdIdentity),
    async listPosts({ id }, identityId, query) {
      const identities = await readIdentities(api, id, { accountId: id })
      const identity = identities.find((each) => each.identity_id === identityId)
      if (!identity) return null
      if (!canShowPosts(identity)) return { items: [], before: null, after: null }
      return listPosts(api, id, identity, query)
    },
  }
}
