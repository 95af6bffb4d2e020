import { z } from 'zod'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { open } from '../../../core/manage/opening.ts'
import { requireVerb } from '../../../core/verbs.ts'
import { notFound } from '../../../errors.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { AccountIdParam } from '../../shapes.ts'
import { afterParam, Cursors } from '../manage/paging.ts'

export const identityPosts = defineEndpoint({
  method: 'GET',
  path: '/v1/tiktok/posts',
  section: 'Other platforms',
  summary: 'Posts of an identity that can be shown as ads.',
  description: 'postId goes into sparkPostId of an ad, together with the identityId.',
  scope: 'read',
  tool: 'list_identity_posts',
  query: z.object({
    accountId: AccountIdParam,
    identityId: PlatformId,
    limit: z.coerce.number().int().min(1).max(20).default(20),
    after: afterParam,
  }),
  reply: z.object({
    data: z.array(
      z.object({
        postId: z.string(),
        text: z.string().nullable(),
        type: z.string().nullable(),
        thumbnail: z.string().nullable(),
        durationSeconds: z.number().nullable(),
        eligible: z.boolean(),
      }),
    ),
    count: z.number().int(),
    paging: Cursors,
  }),
  async handle(call) {
    const { accountId, identityId, limit, after: cursor } = call.query
    const { session, platform, ref } = await open(call, accountId)
    const verbs = requireVerb(session, platform.name, 'identities')
    const page = await verbs.listPosts(ref, identityId, { limit, after: cursor })
    if (!page) throw notFound('identity', identityId)
    const { items, before, after } = page
    return { data: items, count: items.length, paging: { cursors: { before, after } } }
  },
})
