import { z } from 'zod'
import { open } from '../../../core/manage/opening.ts'
import { requireVerb } from '../../../core/verbs.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { AccountIdParam, listOf } from '../../shapes.ts'

export const customConversions = defineEndpoint({
  method: 'GET',
  path: '/v1/conversions/custom-conversions',
  section: 'Primary platform',
  summary: 'Custom conversions of an account.',
  scope: 'read',
  tool: 'list_custom_conversions',
  query: z.object({ accountId: AccountIdParam }),
  reply: listOf(
    z.object({ id: z.string(), name: z.string(), rule: z.string().nullable(), pixelId: z.string().nullable() }),
  ),
  async handle(call) {
    const { session, platform, ref } = await open(call, call.query.accountId)
    const data = await requireVerb(session, platform.name, 'conversions').listCustomConversions(ref)
    return { data, count: data.length }
  },
})
