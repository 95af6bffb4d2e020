import { z } from 'zod'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { pageOf } from '../../shapes.ts'
import { bothWays, bothWaysOf } from '../media/both-ways.ts'
import { answerMedia, answerPage, idOf, idParams, listFilters, MediaItem } from '../media/media-item.ts'

export const libraryAssets = defineEndpoint({
  method: 'GET',
  path: '/v1/library/assets',
  section: 'Media and library',
  summary: 'Assets of the library, newest first.',
  scope: 'read',
  query: z.object({
    ...listFilters,
    boardId: z.string().optional().meta({ description: 'Only assets on this board.' }),
  }),
  reply: pageOf(MediaItem),
  handle: async (call) => {
    const { boardId, ...filter } = call.query
    return answerPage(call, { ...filter, boardId: boardId ? idOf('board', boardId) : undefined })
  },
})

export const libraryAsset = defineEndpoint({
  method: 'GET',
  path: '/v1/library/assets/{id}',
  section: 'Media and library',
  summary: 'One asset of the library.',
  scope: 'read',
  params: idParams('asset'),
  reply: bothWaysOf(MediaItem),
  handle: async (call) => bothWays(await answerMedia(call, 'asset', call.params.id)),
})
