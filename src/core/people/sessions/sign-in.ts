import type { Db } from '../../../db/connect.ts'
import { ifGiven, sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import type { AppError } from '../../../errors.ts'
import { oidcProblem } from './oidc-problem.ts'
import { confirmedWith, lockAddress } from '../identity.ts'
import type { Member } from '../invites/links.ts'

/** Which company somebody is signed in to: the one they name, or the one that they joined first. null: none. */
export async function memberOf(db: Db, userId: number, slug?: string): Promise<Member | null> {
  const row = await everyCompany(db)
    .selectFrom('memberships')
    .innerJoin('companies', 'companies.id', 'memberships.company_id')
    .select('memberships.company_id')
    .where('memberships.user_id', '=', userId)
    .$call(ifGiven(slug, (some, slug) => some.where('companies.slug', '=', slug)))
    .orderBy('memberships.created_at')
    .orderBy('memberships.company_id')
    .executeTakeFirst()
  return row ? { companyId: row.company_id, userId } : null
}

/**
 * Whom a confirmed address signs in: the person who has confirmed it, in one of their companies; otherwise the one of the only company that has somebody with
 * it, or of the one that is named. Who would be somebody in several has to say where: anybody can have invited the address first. null: nobody has it (there).
 */
export async function memberWithAddress(trx: Db, email: string, slug?: string): Promise<Member | null> {
  await lockAddress(trx, email)
  const known = await confirmedWith(trx, email)
  if (known !== null) return memberOf(trx, known, slug)
  const [first, ...more] = await everyCompany(trx)
    .selectFrom('memberships')
    .innerJoin('companies', 'companies.id', 'memberships.company_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.company_id as companyId', 'memberships.user_id as userId', 'companies.slug'])
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .$call(ifGiven(slug, (some, slug) => some.where('companies.slug', '=', slug)))
    .orderBy('memberships.created_at')
    .orderBy('memberships.company_id')
    .execute()
  if (!first) return null
  if (more.length > 0) throw severalCompanies(email, [first, ...more])
  return { companyId: first.companyId, userId: first.userId }
}

function severalCompanies(email: string, found: { slug: string }[]): AppError {
  const companies = found.map(({ slug }) => slug)
  const text = `${email} was invited to several companies here. Say which one is yours: ${companies.join(', ')}.`
  return oidcProblem('several', text, { companies })
}
