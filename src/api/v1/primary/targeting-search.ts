import { z } from 'zod'
import { searchTargeting } from '../../../core/manage/reading.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { listOf } from '../../shapes.ts'

export const targetingSearch = defineEndpoint({
  method: 'GET',
  path: '/v1/primary/targeting-search',
  section: 'Primary platform',
  summary: 'Find the keys of places and interests for targeting.',
  scope: 'read',
  tool: 'search_targeting',
  query: z.object({
    q: z.string().trim().min(1).max(200),
    type: z.enum(['country', 'region', 'city', 'zip', 'interest']),
    limit: z.coerce.number().int().min(1).max(200).default(25),
  }),
  reply: listOf(z.object({ key: z.string(), name: z.string(), type: z.string(), countryCode: z.string().nullable() })),
  async handle(call) {
    const data = await searchTargeting(call, call.query)
    return { data, count: data.length }
  },
})
