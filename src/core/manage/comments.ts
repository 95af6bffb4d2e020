import { badRequest, notFound } from '../../errors.ts'
import { required } from '../../lookup.ts'
import type { Comment, CommentAction, CommentQuery, CommentWrite, Paged } from '../../platforms/contract/manage.ts'
import { openAccount } from '../connections/accounts.ts'
import type { Context } from '../context.ts'
import { passGuards } from '../guards/gate.ts'
import type { GuardDeps, Spending } from '../guards/terms.ts'
import { inUtc } from '../days/range.ts'
import { requireVerb } from '../connections/verbs.ts'
import { perform } from '../writes/perform.ts'
import type { AccountDeps } from '../deps.ts'

/** One page of the comments under an ad or a post, newest first. */
export async function listComments(
  deps: AccountDeps,
  { company }: Pick<Context, 'company'>,
  { accountId, ...query }: CommentQuery & { accountId: string },
): Promise<Paged<Comment>> {
  const { adId, postId } = query
  if ((adId === undefined) === (postId === undefined)) {
    throw badRequest([{ path: 'adId', message: 'give adId or postId, one of the two' }])
  }
  const { session, platform, platforms, ref } = await openAccount(deps, { company }, accountId)
  const found = await requireVerb({ session, platform, platforms }, 'comments').listComments(ref, query)
  if (!found) throw adId === undefined ? notFound('post', required(postId, 'post id')) : notFound('ad', adId)
  return { ...found, items: found.items.map((each) => ({ ...each, createdTime: inUtc(each.createdTime) })) }
}

export interface CommentRequest {
  accountId: string
  commentId: string
  action: CommentAction
}

/** Answers or moderates a comment. `id` is what came of it: of an answer, its own. */
export async function actOnComment(
  deps: GuardDeps,
  context: Spending,
  { accountId, commentId, action }: CommentRequest,
): Promise<{ id: string }> {
  const opened = await openAccount(deps, context, accountId)
  const verbs = requireVerb(opened, 'comments')
  const write = await verbs.planAction(opened.ref, commentId, action)
  if (!write) throw notFound('comment', commentId)
  await passGuards(deps, context, () => ({ changes: [], state: { commentId } }))
  const { comment } = write
  context.touched?.({ before: comment })
  const result = await perform(deps, context, opened, { kind: 'comment', part: `${action.kind} ${commentId}`, write })
  context.touched?.({ after: commentAfter(comment, action, result.id) })
  return result
}

function commentAfter(comment: CommentWrite['comment'], action: CommentAction, id: string): object {
  if (action.kind === 'reply') return { ...comment, reply: { id, message: action.message } }
  return action.kind === 'delete' ? { deleted: true } : { ...comment, hidden: action.kind === 'hide' }
}
