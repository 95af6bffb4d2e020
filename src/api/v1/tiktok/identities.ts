import { z } from 'zod'
import { open } from '../../../core/manage/opening.ts'
import { requireVerb } from '../../../core/verbs.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { AccountIdParam, listOf } from '../../shapes.ts'

export const identities = defineEndpoint({
  method: 'GET',
  path: '/v1/tiktok/identities',
  section: 'Other platforms',
  summary: 'Who can speak in the ads of an account.',
  description: 'identityId goes into the ads of a launch. Some identities can only show posts, others only new media.',
  scope: 'read',
  tool: 'list_identities',
  query: z.object({ accountId: AccountIdParam }),
  reply: listOf(
    z.object({
      identityId: z.string(),
      identityType: z.string(),
      displayName: z.string(),
      avatarUrl: z.string().nullable(),
      canShowMedia: z.boolean(),
      canShowPosts: z.boolean(),
    }),
  ),
  async handle(call) {
    const { session, platform, ref } = await open(call, call.query.accountId)
    const data = await requireVerb(session, platform.name, 'identities').listIdentities(ref)
    return { data, count: data.length }
  },
})
