import type { AdIdentity, IdentityVerbs } from '../../contract/identities.ts'
import type { Api, CallOptions } from '../client.ts'
import { listPosts } from './posts.ts'
import { IdentityPageWire } from '../wire.ts'
import type { Identity } from '../wire.ts'

const pageSize = 100
const maxPages = 50

/** Identities that speak with posts of their own; a custom one is a name and a picture only. */
const sparkTypes = ['AUTH_CODE', 'TT_USER', 'BC_AUTH_TT']
export const identityTypes = ['CUSTOMIZED_USER', ...sparkTypes]

/** Asked for one type at a time: what is asked for together cannot be paged through. */
export async function readIdentities(api: Api, accountId: string, options: CallOptions): Promise<Identity[]> {
  const found = await Promise.all(identityTypes.map((type) => readType(api, accountId, type, options)))
  return found.flat()
}

async function readType(api: Api, accountId: string, type: string, options: CallOptions): Promise<Identity[]> {
  const found = new Map<string, Identity>()
  for (let page = 1; page <= maxPages; page++) {
    const params = { advertiser_id: accountId, identity_type: type, page, page_size: pageSize }
    const { identity_list: list, page_info: info } = await api.get(IdentityPageWire, 'identity/get', params, options)
    const before = found.size
    for (const identity of list) found.set(identity.identity_id, identity)
    // Of some types the number of pages is 0, however many there are: then a page that brings nothing new is the last.
    const isLast = info && info.total_page > 0 ? page >= info.total_page : list.length < pageSize
    if (isLast || found.size === before) break
  }
  return [...found.values()]
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
