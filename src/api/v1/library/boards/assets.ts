import { z } from 'zod'
import { changeBoardMedia, findBoard, unknownMedia } from '../../../../core/media/boards.ts'
import { badRequest, notFound } from '../../../../errors.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { pageOf } from '../../../shapes.ts'
import { bothWays, bothWaysOf } from '../../media/both-ways.ts'
import { answerPage, idOf, idParams, listFilters, MediaItem } from '../../media/media-item.ts'
import { Board, presentBoard } from '../boards.ts'

export const boardAssets = defineEndpoint({
  method: 'GET',
  path: '/v1/library/boards/{id}/assets',
  section: 'Media and library',
  summary: 'Assets on a board, newest first.',
  scope: 'read',
  params: idParams('board'),
  query: z.object(listFilters),
  reply: pageOf(MediaItem),
  handle: async (call) => answerPage(call, { ...call.query, boardId: idOf('board', call.params.id) }),
})

const AssetIds = z.array(z.coerce.number().int().min(1).max(999_999_999_999_999)).max(1000)

export const changeBoardAssets = defineEndpoint({
  method: 'POST',
  path: '/v1/library/boards/{id}/assets',
  section: 'Media and library',
  summary: 'Put assets on a board, or take them off.',
  description: 'What is on the board already, or is not on it when it is to be taken off, is passed over.',
  scope: 'launch',
  params: idParams('board'),
  body: z.object({
    assetIds: AssetIds.optional().meta({ description: 'Assets to put on the board, at most 1,000.' }),
    removeAssetIds: AssetIds.optional().meta({ description: 'Assets to take off the board, at most 1,000.' }),
  }),
  example: { assetIds: [1, 2] },
  reply: bothWaysOf(Board).extend({ added: z.number().int(), removed: z.number().int() }),
  async handle({ params, body, caller, services: { db } }) {
    const id = idOf('board', params.id)
    if (!(await findBoard(db, caller.companyId, id))) throw notFound('board', params.id)
    const { assetIds: add = [], removeAssetIds: remove = [] } = body
    if (add.length + remove.length === 0) throw badRequest([{ path: 'assetIds', message: 'is required' }])
    const [unknown] = await unknownMedia(db, caller.companyId, [...add, ...remove])
    if (unknown !== undefined) throw notFound('asset', unknown)
    const changed = await changeBoardMedia(db, id, { add, remove })
    const board = await findBoard(db, caller.companyId, id)
    if (!changed || !board) throw notFound('board', params.id)
    return { ...bothWays(presentBoard(board)), ...changed }
  },
})
