import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Member } from './links.ts'

/** Which company somebody is signed in to: the one they name, or the one that they joined first. null: none. */
export async function memberOf(db: Db, userId: number, slug?: string): Promise<Member | null> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('companies', 'companies.id', 'memberships.company_id')
    .select('memberships.company_id')
    .where('memberships.user_id', '=', userId)
    .$if(slug !== undefined, (some) => some.where('companies.slug', '=', slug!))
    .orderBy('memberships.created_at')
    .orderBy('memberships.company_id')
    .executeTakeFirst()
  return row ? { companyId: row.company_id, userId } : null
}

/** Who has this e-mail address; null: nobody. */
export async function userWithEmail(db: Db, email: string): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row?.id ?? null
}
