import { z } from 'zod'
import { PlatformId } from '../../core/launch/plan/request.ts'
import { open, perform } from '../../core/manage/opening.ts'
import { requireVerb } from '../../core/verbs.ts'
import { brokenRules, notFound } from '../../errors.ts'
import { defineEndpoint } from '../../call/endpoint.ts'
import type { CommentAction } from '../../platforms/contract/manage.ts'
import { AccountIdParam } from '../shapes.ts'
import { afterParam, Cursors } from './manage/paging.ts'

export const comments = defineEndpoint({
  method: 'GET',
  path: '/v1/comments',
  section: 'Primary platform',
  summary: 'Comments under an ad or a post, newest first.',
  description:
    'Answers to comments are among them, marked by parentId. On the secondary network answers stand in lists of their ' +
    'own, and replyCount tells of them.',
  scope: 'read',
  tool: 'list_comments',
  query: z.object({
    accountId: AccountIdParam,
    adId: PlatformId.optional(),
    postId: PlatformId.optional().meta({ description: '{page_id}_{post_id}, or a post on the secondary network.' }),
    filter: z.enum(['all', 'visible', 'hidden']).default('all'),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    after: afterParam,
  }),
  reply: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        parentId: z
          .string()
          .nullable()
          .meta({ description: 'The comment that this one answers; null: it stands for itself.' }),
        message: z.string(),
        from: z.object({ id: z.string().nullable(), name: z.string().nullable() }).nullable(),
        createdTime: z.string(),
        hidden: z.boolean(),
        likeCount: z.number().int(),
        replyCount: z.number().int(),
        permalink: z.string().nullable(),
      }),
    ),
    count: z.number().int(),
    paging: Cursors,
  }),
  async handle(call) {
    const { accountId, ...query } = call.query
    if ((query.adId === undefined) === (query.postId === undefined)) {
      throw brokenRules([{ path: 'adId', message: 'give adId or postId, one of the two' }])
    }
    const { session, platform, ref } = await open(call, accountId)
    const found = await requireVerb(session, platform.name, 'comments').listComments(ref, query)
    if (!found) throw query.adId ? notFound('ad', query.adId) : notFound('post', query.postId!)
    const { items, before, after } = found
    return { data: items, count: items.length, paging: { cursors: { before, after } } }
  },
})

const commentFields = { accountId: PlatformId, commentId: PlatformId, workspaceId: PlatformId.optional() }
const reply = z.object({ commentId: z.string(), replyId: z.string().optional() })

export const replyToComment = defineEndpoint({
  method: 'POST',
  path: '/v1/comments/reply',
  section: 'Primary platform',
  summary: 'Answer a comment in the name of the page.',
  scope: 'manage',
  tool: 'reply_to_comment',
  body: z.object({ ...commentFields, message: z.string() }),
  reply,
  async handle(call) {
    const message = call.body.message.trim()
    if (message === '' || message.length > 8000) {
      throw brokenRules([{ path: 'message', message: 'must be a text of 1 to 8,000 characters' }])
    }
    const { id } = await act(call, { kind: 'reply', message })
    return { commentId: call.body.commentId, replyId: id }
  },
})

function moderation(kind: 'hide' | 'unhide' | 'delete', summary: string, tool: string) {
  return defineEndpoint({
    method: 'POST',
    path: `/v1/comments/${kind}`,
    section: 'Primary platform',
    summary,
    scope: 'manage',
    tool,
    body: z.object(commentFields),
    reply,
    async handle(call) {
      await act(call, { kind })
      return { commentId: call.body.commentId }
    },
  })
}

export const hideComment = moderation('hide', 'Hide a comment from everybody but its writer.', 'hide_comment')
export const unhideComment = moderation('unhide', 'Show a hidden comment again.', 'unhide_comment')
export const deleteComment = moderation('delete', 'Delete a comment.', 'delete_comment')

type ActionCall = Parameters<typeof perform>[0] & { body: { accountId: string; commentId: string } }

async function act(call: ActionCall, action: CommentAction) {
  const { accountId, commentId } = call.body
  const opened = await open(call, accountId)
  const verbs = requireVerb(opened.session, opened.platform.name, 'comments')
  const write = await verbs.planAction(opened.ref, commentId, action)
  if (!write) throw notFound('comment', commentId)
  return perform(call, opened, 'comment', `${action.kind} ${commentId}`, write)
}
