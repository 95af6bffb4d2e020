import { z } from 'zod'
import { openAccount } from '../../../core/connections/accounts.ts'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { requireVerb } from '../../../core/connections/verbs.ts'
import { notFound } from '../../../errors.ts'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { cursorFields, cursorPage, cursorPageOf } from '../../platform-pages.ts'
import { AccountIdParam } from '../../shapes.ts'

const IdentityPost = z
  .object({
    postId: z.string().meta({ description: 'Id of the post, for the sparkPostId of an ad.' }),
    text: z.string().nullable().meta({ description: 'What it says.' }),
    type: z.string().nullable().meta({ description: "What kind it is, in the platform's own word." }),
    thumbnail: z.string().nullable().meta({ description: 'Where its picture is.' }),
    durationSeconds: z.number().nullable().meta({ description: 'How long it plays; null: it does not play.' }),
    eligible: z.boolean().meta({ description: 'Whether it can be shown as an ad: everybody may see it.' }),
  })
  .meta({ id: 'IdentityPost' })

export const identityPosts = operation({
  name: 'list_identity_posts',
  rest: { method: 'GET', path: '/v1/tiktok/posts' },
  section: 'Other platforms',
  summary: 'Posts of an identity that can be shown as ads.',
  description: 'postId goes into sparkPostId of an ad, together with the identityId.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({
    accountId: AccountIdParam,
    identityId: PlatformId.meta({ description: 'Whose posts: an identity of the account.' }),
    ...cursorFields(20, 20),
  }),
  example: { accountId: demo.shortVideoAccount, identityId: demo.identity },
  reply: cursorPageOf(IdentityPost),
  async handle(deps, call, { accountId, identityId, limit, cursor }) {
    const { session, platform, platforms, ref } = await openAccount(deps, call, accountId)
    const verbs = requireVerb({ session, platform, platforms }, 'identities')
    const page = await verbs.listPosts(ref, identityId, { limit, after: cursor })
    if (!page) throw notFound('identity', identityId)
    return cursorPage(page, limit)
  },
})
