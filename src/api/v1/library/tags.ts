import { z } from 'zod'
import { listTags } from '../../../core/media/tags.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { listOf } from '../../shapes.ts'

export const libraryTags = defineEndpoint({
  method: 'GET',
  path: '/v1/library/tags',
  section: 'Media and library',
  summary: 'Tags of the library, the most used first.',
  scope: 'read',
  reply: listOf(
    z.object({ tag: z.string(), count: z.number().int().meta({ description: 'How many assets carry it.' }) }),
  ),
  async handle({ caller, services }) {
    const data = await listTags(services.db, caller.companyId)
    return { data, count: data.length }
  },
})
