import { z } from 'zod'
import { createBoard, findBoard, listBoards } from '../../../core/media/boards.ts'
import type { BoardRow } from '../../../core/media/boards.ts'
import { text, words } from '../../../core/media/library-text.ts'
import { operation } from '../../../call/operation.ts'
import type { Call } from '../../../call/operation.ts'
import type { Services } from '../../../services.ts'
import { pageFields, pageOf, pageWith, windowOf } from '../../pages.ts'
import { withData, withDataShape } from '../media/with-data.ts'

export const Board = z
  .object({
    id: z.number().int().meta({ description: 'Id of the board.' }),
    name: z.string().meta({ description: 'Its name.' }),
    description: z.string().nullable().meta({ description: 'What belongs on it.' }),
    assetCount: z.number().int().meta({ description: 'How many assets are on it.' }),
    createdAt: z.string().meta({ description: 'When it was made.', format: 'date-time' }),
    updatedAt: z.string().meta({ description: 'When it was changed last.', format: 'date-time' }),
  })
  .meta({ id: 'LibraryBoard' })

export const boardFields = {
  name: words(200).meta({ description: 'Unique within the company, whatever its capitals.' }),
  description: text(2000).nullish().meta({ description: 'What belongs on it.' }),
}

export const libraryBoards = operation({
  name: 'list_boards',
  rest: { method: 'GET', path: '/v1/library/boards' },
  section: 'Media and library',
  summary: 'Boards of the library, by name.',
  scope: 'read',
  effect: 'reads',
  input: z.object(pageFields(200, 50)),
  example: {},
  reply: pageOf(Board),
  async handle(deps, call, paged) {
    const window = windowOf(paged)
    const { rows, total } = await listBoards(deps, call, window)
    return pageWith(rows.map(presentBoard), window, total)
  },
})

export const addBoard = operation({
  name: 'create_board',
  rest: { method: 'POST', path: '/v1/library/boards', status: 201 },
  section: 'Media and library',
  summary: 'Make a board.',
  scope: 'launch',
  effect: 'changes',
  input: z.object(boardFields),
  example: { name: 'Spring sale', description: 'Everything for April.' },
  reply: withDataShape(Board),
  async handle(deps, call, fields) {
    return deps.db.transaction().execute(async (trx) => {
      const answer = withData(presentBoard(await createBoard({ db: trx }, call, fields)))
      await call.keepAnswer(trx, answer)
      return answer
    })
  },
})

/** What the board is before it is changed, for the audit log. */
export async function noteBoard(deps: Services, call: Call, ref: { id: number }): Promise<void> {
  const row = await findBoard(deps, call, ref)
  if (row) call.touched({ before: presentBoard(row) })
}

export function presentBoard(row: BoardRow): z.output<typeof Board> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    assetCount: row.asset_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
