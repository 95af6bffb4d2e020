import { z } from 'zod'
import { open } from '../../../core/manage/opening.ts'
import { requireVerb } from '../../../core/verbs.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { AccountIdParam, listOf } from '../../shapes.ts'

export const audiences = defineEndpoint({
  method: 'GET',
  path: '/v1/primary/audiences',
  section: 'Primary platform',
  summary: 'Custom audiences of an account.',
  scope: 'read',
  tool: 'list_audiences',
  query: z.object({ accountId: AccountIdParam }),
  reply: listOf(
    z.object({
      id: z.string(),
      name: z.string(),
      subtype: z.string().nullable(),
      approximateCount: z.number().int().nullable(),
    }),
  ),
  async handle(call) {
    const { session, platform, ref } = await open(call, call.query.accountId)
    const data = await requireVerb(session, platform.name, 'discovery').listAudiences(ref)
    return { data, count: data.length }
  },
})
