import { z } from 'zod'
import { open } from '../../../core/manage/opening.ts'
import { requireVerb } from '../../../core/verbs.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { AccountIdParam, listOf } from '../../shapes.ts'

export const partnershipCreators = defineEndpoint({
  method: 'GET',
  path: '/v1/primary/partnership-creators',
  section: 'Primary platform',
  summary: 'Creators who let this account advertise with their posts.',
  scope: 'read',
  tool: 'list_partnership_creators',
  query: z.object({ accountId: AccountIdParam }),
  reply: listOf(z.object({ creatorId: z.string(), creatorPageId: z.string().nullable(), name: z.string() })),
  async handle(call) {
    const { session, platform, ref } = await open(call, call.query.accountId)
    const data = await requireVerb(session, platform.name, 'discovery').listPartnershipCreators(ref)
    return { data, count: data.length }
  },
})
