import { z } from 'zod'
import { PlatformId } from '../../core/launch/plan/request.ts'
import { actOnComment, listComments } from '../../core/manage/comments.ts'
import { operation } from '../../call/operation.ts'
import type { Effect } from '../../call/operation.ts'
import { demo } from '../examples.ts'
import { cursorFields, cursorPage, cursorPageOf } from '../platform-pages.ts'
import { AccountIdField, AccountIdParam, WorkspaceIdField } from '../shapes.ts'

const CommentWriter = z
  .object({
    id: z.string().nullable().meta({ description: 'Id of the writer; null: the platform does not tell.' }),
    name: z.string().nullable().meta({ description: 'What the writer is called.' }),
  })
  .meta({ id: 'CommentWriter' })

const Comment = z
  .object({
    id: z.string().meta({ description: 'Id of the comment, for commentId.' }),
    parentId: z
      .string()
      .nullable()
      .meta({ description: 'The comment that this one answers; null: it stands for itself.' }),
    message: z.string().meta({ description: 'What it says.' }),
    from: CommentWriter.nullable().meta({ description: 'Who wrote it; null: the platform does not tell.' }),
    createdTime: z.iso.datetime().meta({ description: 'When it was written.' }),
    hidden: z.boolean().meta({ description: 'Whether nobody but its writer sees it.' }),
    likeCount: z.number().int().meta({ description: 'How many like it.' }),
    replyCount: z.number().int().meta({ description: 'How many answers it has.' }),
    permalink: z.string().nullable().meta({ description: 'Where it can be seen.' }),
  })
  .meta({ id: 'Comment' })

export const comments = operation({
  name: 'list_comments',
  rest: { method: 'GET', path: '/v1/comments' },
  section: 'Primary platform',
  summary: 'Comments under an ad or a post, newest first.',
  description:
    'Answers to comments are among them, marked by parentId. On the secondary network answers stand in lists of their ' +
    'own, and replyCount tells of them.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({
    accountId: AccountIdParam,
    adId: PlatformId.optional().meta({ description: 'Under which ad; or postId.' }),
    postId: PlatformId.optional().meta({
      description: 'Under which post: {page_id}_{post_id}, or a post on the secondary network; or adId.',
    }),
    filter: z.enum(['all', 'visible', 'hidden']).default('all').meta({ description: 'Which of them.' }),
    ...cursorFields(100, 50),
  }),
  example: { accountId: demo.account, postId: demo.post },
  reply: cursorPageOf(Comment),
  async handle(deps, call, { cursor, ...query }) {
    return cursorPage(await listComments(deps, call, { ...query, after: cursor }), query.limit)
  },
})

const target = {
  accountId: AccountIdField,
  commentId: PlatformId.meta({ description: 'The comment, by the id that the list tells.' }),
  workspaceId: WorkspaceIdField,
}

const CommentId = z.string().meta({ description: 'The comment.' })
const maxMessage = 8000

export const replyToComment = operation({
  name: 'reply_to_comment',
  rest: { method: 'POST', path: '/v1/comments/reply' },
  section: 'Primary platform',
  summary: 'Answer a comment in the name of the page.',
  scope: 'manage',
  effect: 'changes',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({
    ...target,
    message: z.string().trim().min(1).max(maxMessage).meta({ description: 'What the page answers.' }),
  }),
  example: { accountId: demo.account, commentId: demo.comment, message: 'We are looking into it.' },
  reply: z.object({
    commentId: CommentId,
    replyId: z.string().meta({ description: 'Id of the answer, a comment itself.' }),
  }),
  async handle(deps, call, { accountId, commentId, message }) {
    const { id } = await actOnComment(deps, call, { accountId, commentId, action: { kind: 'reply', message } })
    return { commentId, replyId: id }
  },
})

interface Moderation {
  kind: 'hide' | 'unhide' | 'delete'
  summary: string
  effect: Effect
  example: string
}

function moderation({ kind, summary, effect, example }: Moderation) {
  return operation({
    name: `${kind}_comment`,
    rest: { method: 'POST', path: `/v1/comments/${kind}` },
    section: 'Primary platform',
    summary,
    scope: 'manage',
    effect,
    ...(kind === 'delete' ? { plannable: true } : {}),
    tool: true,
    failures: ['unsupported_operation'],
    input: z.object(target),
    example: { accountId: demo.account, commentId: example },
    reply: z.object({ commentId: CommentId }),
    async handle(deps, call, { accountId, commentId }) {
      await actOnComment(deps, call, { accountId, commentId, action: { kind } })
      return { commentId }
    },
  })
}

export const hideComment = moderation({
  kind: 'hide',
  summary: 'Hide a comment from everybody but its writer.',
  effect: 'changes',
  example: demo.comment,
})

export const unhideComment = moderation({
  kind: 'unhide',
  summary: 'Show a hidden comment again.',
  effect: 'changes',
  example: demo.comment,
})

export const deleteComment = moderation({
  kind: 'delete',
  summary: 'Delete a comment.',
  effect: 'destroys',
  example: demo.commentToDelete,
})
