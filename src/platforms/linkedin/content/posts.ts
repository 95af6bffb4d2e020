import type { OrganizationPost, PostKind } from '../../contract/network.ts'
import type { Paged, PageQuery } from '../../contract/manage.ts'
import { wrongCursor } from '../../kit/fill-page.ts'
import { nullWhenMissing } from '../client.ts'
import type { Api } from '../client.ts'
import { noAccount } from '../discover.ts'
import { idIn, isId, organizationUrn, timeText } from '../map.ts'
import { PostWire } from '../wire.ts'
import type { Post } from '../wire.ts'

/** What the organization published, newest first; posts that only ads show are left out. */
export async function listPosts(
  api: Api,
  organizationId: string,
  { limit, after }: PageQuery,
): Promise<Paged<OrganizationPost> | null> {
  if (!isId(organizationId)) return null
  const start = after === undefined ? 0 : startIn(after)
  const query = {
    q: 'author',
    author: organizationUrn(organizationId),
    isDsc: false,
    sortBy: 'CREATED',
    start,
    count: limit,
  }
  const page = await api.page(PostWire, 'posts', query, noAccount).catch(nullWhenMissing)
  if (!page) return null
  const isLast = page.items.length < limit
  return { items: page.items.map(postOf), before: null, after: isLast ? null : String(start + limit) }
}

function startIn(cursor: string): number {
  if (!/^\d{1,6}$/.test(cursor)) throw wrongCursor()
  return Number(cursor)
}

const kinds: Record<string, PostKind> = { article: 'article', carousel: 'carousel', poll: 'poll', media: 'image' }

/** A file says what it is in its URN. */
function kindOf({ content }: Post): PostKind {
  const [name] = Object.keys(content ?? {})
  if (content === null || content === undefined || name === undefined) return 'text'
  if (name !== 'media') return kinds[name] ?? 'other'
  const id = String((content.media as { id?: string } | undefined)?.id)
  if (id.startsWith('urn:li:video:')) return 'video'
  return id.startsWith('urn:li:document:') ? 'document' : 'image'
}

const sponsored = new Set<PostKind>(['image', 'video', 'document', 'article', 'carousel'])

function postOf(post: Post): OrganizationPost {
  const type = kindOf(post)
  const { id, author, commentary, lifecycleState, publishedAt, createdAt, content } = post
  const article = content?.article as { source?: string } | undefined
  const reason = reasonAgainst(type, lifecycleState)
  return {
    postId: id,
    organizationId: idIn(author),
    text: commentary === undefined || commentary === null ? null : plainText(commentary),
    type,
    publishedAt: timeText(publishedAt ?? createdAt),
    permalink: `https://www.linkedin.com/feed/update/${id}`,
    link: post.contentLandingPage ?? article?.source ?? null,
    cta: post.contentCallToActionLabel ?? null,
    eligible: reason === null,
    ...(reason === null ? {} : { reason }),
  }
}

function reasonAgainst(type: PostKind, state: string | null | undefined): string | null {
  if (state && state !== 'PUBLISHED') return `It is ${state}, not published.`
  return sponsored.has(type) ? null : 'Only posts with one picture, a video, a document or an article can be sponsored.'
}

/** The text as people read it. */
function plainText(text: string): string {
  return text.replace(/\\([|{}@[\]()<>#*_~\\])/g, '$1')
}
