import { z } from 'zod'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { readPosts } from '../../../core/manage/reading.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { cursorFields, cursorPage, cursorPageOf } from '../../platform-pages.ts'

const text = (description: string) => z.string().nullable().meta({ description })

const PagePost = z
  .object({
    id: z.string().meta({ description: 'Id of the post.' }),
    effectiveStoryId: z.string().meta({ description: 'What boosts it, for media[].effectiveStoryId of an ad.' }),
    message: text('What it says.'),
    type: z
      .string()
      .meta({ description: "What kind it is: photo, video, link or status, or the platform's own word for another." }),
    permalink: text('Where it can be seen.'),
    thumbnail: text('Where its picture is.'),
    cta: text("Its call to action, in the platform's own word; null: it has none."),
    link: text('Where its call to action leads.'),
    eligible: z.boolean().meta({ description: 'Whether it can be boosted.' }),
    reason: z.string().optional().meta({ description: 'Why it cannot be boosted.' }),
  })
  .meta({ id: 'PagePost' })

export const posts = operation({
  name: 'list_posts',
  rest: { method: 'GET', path: '/v1/primary/posts' },
  section: 'Primary platform',
  summary: 'Posts of a page, and whether they can be boosted.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    pageId: PlatformId.meta({ description: 'Whose posts: a page that GET /v1/profiles lists.' }),
    ...cursorFields(100, 25),
  }),
  example: { pageId: demo.page },
  reply: cursorPageOf(PagePost),
  async handle(deps, call, { pageId, limit, cursor }) {
    return cursorPage(await readPosts(deps, call, { pageId, limit, after: cursor }), limit)
  },
})
