import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'

/** One at a time for each address: whoever confirms it, joins with it, or makes two people one. */
export async function lockAddress(trx: Db, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`person ${email.toLowerCase()}`}, 0))`.execute(
    everyCompany(trx),
  )
}

/**
 * Whoever lets a person in, or gives them another way in, holds them first and then looks whether it still stands: what ends all of that for them (endAccess,
 * after the person was locked) waits, or has been. Otherwise a passkey or a session could slip in behind it.
 */
export async function holdPerson(trx: Db, userId: number): Promise<void> {
  await sql`SELECT FROM users WHERE id = ${userId} FOR SHARE`.execute(everyCompany(trx))
}

/** Until the transaction ends, nobody changes them or lets them in. */
export async function lockPerson(trx: Db, userId: number): Promise<void> {
  await sql`SELECT FROM users WHERE id = ${userId} FOR UPDATE`.execute(everyCompany(trx))
}

/** Who has confirmed that this address is theirs; null: nobody who belongs to a company. Under the lock of the address. */
export async function confirmedWith(trx: Db, email: string): Promise<number | null> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .select(sql<boolean>`EXISTS (SELECT FROM memberships m WHERE m.user_id = users.id)`.as('belongs'))
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return null
  if (row.belongs) return row.id
  // They left the last company and can sign in nowhere: whoever comes with the address now begins anew.
  await retire(trx, row.id)
  return null
}

/** Somebody new in a company, whose address nobody has confirmed. Who had it there and left stays in its past alone. */
export async function addPerson(
  trx: Db,
  { companyId, email, name }: { companyId: CompanyId; email: string; name: string },
): Promise<number> {
  const former = await trx
    .selectFrom('users')
    .select('id')
    .where('home_company_id', '=', companyId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where(sql<boolean>`NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = users.id)`)
    .executeTakeFirst()
  if (former) await retire(trx, former.id)
  const { id } = await trx
    .insertInto('users')
    .values({ email, name, home_company_id: companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Their row stays for what they did; nothing signs them in any more, and they are no operator. */
export async function retire(trx: Db, userId: number): Promise<void> {
  await endAccess(trx, userId)
  const nobody = { confirmed_at: null, home_company_id: null, operator_since: null }
  await trx.updateTable('users').set(nobody).where('id', '=', userId).execute()
}

/** How much of what signed somebody in has ended. */
export interface EndedSignIns {
  passkeys: number
  sessions: number
}

/** Whatever signs this person in ends: passkeys, sessions, and links that were not used yet. */
export async function endAccess(trx: Db, userId: number): Promise<EndedSignIns> {
  await lockPerson(trx, userId)
  const passkeys = await trx.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute()
  const sessions = await everyCompany(trx)
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  await everyCompany(trx).deleteFrom('sign_in_links').where('user_id', '=', userId).execute()
  return { passkeys: passkeys.length, sessions: sessions.length }
}
