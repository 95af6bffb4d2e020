import { pageOfToken } from '../auth.ts'
import type { GraphCall } from '../call.ts'
import { GraphError, badParameter, missingParameter, notOneOf, refusal } from '../errors.ts'
import type { Target } from '../graph/target.ts'
import type { Edge } from '../graph/node-types.ts'
import type { Comment, GraphObject } from '../campaigns/objects.ts'
import { booleanParam, requiredText, textParam } from '../graph/params.ts'

/** Comments on a Page belong to the Page: only its own token may see and moderate them. */
export function requirePageToken({ token }: GraphCall, pageId: string | undefined): void {
  const page = pageOfToken(token)
  if (page === pageId) return
  throw page === undefined
    ? new GraphError({ code: 210, message: '(#210) A page access token is required to request this resource.' })
    : new GraphError({ code: 10, message: '(#10) This token may not act for the Page of this post.' })
}

const filters = ['stream', 'toplevel']
const orders = ['chronological', 'reverse_chronological', 'ranked']

export const postComments: Edge = {
  of: 'Comment',
  defaultFields: 'created_time,from,message,id',
  list(post, call) {
    requirePageToken(call, String(post['page_id']))
    const all = call.world.comments.lookup('subject', post.id)
    return ordered(call, filterOf(call) === 'stream' ? all : all.filter(({ parent_id }) => !parent_id))
  },
}

export const commentReplies: Edge = {
  of: 'Comment',
  defaultFields: 'created_time,from,message,id',
  list(comment, call) {
    requirePageToken(call, (comment as Comment).page_id)
    return ordered(call, call.world.comments.lookup('parent', comment.id))
  },
}

function filterOf({ params }: GraphCall): string {
  const filter = textParam(params, 'filter') ?? 'toplevel'
  if (!filters.includes(filter)) throw notOneOf('filter', filters)
  return filter
}

function ordered({ params }: GraphCall, comments: Comment[]): GraphObject[] {
  const order = textParam(params, 'order') ?? 'chronological'
  if (!orders.includes(order)) throw notOneOf('order', orders)
  comments.sort((one, other) => one.created - other.created)
  if (order === 'ranked') comments.sort((one, other) => other.like_count - one.like_count)
  return order === 'reverse_chronological' ? comments.reverse() : comments
}

/** POST <post>/comments and <comment>/comments. Replies have one level: an answer to a reply stands beside it. */
export function addPageComment(call: GraphCall, { type, object }: Target): object {
  const parent = type === 'Comment' ? (object as Comment) : undefined
  const pageId = String(object['page_id'])
  requirePageToken(call, pageId)
  const message = requiredText(call.params, 'message')
  const subject = parent?.subject_id ?? object.id
  const id = `${subject.split('_')[1] ?? subject}_${nextNumber(call)}`
  const name = call.world.pages.get(pageId)?.name ?? ''
  const parentId = parent && (parent.parent_id ?? parent.id)
  const comment = newComment(call, { id, subject, message, author: { id: pageId, name }, parentId })
  call.world.comments.put(id, { ...comment, page_id: pageId })
  return { id }
}

function nextNumber({ world }: GraphCall): string {
  return `8${String(world.context.store.nextNumber('meta.comment')).padStart(14, '0')}`
}

function newComment(
  { world, tenant }: GraphCall,
  {
    id,
    subject,
    message,
    author,
    parentId,
  }: { id: string; subject: string; message: string; author: Comment['author']; parentId: string | undefined },
): Comment {
  const now = world.now()
  const place = { subject_id: subject, ...(parentId ? { parent_id: parentId } : {}) }
  return { id, tenant, created: now, updated: now, ...place, message, author, is_hidden: false, like_count: 0 }
}

/** POST <comment>: hides it, shows it again, or changes the Page's own words. */
export function updatePageComment(call: GraphCall, { object }: Target): object {
  const comment = object as Comment
  requirePageToken(call, comment.page_id)
  const isHidden = booleanParam(call.params, 'is_hidden')
  const message = textParam(call.params, 'message')
  if (isHidden === undefined && message === undefined) throw missingParameter('is_hidden')
  const isOwn = comment.author.id === comment.page_id
  if (isHidden !== undefined && isOwn)
    throw refusal(undefined, 'Comment cannot be hidden', 'A Page cannot hide its own comments.', 'is_hidden')
  if (message !== undefined && !isOwn) throw badParameter('Only own comments can be edited', 'message')
  call.world.comments.put(comment.id, {
    ...comment,
    ...(isHidden === undefined ? {} : { is_hidden: isHidden }),
    ...(message === undefined ? {} : { message }),
    updated: call.world.now(),
  })
  return { success: true }
}

export function deletePageComment(call: GraphCall, { object }: Target): object {
  requirePageToken(call, (object as Comment).page_id)
  for (const reply of call.world.comments.lookup('parent', object.id)) call.world.comments.remove(reply.id)
  call.world.comments.remove(object.id)
  return { success: true }
}

/** POST and DELETE <comment>/likes, by the Page. */
export function likeComment(call: GraphCall, { object }: Target): object {
  const comment = object as Comment
  requirePageToken(call, comment.page_id)
  const likes = call.method === 'POST'
  const isLiked = comment['user_likes'] === true
  const change = likes === isLiked ? 0 : 1
  call.world.comments.put(comment.id, {
    ...comment,
    user_likes: likes,
    like_count: comment.like_count + (likes ? change : -change),
  })
  return { success: true }
}

/** Instagram lists the newest first, replies under their comments. */
export const mediaComments: Edge = {
  of: 'IGComment',
  defaultFields: 'timestamp,text,id',
  list: (media, { world }) =>
    world.instagramComments
      .lookup('subject', media.id)
      .filter(({ parent_id }) => !parent_id)
      .sort((one, other) => other.created - one.created),
}

export const instagramReplies: Edge = {
  of: 'IGComment',
  defaultFields: 'timestamp,text,id',
  list: (comment, { world }) => world.instagramComments.lookup('parent', comment.id),
}

/** POST <media>/comments and <comment>/replies. */
export function addInstagramComment(call: GraphCall, { type, object }: Target): object {
  const parent = type === 'IGComment' ? (object as Comment) : undefined
  const message = requiredText(call.params, 'message')
  const subject = parent?.subject_id ?? object.id
  const isAdOnly = !call.world.instagramMedia.get(subject)
  if (!parent && isAdOnly) requireAd(call, subject)
  const instagram = instagramOf(call, subject)
  const id = `179${nextNumber(call)}`
  const parentId = parent && (parent.parent_id ?? parent.id)
  const author = { id: instagram?.id ?? '', name: instagram?.username ?? '' }
  call.world.instagramComments.put(id, newComment(call, { id, subject, message, author, parentId }))
  return { id }
}

/** What exists only as an ad can be commented on only by naming the ad. */
function requireAd({ world, params, tenant }: GraphCall, mediaId: string): void {
  const ad = world.ads.get(requiredText(params, 'ad_id'))
  const creative = ad && world.creatives.get(ad.creative_id)
  if (ad?.tenant !== tenant || creative?.['effective_instagram_media_id'] !== mediaId)
    throw badParameter('Param ad_id must be an ad that shows this media', 'ad_id')
}

function instagramOf({ world }: GraphCall, mediaId: string) {
  const [creative] = world.creatives.lookup('shownMedia', mediaId)
  const id = world.instagramMedia.get(mediaId)?.instagram_id ?? creative?.['instagram_user_id']
  return world.instagrams.get(String(id))
}

export function hideInstagramComment(call: GraphCall, { object }: Target): object {
  const hide = booleanParam(call.params, 'hide')
  if (hide === undefined) throw missingParameter('hide')
  const comment = object as Comment
  if (comment.author.id === instagramOf(call, comment.subject_id)?.id)
    throw refusal(undefined, 'Comment cannot be hidden', 'An account cannot hide its own comments.', 'hide')
  call.world.instagramComments.put(comment.id, { ...comment, is_hidden: hide, updated: call.world.now() })
  return { success: true }
}

export function deleteInstagramComment({ world }: GraphCall, { object }: Target): object {
  for (const reply of world.instagramComments.lookup('parent', object.id)) world.instagramComments.remove(reply.id)
  world.instagramComments.remove(object.id)
  return { success: true }
}
