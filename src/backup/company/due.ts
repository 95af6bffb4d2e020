import type { CompanyId } from '../../db/company-id.ts'
import type { Connection, Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { listDeletions, quieten } from '../../core/leaving/leaving.ts'
import { eraseWithCompany } from '../../core/people/erase.ts'
import { deleteCompany } from './delete.ts'

interface Deps {
  db: Db
  connection: Connection
  signal?: AbortSignal
}

/** Deletes companies whose waiting time is over, and keeps those quiet that still wait. */
export async function deleteDue(deps: Deps, onDeleted: (companyId: CompanyId) => void): Promise<void> {
  for (const { companyId, dueAt, endedAt, beganAt } of await listDeletions(deps.db)) {
    if (endedAt !== null || deps.signal?.aborted) continue
    const { rows } = await sql<{ slug: string }>`SELECT slug FROM companies WHERE id = ${companyId}`.execute(deps.db)
    if (beganAt === null && rows[0]) await quieten(deps.db, { id: companyId, slug: rows[0].slug })
    if (dueAt <= new Date() && (await deleteNow(deps, companyId))) onDeleted(companyId)
  }
}

/** Answers whether it is gone; otherwise somebody is still at work on its ads, or another process deletes it. */
export function deleteNow({ db, connection, signal }: Deps, companyId: CompanyId): Promise<boolean> {
  return deleteCompany({ connection, companyId, signal, erasePeople: () => erasePeopleOf(db, companyId) })
}

async function erasePeopleOf(db: Db, companyId: CompanyId): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE (home_company_id = ${companyId} OR id IN (SELECT user_id FROM memberships WHERE company_id = ${companyId}))
      AND NOT EXISTS (SELECT FROM memberships WHERE user_id = users.id AND company_id <> ${companyId}) ORDER BY id`.execute(
    everyCompany(db),
  )
  for (const { id } of rows) await eraseWithCompany(db, id)
}
