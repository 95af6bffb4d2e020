import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { pageOf, windowOf } from '../../pages.ts'
import { answerPage, idField, idOf, listFilters, MediaItem } from './media-item.ts'

export const listOfMedia = operation({
  name: 'list_media',
  rest: { method: 'GET', path: '/v1/media' },
  section: 'Media and library',
  summary: 'Stored media of the company, newest first.',
  scope: 'read',
  effect: 'reads',
  tool: true,
  input: z.object({
    ...listFilters,
    boardId: idField('board').optional().meta({ description: 'Only media on this board.' }),
  }),
  example: { type: 'image' },
  reply: pageOf(MediaItem),
  handle: (deps, call, { search, type, tag, boardId, ...paged }) => {
    const board = boardId ? idOf('board', boardId) : undefined
    return answerPage(deps, call, { search, type, tag, boardId: board, ...windowOf(paged) })
  },
})
