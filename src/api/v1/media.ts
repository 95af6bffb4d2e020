import { z } from 'zod'
import { defineEndpoint } from '../../call/endpoint.ts'
import { pageOf } from '../shapes.ts'
import { answerPage, idOf, listFilters, MediaItem } from './media/media-item.ts'

export const listOfMedia = defineEndpoint({
  method: 'GET',
  path: '/v1/media',
  section: 'Media and library',
  summary: 'Stored media of the company, newest first.',
  scope: 'read',
  tool: 'list_media',
  query: z.object({
    ...listFilters,
    boardId: z.string().optional().meta({ description: 'Only media on this board.' }),
  }),
  reply: pageOf(MediaItem),
  handle: async (call) => {
    const { boardId, ...filter } = call.query
    return answerPage(call, { ...filter, boardId: boardId ? idOf('board', boardId) : undefined })
  },
})
