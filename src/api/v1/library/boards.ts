import { z } from 'zod'
import { createBoard, listBoards } from '../../../core/media/boards.ts'
import type { BoardRow } from '../../../core/media/boards.ts'
import { text, words } from '../../../core/media/library-text.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { bothWays, bothWaysOf } from '../media/both-ways.ts'
import { pageOf, pageQuery, paginate } from '../../shapes.ts'

export const Board = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().nullable(),
  assetCount: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export const BoardName = words(200).meta({ description: 'Unique within the company, whatever its capitals.' })
export const BoardDescription = text(2000).nullish().meta({ description: 'What belongs on it.' })

export const libraryBoards = defineEndpoint({
  method: 'GET',
  path: '/v1/library/boards',
  section: 'Media and library',
  summary: 'Boards of the library, by name.',
  scope: 'read',
  query: z.object(pageQuery(200, 50)),
  reply: pageOf(Board),
  async handle({ query, caller, services }) {
    const { rows, total } = await listBoards(services.db, caller.companyId, query)
    const data = rows.map(presentBoard)
    return { data, count: data.length, pagination: paginate(query.page, query.limit, total) }
  },
})

export const addBoard = defineEndpoint({
  method: 'POST',
  path: '/v1/library/boards',
  section: 'Media and library',
  summary: 'Make a board.',
  scope: 'launch',
  status: 201,
  body: z.object({ name: BoardName, description: BoardDescription }),
  example: { name: 'Spring sale', description: 'Everything for April.' },
  reply: bothWaysOf(Board),
  async handle(call) {
    return call.services.db.transaction().execute(async (trx) => {
      const answer = bothWays(presentBoard(await createBoard(trx, call.caller.companyId, call.body)))
      await call.keepAnswer(trx, answer)
      return answer
    })
  },
})

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
