import { z } from 'zod'
import { changeBoardMedia, findBoard, unknownMedia } from '../../../../core/media/boards.ts'
import { badRequest, notFound } from '../../../../errors.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { pageOf, windowOf } from '../../../pages.ts'
import { withData, withDataShape } from '../../media/with-data.ts'
import { answerPage, idField, idOf, listFilters, MediaItem } from '../../media/media-item.ts'
import { Board, presentBoard } from '../boards.ts'

const path = '/v1/library/boards/{id}/assets'
const section = 'Media and library'

export const boardAssets = operation({
  name: 'list_board_assets',
  rest: { method: 'GET', path },
  section,
  summary: 'Assets on a board, newest first.',
  scope: 'read',
  effect: 'reads',
  input: z.object({ id: idField('board'), ...listFilters }),
  example: { id: demo.board },
  reply: pageOf(MediaItem),
  handle: (deps, call, { id, search, type, tag, ...paged }) =>
    answerPage(deps, call, { search, type, tag, boardId: idOf('board', id), ...windowOf(paged) }),
})

const maxAssets = 1000
const AssetIds = z.array(z.coerce.number().int().min(1).max(999_999_999_999_999)).max(maxAssets)
const bound = `at most ${maxAssets.toLocaleString('en')}`

export const changeBoardAssets = operation({
  name: 'update_board_assets',
  rest: { method: 'POST', path },
  section,
  summary: 'Put assets on a board, or take them off.',
  description: 'What is on the board already, or is not on it when it is to be taken off, is passed over.',
  scope: 'launch',
  effect: 'changes',
  input: z.object({
    id: idField('board'),
    assetIds: AssetIds.optional().meta({ description: `Assets to put on the board, ${bound}.` }),
    removeAssetIds: AssetIds.optional().meta({ description: `Assets to take off the board, ${bound}.` }),
  }),
  example: { id: demo.board, assetIds: [Number(demo.media)] },
  reply: withDataShape(Board).extend({
    added: z.number().int().meta({ description: 'How many assets came onto the board.' }),
    removed: z.number().int().meta({ description: 'How many assets were taken off.' }),
  }),
  async handle(deps, call, { id: given, assetIds: add = [], removeAssetIds: remove = [] }) {
    const ref = { id: idOf('board', given) }
    const before = await findBoard(deps, call, ref)
    if (!before) throw notFound('board', given)
    call.touched({ before: presentBoard(before) })
    if (add.length + remove.length === 0) throw badRequest([{ path: 'assetIds', message: 'is required' }])
    const [unknown] = await unknownMedia(deps, call, { ids: [...add, ...remove] })
    if (unknown !== undefined) throw notFound('asset', unknown)
    const changed = await changeBoardMedia(deps, call, { ...ref, add, remove })
    const board = await findBoard(deps, call, ref)
    if (!changed || !board) throw notFound('board', given)
    return { ...withData(presentBoard(board)), ...changed }
  },
})
