import type { SelectQueryBuilder } from 'kysely'
import type { Logger } from 'pino'
import { notifiesNobody } from '../reach.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { AppError } from '../../errors.ts'
import { formatsOf } from '../../files/probe/formats.ts'
import type { FileKind, Format } from '../../files/probe/formats.ts'
import { safeFilename } from '../../files/store/names.ts'
import type { Dimensions } from '../../files/probe/probe.ts'
import type { Context } from '../context.ts'
import { openItemStates } from '../journal/states.ts'
import { nextName } from './free-name.ts'
import { removeLoose } from './loose.ts'
import type { MediaStorage } from './storage.ts'

export interface MediaRow {
  id: number
  object_key: string
  filename: string
  original_name: string
  name: string
  tags: string[]
  created_at: Date
  updated_at: Date
  format: Format
  size: number
  dimensions: Dimensions
  board_ids: number[]
}

export interface MediaFilter {
  search?: string
  type?: FileKind
  tag?: string
  boardId?: number
  offset: number
  limit: number
}

type Deps = { db: Db }
type Within = Pick<Context, 'company'>

interface MediaRef {
  id: number
}

/** One page of a company's media, newest first. */
export async function listMedia(
  { db }: Deps,
  { company }: Within,
  filter: MediaFilter,
): Promise<{ rows: MediaRow[]; total: number }> {
  const matching = applyFilter(mediaOf(db, company.id), filter)
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await withColumns(matching)
    .orderBy('media.id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute()
  return { rows, total }
}

export async function findMedia({ db }: Deps, { company }: Within, { id }: MediaRef): Promise<MediaRow | undefined> {
  return withColumns(mediaOf(db, company.id)).where('media.id', '=', id).executeTakeFirst()
}

export interface MediaChange {
  name?: string
  tags?: string[]
  /** Made safe and given a suffix where the company has such a file, as on the way in. */
  filename?: string
}

export async function changeMedia(
  { db }: Deps,
  { company }: Within,
  { id, filename: asked, ...changes }: MediaRef & MediaChange,
): Promise<{ row: MediaRow; wasRenamed: boolean } | undefined> {
  const companyId = company.id
  const before = await findMedia({ db }, { company }, { id })
  if (!before) return undefined
  const wanted = asked === undefined ? before.filename : safeFilename(asked, before.format)
  for (let filename = wanted; ; filename = await nextName(db, { companyId, wanted, ownId: id })) {
    const isFree = await update(db, companyId, id, { ...changes, ...(asked === undefined ? {} : { filename }) })
    if (!isFree) continue
    const row = await findMedia({ db }, { company }, { id })
    return row && { row, wasRenamed: filename !== wanted }
  }
}

const uniqueViolation = '23505'

/** false when another file of the company has the name. */
async function update(db: Db, companyId: CompanyId, id: number, changes: MediaChange): Promise<boolean> {
  const query = db
    .updateTable('media')
    .where('company_id', '=', companyId)
    .set({ ...changes, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
  try {
    await query.execute()
    return true
  } catch (error) {
    if ((error as { code?: string }).code === uniqueViolation) return false
    throw error
  }
}

interface DeleteDeps extends Deps {
  log: Logger
  media: MediaStorage
}

/** Answers false when there is no such row; refuses while a running launch could still ask for the file. */
export async function deleteMedia(
  { db, log, media }: DeleteDeps,
  { company: { id: companyId } }: Within,
  { id }: MediaRef,
): Promise<boolean> {
  const key = await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('media')
      .where('company_id', '=', companyId)
      .select('object_key')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return null
    // One at a time for each object, or two uploads of the same content could each count on the other to stay.
    await trx.selectFrom('media_objects').select('key').where('key', '=', row.object_key).forUpdate().execute()
    await refuseWhileNeeded(trx, companyId, id, row.object_key)
    const gone = await trx
      .deleteFrom('media')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirst()
    return gone.numDeletedRows === 1n ? row.object_key : null
  })
  if (key === null) return false
  await removeLoose({ db, log, store: media.store }, key)
  return true
}

async function refuseWhileNeeded(trx: Db, companyId: CompanyId, id: number, key: string): Promise<void> {
  const twin = await trx
    .selectFrom('media')
    .where('company_id', '=', companyId)
    .select('id')
    .where('object_key', '=', key)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  // Another upload of the same content keeps the address alive.
  if (twin) return
  const needing = await trx
    .selectFrom('batch_items')
    .where('company_id', '=', companyId)
    .where(notifiesNobody)
    .select('batch_id')
    .where('state', 'in', openItemStates)
    .where(sql<boolean>`strpos(ad ->> 'media', ${key}) > 0`)
    .limit(1)
    .executeTakeFirst()
  if (!needing) return
  const text = `The running batch ${needing.batch_id} needs this file. Delete it when the batch has finished.`
  throw new AppError('conflict', text, { adBatchId: needing.batch_id })
}

type MediaQuery<O> = SelectQueryBuilder<Tables, 'media' | 'media_objects', O>

function mediaOf(db: Db, companyId: CompanyId): MediaQuery<object> {
  return db
    .selectFrom('media')
    .where('media.company_id', '=', companyId)
    .innerJoin('media_objects', 'media_objects.key', 'media.object_key')
}

function applyFilter(query: MediaQuery<object>, { search, type, tag, boardId }: MediaFilter): MediaQuery<object> {
  let filtered = query
  if (search) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
    filtered = filtered.where((where) =>
      where.or(
        (['media.name', 'media.filename', 'media.original_name'] as const).map((column) =>
          where(column, 'ilike', pattern),
        ),
      ),
    )
  }
  if (type) filtered = filtered.where('media_objects.format', 'in', formatsOf(type))
  if (tag) filtered = filtered.where(sql<boolean>`media.tags @> ARRAY[${tag}]::text[]`)
  if (boardId !== undefined) {
    filtered = filtered.where(
      sql<boolean>`EXISTS (SELECT 1 FROM board_media WHERE media_id = media.id AND board_id = ${boardId})`,
    )
  }
  return filtered
}

function withColumns(query: MediaQuery<object>): MediaQuery<MediaRow> {
  return query
    .select(['media.id', 'media.object_key', 'media.filename', 'media.original_name', 'media.name', 'media.tags'])
    .select(['media.created_at', 'media.updated_at'])
    .select(['media_objects.format', 'media_objects.size', 'media_objects.dimensions'])
    .select(
      sql<number[]>`ARRAY(SELECT board_id::int FROM board_media WHERE media_id = media.id ORDER BY board_id)`.as(
        'board_ids',
      ),
    )
}
