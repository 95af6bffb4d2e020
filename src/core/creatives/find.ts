import type { Db } from '../../db/connect.ts'
import type { Context } from '../context.ts'
import type { CreativeGroup } from './statement.ts'

/** Whether an id is that of a file or of a post; null: the company has no such creative. */
export async function groupOf(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  id: string,
): Promise<CreativeGroup | null> {
  const found = await db
    .selectFrom('creatives')
    .where('company_id', '=', company.id)
    .select('kind')
    .where('id', '=', Number(id))
    .executeTakeFirst()
  return found ? { by: found.kind } : null
}
