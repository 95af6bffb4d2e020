import { z } from 'zod'
import { open } from '../../../core/manage/opening.ts'
import { requireVerb } from '../../../core/verbs.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { AccountIdParam, listOf } from '../../shapes.ts'

export const pixels = defineEndpoint({
  method: 'GET',
  path: '/v1/conversions/pixels',
  section: 'Primary platform',
  summary: 'Pixels of an account.',
  scope: 'read',
  tool: 'list_pixels',
  query: z.object({ accountId: AccountIdParam }),
  reply: listOf(
    z.object({ id: z.string(), name: z.string(), lastFiredTime: z.string().nullable(), accountId: z.string() }),
  ),
  async handle(call) {
    const { session, platform, ref } = await open(call, call.query.accountId)
    const data = await requireVerb(session, platform.name, 'conversions').listPixels(ref)
    return { data, count: data.length }
  },
})
