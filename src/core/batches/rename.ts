import type { Db } from '../../db/connect.ts'
import type { Context } from '../context.ts'

/** What people call it from now on; null: it has no name. */
export async function renameBatch(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  { batchId, name }: { batchId: number; name: string | null },
): Promise<void> {
  await db.updateTable('batches').where('company_id', '=', company.id).set({ name }).where('id', '=', batchId).execute()
}
