import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { AppError } from '../../errors.ts'
import { required } from '../../lookup.ts'
import type { Context } from '../context.ts'

type Deps = { db: Db }
type Within = Pick<Context, 'company'>

interface BoardRef {
  id: number
}

export interface BoardRow {
  id: number
  name: string
  description: string | null
  created_at: Date
  updated_at: Date
  asset_count: number
}

export interface BoardFields {
  name?: string
  description?: string | null
}

export async function listBoards(
  { db }: Deps,
  { company }: Within,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: BoardRow[]; total: number }> {
  const { total } = await db
    .selectFrom('boards')
    .where('company_id', '=', company.id)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const rows = await boardsOf(db, company.id)
    .orderBy(sql`lower(boards.name)`)
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total }
}

export async function findBoard({ db }: Deps, { company }: Within, { id }: BoardRef): Promise<BoardRow | undefined> {
  return boardsOf(db, company.id).where('boards.id', '=', id).executeTakeFirst()
}

export async function createBoard(
  { db }: Deps,
  { company }: Within,
  board: BoardFields & { name: string },
): Promise<BoardRow> {
  const created = await db
    .insertInto('boards')
    .values({ company_id: company.id, name: board.name, description: board.description ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isTaken(error) ? nameTaken(board.name) : error
    })
  return required(await findBoard({ db }, { company }, created), 'new board')
}

export async function changeBoard(
  { db }: Deps,
  { company }: Within,
  { id, ...changes }: BoardRef & BoardFields,
): Promise<BoardRow | undefined> {
  await db
    .updateTable('boards')
    .where('company_id', '=', company.id)
    .set({ ...changes, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw isTaken(error) ? nameTaken(changes.name ?? '') : error
    })
  return findBoard({ db }, { company }, { id })
}

/** The board goes, its media stay. */
export async function deleteBoard({ db }: Deps, { company }: Within, { id }: BoardRef): Promise<boolean> {
  const gone = await db
    .deleteFrom('boards')
    .where('company_id', '=', company.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return gone.numDeletedRows === 1n
}

/** Media of the company that were asked for and that it does not have. */
export async function unknownMedia({ db }: Deps, { company }: Within, { ids }: { ids: number[] }): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('media')
    .where('company_id', '=', company.id)
    .select('id')
    .where('id', 'in', ids)
    .execute()
  const known = new Set(rows.map((row) => row.id))
  return ids.filter((id) => !known.has(id))
}

/** Answers null when the board went in the meantime. */
export async function changeBoardMedia(
  { db }: Deps,
  { company }: Within,
  { id: boardId, add, remove }: BoardRef & { add: number[]; remove: number[] },
): Promise<{ added: number; removed: number } | null> {
  return db.transaction().execute(async (trx) => {
    const board = await trx
      .selectFrom('boards')
      .where('company_id', '=', company.id)
      .select('id')
      .where('id', '=', boardId)
      .forKeyShare()
      .executeTakeFirst()
    if (!board) return null
    const { numAffectedRows: added = 0n } = await sql`
      INSERT INTO board_media (board_id, media_id)
      SELECT ${boardId}, id FROM media WHERE company_id = ${company.id} AND id = ANY (${add}::bigint[])
      ON CONFLICT DO NOTHING`.execute(trx)
    const { numAffectedRows: removed = 0n } = await sql`
      DELETE FROM board_media USING boards
      WHERE boards.id = board_id AND boards.company_id = ${company.id} AND board_id = ${boardId} AND media_id = ANY (${remove}::bigint[])`.execute(
      trx,
    )
    return { added: Number(added), removed: Number(removed) }
  })
}

function boardsOf(db: Db, companyId: CompanyId) {
  return db
    .selectFrom('boards')
    .where('boards.company_id', '=', companyId)
    .select(['boards.id', 'boards.name', 'boards.description', 'boards.created_at', 'boards.updated_at'])
    .select(sql<number>`(SELECT count(*) FROM board_media WHERE board_id = boards.id)`.as('asset_count'))
}

const uniqueViolation = '23505'

function isTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === uniqueViolation && constraint === 'boards_name'
}

function nameTaken(name: string): AppError {
  return new AppError('conflict', `There is a board called "${name}" already.`, {
    issues: [{ path: 'name', message: 'is the name of another board' }],
  })
}
