import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { deletedPerson } from '../audit/personal.ts'

/** Columns that say by name who made or decided something. */
const named: [table: string, column: string][] = [
  ['batches', 'created_by'],
  ['automations', 'created_by'],
  ['automation_executions', 'asked_by'],
  ['automation_suggestions', 'decided_by'],
  ['automation_switches', 'stopped_by'],
  ['approvals', 'decided_by'],
  ['changelog', 'created_by'],
  ['entity_labels', 'by'],
  ['invites', 'invited_by'],
  ['kept_ends', 'asked_by'],
  ['views', 'created_by'],
]

/** Columns that hold who asked for something, with their number. */
const actors = ['approvals', 'automation_requests']

/** Whether nobody else in a company is called the same. */
export async function isOnlyOne(
  db: Db,
  companyId: CompanyId,
  { id, name }: { id: number; name: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM memberships JOIN users ON users.id = user_id
    WHERE company_id = ${companyId} AND users.name = ${name} AND users.id <> ${id} LIMIT 1`.execute(db)
  return rows.length === 0
}

/** What somebody made in a company is a deleted person's from now on. A name that somebody else there has too stays: nobody can tell whose it is. */
export async function eraseNames(
  db: Db,
  companyId: CompanyId,
  { id, name }: { id: number; name: string },
): Promise<void> {
  const nobody = JSON.stringify(deletedPerson)
  for (const table of actors)
    await sql`
      UPDATE ${sql.table(table)} SET actor = jsonb_set(actor, '{name}', ${nobody}::jsonb)
      WHERE company_id = ${companyId} AND actor ->> 'kind' = 'user' AND actor ->> 'id' = ${String(id)}`.execute(db)
  await sql`
    UPDATE events SET detail = jsonb_set(detail, '{name}', ${nobody}::jsonb)
    WHERE company_id = ${companyId} AND detail ->> 'personId' = ${String(id)} AND detail ? 'name'`.execute(db)
  if (!(await isOnlyOne(db, companyId, { id, name }))) return
  for (const [table, column] of named)
    await sql`
      UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${deletedPerson}
      WHERE company_id = ${companyId} AND ${sql.ref(column)} = ${name}`.execute(db)
  await sql`
    UPDATE events SET detail = jsonb_set(detail, '{by}', ${nobody}::jsonb)
    WHERE company_id = ${companyId} AND detail ->> 'by' = ${name}`.execute(db)
}
