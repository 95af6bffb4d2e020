import { z } from 'zod'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { readPosts } from '../../../core/manage/reading.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { afterParam, Cursors } from '../manage/paging.ts'

const Text = z.string().nullable()

export const posts = defineEndpoint({
  method: 'GET',
  path: '/v1/primary/posts',
  section: 'Primary platform',
  summary: 'Posts of a page, and whether they can be boosted.',
  scope: 'read',
  tool: 'list_posts',
  query: z.object({
    pageId: PlatformId,
    limit: z.coerce.number().int().min(1).max(100).default(25),
    after: afterParam,
  }),
  reply: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        effectiveStoryId: z.string(),
        message: Text,
        type: z.string(),
        permalink: Text,
        thumbnail: Text,
        cta: Text,
        link: Text,
        eligible: z.boolean(),
        reason: z.string().optional(),
      }),
    ),
    count: z.number().int(),
    paging: Cursors,
  }),
  async handle(call) {
    const { pageId, limit, after: cursor } = call.query
    const { items, before, after } = await readPosts(call, pageId, { limit, after: cursor })
    return { data: items, count: items.length, paging: { cursors: { before, after } } }
  },
})
