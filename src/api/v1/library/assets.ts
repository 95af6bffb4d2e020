import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { demo } from '../../examples.ts'
import { pageOf, windowOf } from '../../pages.ts'
import { withData, withDataShape } from '../media/with-data.ts'
import { answerMedia, answerPage, idField, idOf, listFilters, MediaItem } from '../media/media-item.ts'

export const libraryAssets = operation({
  name: 'list_assets',
  rest: { method: 'GET', path: '/v1/library/assets' },
  section: 'Media and library',
  summary: 'Assets of the library, newest first.',
  description: 'Assets are the stored media of the company: the same as GET /v1/media.',
  scope: 'read',
  effect: 'reads',
  input: z.object({
    ...listFilters,
    boardId: idField('board').optional().meta({ description: 'Only assets on this board.' }),
  }),
  example: { search: 'square' },
  reply: pageOf(MediaItem),
  handle: (deps, call, { search, type, tag, boardId, ...paged }) => {
    const board = boardId ? idOf('board', boardId) : undefined
    return answerPage(deps, call, { search, type, tag, boardId: board, ...windowOf(paged) })
  },
})

export const libraryAsset = operation({
  name: 'get_asset',
  rest: { method: 'GET', path: '/v1/library/assets/{id}' },
  section: 'Media and library',
  summary: 'One asset of the library.',
  scope: 'read',
  effect: 'reads',
  input: z.object({ id: idField('asset') }),
  example: { id: demo.media },
  reply: withDataShape(MediaItem),
  handle: async (deps, call, { id }) => withData(await answerMedia(deps, call, { what: 'asset', id })),
})
