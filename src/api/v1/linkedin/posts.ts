import { z } from 'zod'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { listOrganizationPosts } from '../../../core/network/network.ts'
import { operation } from '../../../call/operation.ts'
import { postKinds } from '../../../platforms/contract/network.ts'
import { demo } from '../../examples.ts'
import { cursorFields, cursorPage, cursorPageOf } from '../../platform-pages.ts'
import { section, wordOrNull } from './fields.ts'

const OrganizationPost = z
  .object({
    postId: z.string().meta({ description: 'Id of the post, for the postId of an ad.' }),
    organizationId: z.string().meta({ description: 'The organization that said it.' }),
    text: z.string().nullable().meta({ description: 'What it says.' }),
    type: z.enum(postKinds).meta({ id: 'OrganizationPostKind' }).meta({ description: 'What it shows.' }),
    publishedAt: z.iso.datetime().nullable().meta({ description: 'When it was published.' }),
    permalink: z.string().meta({ description: 'Where people see it.' }),
    link: z.string().nullable().meta({ description: 'Where a click on it leads; null: nowhere else.' }),
    cta: wordOrNull('What its button says'),
    eligible: z.boolean().meta({ description: 'Whether it can be sponsored.' }),
    reason: z.string().optional().meta({ description: 'Why it cannot be sponsored.' }),
  })
  .meta({ id: 'OrganizationPost' })

const max = 100

export const organizationPosts = operation({
  name: 'list_organization_posts',
  rest: { method: 'GET', path: '/v1/linkedin/posts' },
  section,
  summary: 'Posts of an organization that can be sponsored, the newest first.',
  description: 'postId goes into the postId of an ad. Posts that only ads show are left out.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    organizationId: PlatformId.meta({ description: 'Whose posts: the page of one of GET /v1/profiles.' }),
    ...cursorFields(max, 20),
  }),
  example: { organizationId: demo.organization },
  reply: cursorPageOf(OrganizationPost),
  async handle(deps, call, { organizationId, limit, cursor }) {
    return cursorPage(await listOrganizationPosts(deps, call, { organizationId, limit, after: cursor }), limit)
  },
})
