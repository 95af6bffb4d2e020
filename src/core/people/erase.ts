import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { eraseFromLog } from '../audit/erase.ts'
import type { ErasedEntries } from '../audit/erase.ts'
import { deletedPerson } from '../audit/personal.ts'
import type { AuditEntry } from '../audit/record.ts'
import { retire } from './identity.ts'
import { eraseNames } from './names.ts'

/** An address that no mail reaches, and that nobody else has. */
const addressOf = (userId: number) => `deleted-person-${userId}@deleted.invalid`

export interface ToErase {
  userId: number
  actor: AuditEntry['actor']
}

/** What was erased, by the company in which it stood. */
export type ErasedIn = ErasedEntries & { companyId: CompanyId; slug: string }

/**
 * Takes away everything that lets somebody in, and everything that tells who they were. Their number stays, for what they made. What is
 * needed to find it goes last: cut in between, it is called again.
 */
export async function erasePerson(db: Db, { userId, actor }: ToErase): Promise<ErasedIn[]> {
  const person = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!person) return []
  const companies = await companiesOf(db, person)
  await db.transaction().execute(async (trx) => {
    await retire(trx, userId)
    await everyCompany(trx).deleteFrom('memberships').where('user_id', '=', userId).execute()
    await sql`
      DELETE FROM invites WHERE lower(email) = ${person.email.toLowerCase()} OR (made_by = ${userId} AND accepted_at IS NULL)`.execute(
      everyCompany(trx),
    )
  })
  const erased: ErasedIn[] = []
  for (const { id, slug } of companies) {
    erased.push({ companyId: id, slug, ...(await eraseFromLog(db, id, person, actor)) })
    await eraseNames(db, id, person)
  }
  const nobody = { name: deletedPerson, email: addressOf(userId) }
  await db.updateTable('users').set(nobody).where('id', '=', userId).execute()
  return erased
}

/** Where they are, and wherever a log has something of them; but for companies that are being deleted, which keep nothing. */
async function companiesOf(
  db: Db,
  { id, email }: { id: number; email: string },
): Promise<{ id: CompanyId; slug: string }[]> {
  const own = `user:${id}`
  const { rows } = await sql<{ id: CompanyId; slug: string }>`
    SELECT id, slug FROM companies
    WHERE NOT EXISTS (SELECT FROM company_deletions gone WHERE gone.company_id = companies.id AND began_at IS NOT NULL) AND (
      EXISTS (SELECT FROM memberships m WHERE m.company_id = companies.id AND m.user_id = ${id})
      OR EXISTS (SELECT FROM users u WHERE u.id = ${id} AND u.home_company_id = companies.id)
      OR EXISTS (
        SELECT FROM audit_log a WHERE a.company_id = companies.id
          AND (a.actor @> ARRAY[${own}] OR position(${email.toLowerCase()} IN lower(a.personal::text)) > 0)))
    ORDER BY id`.execute(everyCompany(db))
  return rows
}
