import { z } from 'zod'
import type { AccountRef, Creator, PageQuery, Paged, Post } from '../../contract/manage.ts'
import type { CallOptions, Graph } from '../client.ts'
import { isNodeId } from '../manage/read.ts'
import { nodeId } from '../map.ts'
import { PageTokenWire } from '../launch/wire.ts'
import { IdWire } from '../wire.ts'

const fields =
  'id,message,created_time,status_type,permalink_url,full_picture,call_to_action,is_eligible_for_promotion,' +
  'promotable_id,attachments{type,url,media_type}'

const PostWire = z.object({
  id: z.string(),
  message: z.string().optional(),
  status_type: z.string().optional(),
  permalink_url: z.string().optional(),
  full_picture: z.string().optional(),
  call_to_action: z
    .object({ type: z.string().optional(), value: z.object({ link: z.string().optional() }).optional() })
    .optional(),
  is_eligible_for_promotion: z.boolean().optional(),
  promotable_id: z.string().optional(),
  attachments: z
    .object({ data: z.array(z.object({ type: z.string().optional(), url: z.string().optional() })) })
    .optional(),
})

/** What a page has published; null when this connection does not manage the page. */
export async function listPosts(
  graph: Graph,
  pageId: string,
  { limit, after }: PageQuery,
): Promise<Paged<Post> | null> {
  if (!isNodeId(pageId)) return null
  const pages = await graph.list(
    PageTokenWire,
    'me/accounts',
    { fields: 'id,access_token' },
    { accountId: '', limit: 1000 },
  )
  const page = pages.find(({ id }) => id === pageId)
  if (!page) return null
  const params = { fields, limit, ...(after ? { after } : {}) }
  const options: CallOptions = { accountId: '', token: page.access_token, needs: 'page ads' }
  const posts = await graph.page(PostWire, `${pageId}/published_posts`, params, options)
  return { ...posts, items: posts.items.map((post) => postOf(pageId, post)) }
}

const kinds: Record<string, Post['type']> = {
  added_photos: 'photo',
  added_video: 'video',
  shared_story: 'link',
  mobile_status_update: 'status',
}

function postOf(pageId: string, post: z.output<typeof PostWire>): Post {
  const attachment = post.attachments?.data[0]
  const eligible = post.is_eligible_for_promotion ?? true
  return {
    id: post.id,
    effectiveStoryId: post.promotable_id ?? (post.id.includes('_') ? post.id : `${pageId}_${post.id}`),
    message: post.message ?? null,
    type: kinds[post.status_type ?? ''] ?? attachment?.type ?? 'status',
    permalink: post.permalink_url ?? null,
    thumbnail: post.full_picture ?? null,
    cta: post.call_to_action?.type ?? null,
    link: post.call_to_action?.value?.link ?? attachment?.url ?? null,
    eligible,
    ...(eligible ? {} : { reason: 'The platform does not let this post be promoted.' }),
  }
}

const PermissionWire = z.object({
  permission_status: z.string().optional(),
  creator_id: z.string().optional(),
  creator_username: z.string().optional(),
  creator_fb_page: z.string().optional(),
})

/** Creators who let one of the account's own profiles advertise with what they post. */
export async function listPartnershipCreators(graph: Graph, account: AccountRef): Promise<Creator[]> {
  const node = nodeId(account.id)
  const options: CallOptions = { accountId: node, needs: 'partnership ads' }
  const profiles = await graph.list(
    IdWire,
    `${node}/instagram_accounts`,
    { fields: 'id' },
    { ...options, needs: 'secondary profiles', limit: 100 },
  )
  const params = { fields: 'id,creator_id,creator_username,creator_fb_page,permission_status' }
  const creators = new Map<string, Creator>()
  for (const profile of profiles) {
    const path = `${profile.id}/branded_content_ad_permissions`
    for (const permission of await graph.list(PermissionWire, path, params, { ...options, limit: 500 })) {
      const { creator_id: creatorId, creator_username: name, creator_fb_page: creatorPageId = null } = permission
      if (creatorId === undefined || permission.permission_status !== 'APPROVED') continue
      creators.set(creatorId, { creatorId, creatorPageId, name: name ?? creatorId })
    }
  }
  return [...creators.values()]
}
