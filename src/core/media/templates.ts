import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { Context } from '../context.ts'

type Deps = { db: Db }
type Within = Pick<Context, 'company'>

interface TemplateRef {
  id: number
}

/** One wording of an ad. */
interface Wording {
  title?: string | null
  description?: string | null
  cta?: string | null
  link?: string | null
}

export interface CopyFields extends Wording {
  name?: string
  variations?: Wording[]
}

export interface TemplateRow {
  id: number
  name: string
  title: string | null
  description: string | null
  cta: string | null
  link: string | null
  variations: Wording[]
  created_at: Date
  updated_at: Date
}

export const sortColumns = { name: 'name', title: 'title', createdAt: 'created_at', updatedAt: 'updated_at' } as const

export interface TemplatePage {
  search?: string
  offset: number
  limit: number
  sortBy: keyof typeof sortColumns
  sortOrder: 'asc' | 'desc'
}

export async function listTemplates(
  { db }: Deps,
  { company }: Within,
  { search, offset, limit, sortBy, sortOrder }: TemplatePage,
): Promise<{ rows: TemplateRow[]; total: number }> {
  let matching = db.selectFrom('ad_copy_templates').where('company_id', '=', company.id)
  if (search) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
    matching = matching.where((where) =>
      where.or((['name', 'title', 'description'] as const).map((column) => where(column, 'ilike', pattern))),
    )
  }
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const column = sortColumns[sortBy]
  const rows = await matching
    .selectAll()
    // People do not expect capitals before all small letters.
    .orderBy(column === 'name' || column === 'title' ? sql`lower(${sql.ref(column)})` : column, sortOrder)
    .orderBy('id', sortOrder)
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total }
}

export async function findTemplate(
  { db }: Deps,
  { company }: Within,
  { id }: TemplateRef,
): Promise<TemplateRow | undefined> {
  return db
    .selectFrom('ad_copy_templates')
    .where('company_id', '=', company.id)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function createTemplate(
  { db }: Deps,
  { company }: Within,
  fields: CopyFields & { name: string },
): Promise<TemplateRow> {
  const { name, title = null, description = null, cta = null, link = null, variations = [] } = fields
  return db
    .insertInto('ad_copy_templates')
    .values({ company_id: company.id, name, title, description, cta, link, variations: JSON.stringify(variations) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function changeTemplate(
  { db }: Deps,
  { company }: Within,
  { id, variations, ...changes }: TemplateRef & CopyFields,
): Promise<TemplateRow | undefined> {
  return db
    .updateTable('ad_copy_templates')
    .where('company_id', '=', company.id)
    .set({
      ...changes,
      ...(variations ? { variations: JSON.stringify(variations) } : {}),
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteTemplate({ db }: Deps, { company }: Within, { id }: TemplateRef): Promise<boolean> {
  const gone = await db
    .deleteFrom('ad_copy_templates')
    .where('company_id', '=', company.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return gone.numDeletedRows === 1n
}
