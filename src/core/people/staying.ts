import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { Piece } from '../../db/sql.ts'
import { AppError } from '../../errors.ts'

/** A condition on rows of companies: those of companies that are not about to be deleted. */
export function staysIn(company: string): Piece<boolean> {
  return sql<boolean>`NOT EXISTS (SELECT FROM company_deletions WHERE company_deletions.company_id = ${sql.ref(company)})`
}

/** Throws where the company is about to be deleted: nothing new is begun for it, and nobody is let in. */
export async function requireStaying(db: Db, companyId: CompanyId): Promise<void> {
  const row = await db
    .selectFrom('company_deletions')
    .where('company_id', '=', companyId)
    .select('due_at')
    .executeTakeFirst()
  if (row) throw new AppError('forbidden', leavingWords(row.due_at), { deletedAt: row.due_at.toISOString() })
}

export function leavingWords(dueAt: Date): string {
  return `This company is deleted on ${dueAt.toISOString()}, and nothing is done for it until then. Only the operator can take that back.`
}
