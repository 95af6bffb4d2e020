import { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import { fillPage, wrongCursor } from '../../kit/fill-page.ts'
import type { PlatformPage } from '../../kit/fill-page.ts'
import type {
  AccountRef,
  Comment,
  CommentAction,
  CommentQuery,
  CommentWrite,
  Paged,
  PlannedWrite,
} from '../../contract/manage.ts'
import type { CallOptions, Graph } from '../client.ts'
import { isMissing, isNodeId, readInAccount } from '../manage/read.ts'
import { nodeId } from '../map.ts'
import { pageSize } from '../manage/own-status.ts'
import { seek } from '../seek.ts'
import { CreatedWire } from '../wire.ts'

const commentFields = 'id,message,from,created_time,is_hidden,comment_count,like_count,permalink_url,parent{id}'
const mediaCommentFields = 'id,text,username,timestamp,hidden,like_count,replies{id}'

const CommentWire = z.object({
  id: z.string(),
  message: z.string().default(''),
  from: z.object({ id: z.string().optional(), name: z.string().optional() }).optional(),
  created_time: z.string(),
  is_hidden: z.boolean().default(false),
  comment_count: z.number().default(0),
  like_count: z.number().default(0),
  permalink_url: z.string().optional(),
  parent: z.object({ id: z.string() }).optional(),
})

const MediaCommentWire = z.object({
  id: z.string(),
  text: z.string().default(''),
  username: z.string().optional(),
  timestamp: z.string(),
  hidden: z.boolean().default(false),
  like_count: z.number().default(0),
  replies: z.object({ data: z.array(z.unknown()) }).optional(),
})

const PageWire = z.object({ id: z.string(), access_token: z.string() })
const Success = z.object({ success: z.boolean().optional() })

/** Where comments stand: under a post of a page, or under a picture or film on the secondary network. */
interface Thread {
  path: string
  isMedia: boolean
  options: CallOptions
}

const StoryWire = z.object({
  account_id: z.string(),
  creative: z
    .object({ effective_object_story_id: z.string().optional(), effective_instagram_media_id: z.string().optional() })
    .optional(),
})

/**
 * An ad shown on both networks has two threads; they are listed one after the other, so a cursor says in which one it
 * stands.
 */
export async function listComments(
  graph: Graph,
  account: AccountRef,
  query: CommentQuery,
): Promise<Paged<Comment> | null> {
  const { filter, limit } = query
  const subjects = query.postId ? [query.postId] : await subjectsOfAd(graph, account, query.adId ?? '')
  const threads = await Promise.all(subjects.map((subject) => threadOf(graph, account, subject)))
  if (threads.length === 0 || threads.includes(null)) return null
  let isThere = true
  const read = async (cursor: string): Promise<PlatformPage<Comment>> => {
    const { index, after } = placeOf(cursor, threads.length)
    const size = pageSize(limit, filter === 'all' ? undefined : filter)
    const page = await readPage(graph, threads[index]!, { limit: size, ...(after ? { after } : {}) })
    if (!page) isThere = false
    const nextThread = index + 1 < threads.length ? `${index + 1}:` : null
    return {
      items: page?.items ?? [],
      before: page?.before ? `${index}:${page.before}` : null,
      next: page?.after ? `${index}:${page.after}` : nextThread,
    }
  }
  const wanted = ({ hidden }: Comment) => filter === 'all' || hidden === (filter === 'hidden')
  const page = await fillPage(read, query, wanted)
  return isThere ? page : null
}

function placeOf(cursor: string, threads: number): { index: number; after: string } {
  if (cursor === '') return { index: 0, after: '' }
  const [, index, after = ''] = /^(\d):(.*)$/.exec(cursor) ?? []
  if (index === undefined || Number(index) >= threads) throw wrongCursor()
  return { index: Number(index), after }
}

async function subjectsOfAd(graph: Graph, account: AccountRef, adId: string): Promise<string[]> {
  const fields = 'account_id,creative{effective_object_story_id,effective_instagram_media_id}'
  const ad = await readInAccount(graph, StoryWire, account, { id: adId, fields })
  const { effective_object_story_id: story, effective_instagram_media_id: media } = ad?.creative ?? {}
  return [story, media].filter((subject) => subject !== undefined)
}

/** A page's post carries the page in its id, and wants that page's own token. */
async function threadOf(graph: Graph, account: AccountRef, subject: string): Promise<Thread | null> {
  if (!isNodeId(subject)) return null
  const options = optionsFor(account, !subject.includes('_'))
  const path = `${subject}/comments`
  if (!subject.includes('_')) return { path, isMedia: true, options }
  const page = (await pagesOf(graph)).find(({ id }) => subject.startsWith(`${id}_`))
  return page ? { path, isMedia: false, options: { ...options, token: page.access_token } } : null
}

function optionsFor(account: AccountRef, isMedia: boolean): CallOptions {
  return { accountId: nodeId(account.id), needs: isMedia ? 'secondary comments' : 'comments' }
}

function pagesOf(graph: Graph): Promise<z.output<typeof PageWire>[]> {
  return graph.list(PageWire, 'me/accounts', { fields: 'id,access_token' }, { accountId: '', limit: 1000 })
}

async function readPage(graph: Graph, thread: Thread, paging: object): Promise<Paged<Comment> | null> {
  const { path, isMedia, options } = thread
  try {
    if (isMedia) {
      const page = await graph.page(MediaCommentWire, path, { fields: mediaCommentFields, ...paging }, options)
      return { ...page, items: page.items.map(fromMedia) }
    }
    const order = { filter: 'stream', order: 'reverse_chronological' }
    const page = await graph.page(CommentWire, path, { fields: commentFields, ...order, ...paging }, options)
    return { ...page, items: page.items.map(fromPost) }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function fromPost(comment: z.output<typeof CommentWire>): Comment {
  return {
    id: comment.id,
    parentId: comment.parent?.id ?? null,
    message: comment.message,
    // Left out by the platform when the writer has not let the page see who it is.
    from: comment.from ? { id: comment.from.id ?? null, name: comment.from.name ?? null } : null,
    createdTime: comment.created_time,
    hidden: comment.is_hidden,
    likeCount: comment.like_count,
    replyCount: comment.comment_count,
    permalink: comment.permalink_url ?? null,
  }
}

function fromMedia(comment: z.output<typeof MediaCommentWire>): Comment {
  return {
    id: comment.id,
    // Answers stand in lists of their own there.
    parentId: null,
    message: comment.text,
    from: comment.username ? { id: null, name: comment.username } : null,
    createdTime: comment.timestamp,
    hidden: comment.hidden,
    likeCount: comment.like_count,
    replyCount: comment.replies?.data.length ?? 0,
    permalink: null,
  }
}

/** Comments on a page's posts have two groups of digits in their ids, those on the secondary network one. */
export async function planAction(
  graph: Graph,
  account: AccountRef,
  commentId: string,
  action: CommentAction,
): Promise<CommentWrite | null> {
  if (!isNodeId(commentId)) return null
  const open = commentId.includes('_') ? openPageComment : openMediaComment
  const comment = await open(graph, account, commentId)
  if (!comment) return null
  const write =
    action.kind === 'reply' ? planReply(graph, comment, action.message) : planModeration(graph, comment, action.kind)
  return { ...write, comment: comment.read }
}

/** A comment that can be written to. */
interface OpenComment {
  id: string
  /** On a post of Instagram, and not of a page. */
  isMedia: boolean
  options: CallOptions
  read: CommentWrite['comment']
}

async function openMediaComment(graph: Graph, account: AccountRef, id: string): Promise<OpenComment | null> {
  const options = optionsFor(account, true)
  const read = await readOrNull(graph, id, 'id,text,hidden', options)
  return read && { id, isMedia: true, options, read }
}

/** A comment's id does not name the page, so each page's token is tried until one opens it. */
async function openPageComment(graph: Graph, account: AccountRef, id: string): Promise<OpenComment | null> {
  for (const page of await pagesOf(graph)) {
    const options = { ...optionsFor(account, false), token: page.access_token }
    const read = await readOrNull(graph, id, 'id,message,is_hidden', options)
    if (read) return { id, isMedia: false, options, read }
  }
  return null
}

const OneCommentWire = z.object({
  id: z.string(),
  message: z.string().optional(),
  text: z.string().optional(),
  is_hidden: z.boolean().optional(),
  hidden: z.boolean().optional(),
})

async function readOrNull(
  graph: Graph,
  id: string,
  fields: string,
  options: CallOptions,
): Promise<OpenComment['read'] | null> {
  try {
    const { message, text, is_hidden: isHidden, hidden } = await graph.get(OneCommentWire, id, { fields }, options)
    return { message: message ?? text ?? '', hidden: isHidden ?? hidden ?? false }
  } catch (error) {
    if (isMissing(error) || isForbidden(error)) return null
    throw error
  }
}

/** What a token of another page hears. */
const otherPageCodes = new Set<unknown>([10, 200, 210])

function isForbidden(error: unknown): boolean {
  return error instanceof PlatformError && otherPageCodes.has(error.failure.code)
}

/** Nothing marks a reply as ours but its words: an identical one since the call began is taken for it. */
function planReply(graph: Graph, { id, isMedia, options }: OpenComment, message: string): PlannedWrite {
  const path = `${id}/${isMedia ? 'replies' : 'comments'}`
  return {
    asks: { commentId: id, message },
    send: (sendBefore) => graph.post(CreatedWire, path, { message }, { ...options, sendBefore }),
    readBack: {
      kind: 'find',
      async find(since) {
        const fields = isMedia ? 'id,text,timestamp' : 'id,message,created_time'
        const replies = { schema: ReplyWire, path, params: { fields }, options }
        const mine = await seek(
          graph,
          replies,
          (reply) =>
            (reply.message ?? reply.text) === message &&
            Date.parse(reply.created_time ?? reply.timestamp ?? '') >= since.getTime() - 2_000,
        )
        return typeof mine === 'string' ? mine : { found: { id: mine.id } }
      },
    },
  }
}

const ReplyWire = z.object({
  id: z.string(),
  message: z.string().optional(),
  text: z.string().optional(),
  created_time: z.string().optional(),
  timestamp: z.string().optional(),
})

function planModeration(
  graph: Graph,
  { id, isMedia, options }: OpenComment,
  kind: 'hide' | 'unhide' | 'delete',
): PlannedWrite {
  const field = isMedia ? 'hide' : 'is_hidden'
  return {
    asks: { commentId: id, kind },
    async send() {
      if (kind === 'delete') await graph.remove(Success, id, {}, options)
      else await graph.post(Success, id, { [field]: kind === 'hide' }, options)
      return { id }
    },
    readBack: { kind: 'repeatable', because: 'hidden twice is hidden, deleted twice is deleted' },
  }
}
