import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** Every tag that is on any of the company's media, the most used first. */
export async function listTags(db: Db, companyId: number): Promise<{ tag: string; count: number }[]> {
  const { rows } = await sql<{ tag: string; count: number }>`
    SELECT tag, count(*) AS count FROM media CROSS JOIN unnest(tags) AS tag
    WHERE company_id = ${companyId} GROUP BY tag ORDER BY count(*) DESC, tag`.execute(db)
  return rows
}
