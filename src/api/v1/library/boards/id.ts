import { z } from 'zod'
import { changeBoard, deleteBoard } from '../../../../core/media/boards.ts'
import { notFound } from '../../../../errors.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { Deleted } from '../../../shapes.ts'
import { withData, withDataShape } from '../../media/with-data.ts'
import { idField, idOf } from '../../media/media-item.ts'
import { Board, boardFields, noteBoard, presentBoard } from '../boards.ts'

const path = '/v1/library/boards/{id}'
const section = 'Media and library'
const id = idField('board')

export const patchBoard = operation({
  name: 'update_board',
  rest: { method: 'PATCH', path },
  section,
  summary: 'Rename or describe a board.',
  scope: 'launch',
  effect: 'changes',
  input: z.object({ id, name: boardFields.name.optional(), description: boardFields.description }),
  example: { id: demo.board, name: 'Spring and summer' },
  reply: withDataShape(Board),
  async handle(deps, call, { id: given, ...changes }) {
    const ref = { id: idOf('board', given) }
    await noteBoard(deps, call, ref)
    const row = await changeBoard(deps, call, { ...ref, ...changes })
    if (!row) throw notFound('board', given)
    return withData(presentBoard(row))
  },
})

export const removeBoard = operation({
  name: 'delete_board',
  rest: { method: 'DELETE', path },
  section,
  summary: 'Delete a board. Its assets stay in the library.',
  scope: 'launch',
  effect: 'destroys',
  input: z.object({ id }),
  example: { id: demo.board },
  reply: Deleted,
  async handle(deps, call, asked) {
    const ref = { id: idOf('board', asked.id) }
    await noteBoard(deps, call, ref)
    if (!(await deleteBoard(deps, call, ref))) throw notFound('board', asked.id)
    return { ...ref, deleted: true as const }
  },
})
