import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { Context } from '../context.ts'

export interface TagUse {
  tag: string
  count: number
}

/** The tags that are on any of the company's media, the most used first, and how many there are in all. */
export async function listTags(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ tags: TagUse[]; total: number }> {
  const { rows } = await sql<TagUse>`
    SELECT tag, count(*)::int AS count FROM media CROSS JOIN unnest(tags) AS tag
    WHERE company_id = ${company.id} GROUP BY tag ORDER BY count(*) DESC, tag`.execute(db)
  const tags = rows.slice(offset, offset + limit)
  return { tags, total: rows.length }
}
