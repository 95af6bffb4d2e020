import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { eraseFromLog } from '../audit/erase.ts'
import type { ErasedEntries } from '../audit/erase.ts'
import { addressPattern, deletedPerson } from '../audit/personal.ts'
import type { AuditEntry } from '../audit/record.ts'
import { endAccess, retire } from './identity.ts'
import { eraseNames, isOnlyOne } from './names.ts'

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
  const ofAddress = companies.filter(({ isAddressTheirs }) => isAddressTheirs).map(({ id }) => id)
  await db.transaction().execute(async (trx) => {
    await endAccess(trx, userId)
    await everyCompany(trx).deleteFrom('memberships').where('user_id', '=', userId).execute()
    await sql`
      DELETE FROM invites WHERE (company_id = ANY(${ofAddress}) AND lower(email) = ${person.email.toLowerCase()})
        OR (made_by = ${userId} AND accepted_at IS NULL)`.execute(everyCompany(trx))
  })
  const erased: ErasedIn[] = []
  for (const { id, slug, isAddressTheirs, wasThere } of companies) {
    const isNameTheirs = wasThere && (await isOnlyOne(db, id, person))
    const known = {
      id: userId,
      email: isAddressTheirs ? person.email : null,
      name: isNameTheirs ? person.name : null,
    }
    erased.push({ companyId: id, slug, ...(await eraseFromLog(db, id, known, actor)) })
    if (wasThere) await eraseNames(db, id, person)
  }
  await db.transaction().execute((trx) => becomeNobody(trx, userId))
  return erased
}

/** Of somebody whose only company is deleted: nobody is let in there any more. What other companies have written down is theirs. */
export async function eraseWithCompany(db: Db, userId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await everyCompany(trx).deleteFrom('memberships').where('user_id', '=', userId).execute()
    await becomeNobody(trx, userId)
  })
}

async function becomeNobody(trx: Db, userId: number): Promise<void> {
  await retire(trx, userId)
  const nobody = { name: deletedPerson, email: addressOf(userId) }
  await trx.updateTable('users').set(nobody).where('id', '=', userId).execute()
}

interface PersonCompany {
  id: CompanyId
  slug: string
  /** They belong or belonged to it; otherwise it merely has their address. */
  wasThere: boolean
  /** Nobody else has the same address there. */
  isAddressTheirs: boolean
}

/**
 * Where they are, and wherever a log has something of them; but for companies that are being deleted, which keep nothing. An address is
 * theirs where they are, and elsewhere once they have confirmed it; not where it is somebody else's.
 */
async function companiesOf(db: Db, { id, email }: { id: number; email: string }): Promise<PersonCompany[]> {
  const own = `user:${id}`
  const { rows } = await sql<PersonCompany>`
    SELECT companies.id, slug, was_there AS "wasThere", is_theirs AS "isAddressTheirs"
    FROM companies CROSS JOIN LATERAL (SELECT
      EXISTS (SELECT FROM memberships m WHERE m.company_id = companies.id AND m.user_id = ${id})
        OR EXISTS (SELECT FROM users u WHERE u.id = ${id} AND u.home_company_id = companies.id)
        OR EXISTS (SELECT FROM audit_log a WHERE a.company_id = companies.id AND a.actor @> ARRAY[${own}])
        OR EXISTS (SELECT FROM events e WHERE e.company_id = companies.id AND e.detail ->> 'personId' = ${String(id)}) AS was_there,
      NOT EXISTS (
        SELECT FROM users u LEFT JOIN memberships m ON m.user_id = u.id AND m.company_id = companies.id
        WHERE u.id <> ${id} AND lower(u.email) = ${email.toLowerCase()}
          AND (u.home_company_id = companies.id OR m.user_id IS NOT NULL)) AS is_theirs) AS known
    WHERE NOT EXISTS (SELECT FROM company_deletions gone WHERE gone.company_id = companies.id AND began_at IS NOT NULL)
      AND (was_there OR (is_theirs AND EXISTS (SELECT FROM users u WHERE u.id = ${id} AND u.confirmed_at IS NOT NULL) AND (
        EXISTS (SELECT FROM invites i WHERE i.company_id = companies.id AND lower(i.email) = ${email.toLowerCase()})
        OR EXISTS (SELECT FROM audit_log a WHERE a.company_id = companies.id AND a.personal::text ~* ${addressPattern(email)}))))
    ORDER BY companies.id`.execute(everyCompany(db))
  return rows
}
