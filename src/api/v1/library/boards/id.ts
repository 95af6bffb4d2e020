import { z } from 'zod'
import { changeBoard, deleteBoard } from '../../../../core/media/boards.ts'
import { notFound } from '../../../../errors.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { bothWays, bothWaysOf } from '../../media/both-ways.ts'
import { idOf, idParams } from '../../media/media-item.ts'
import { Board, BoardDescription, BoardName, presentBoard } from '../boards.ts'

export const patchBoard = defineEndpoint({
  method: 'PATCH',
  path: '/v1/library/boards/{id}',
  section: 'Media and library',
  summary: 'Rename or describe a board.',
  scope: 'launch',
  params: idParams('board'),
  body: z.object({ name: BoardName.optional(), description: BoardDescription }),
  example: { name: 'Spring and summer' },
  reply: bothWaysOf(Board),
  async handle({ params, body, caller, services }) {
    const row = await changeBoard(services.db, caller.companyId, idOf('board', params.id), body)
    if (!row) throw notFound('board', params.id)
    return bothWays(presentBoard(row))
  },
})

export const removeBoard = defineEndpoint({
  method: 'DELETE',
  path: '/v1/library/boards/{id}',
  section: 'Media and library',
  summary: 'Delete a board. Its assets stay in the library.',
  scope: 'launch',
  params: idParams('board'),
  reply: z.object({ id: z.number().int(), deleted: z.literal(true) }),
  async handle({ params, caller, services }) {
    const id = idOf('board', params.id)
    if (!(await deleteBoard(services.db, caller.companyId, id))) throw notFound('board', params.id)
    return { id, deleted: true }
  },
})
