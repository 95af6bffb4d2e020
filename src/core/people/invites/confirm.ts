import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { recordAudit } from '../../audit/record.ts'
import { recordEvent } from '../../events/record.ts'
import { confirmedWith, endAccess, lockAddress, retire } from '../identity.ts'
import type { EndedSignIns } from '../identity.ts'
import type { Member } from './links.ts'

/** By what an address becomes somebody's: the identity provider, a link that the operator made for it, or one that was mailed there and stood nowhere else. */
export type ConfirmedBy = 'oidc' | 'link' | 'mail'

export interface Confirmed {
  member: Member
  /** What signed them in before; null: they were confirmed already. */
  ended: EndedSignIns | null
}

/**
 * Somebody has shown that the address of this member is theirs. Whatever signed them in before ends: it may have been made by whoever held the invite.
 * Where the address is confirmed already, the membership is that person's from now on. null: there is no such member any more.
 */
export async function confirmPerson(
  trx: Db,
  { companyId, userId }: Member,
  by: ConfirmedBy,
): Promise<Confirmed | null> {
  const known = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  if (!known) return null
  await lockAddress(trx, known.email)
  const person = await memberNow(trx, { companyId, userId })
  if (!person) return null
  if (person.confirmed_at !== null) return { member: { companyId, userId }, ended: null }
  const other = await confirmedWith(trx, person.email)
  if (other !== null) return mergePerson(trx, { companyId, userId }, other)
  const ended = await endAccess(trx, userId)
  await trx
    .updateTable('users')
    .set({ confirmed_at: sql<Date>`clock_timestamp()`, home_company_id: null })
    .where('id', '=', userId)
    .execute()
  const facts = { endedPasskeys: ended.passkeys, endedSessions: ended.sessions }
  const data = { personId: userId, name: person.name, by, ...facts }
  await recordEvent(trx, { id: companyId }, { type: 'person.confirmed', data })
  const after = { by, ...facts }
  await writeDown(trx, companyId, { userId, name: person.name, action: 'confirm_person', after })
  return { member: { companyId, userId }, ended }
}

/** What one person was in a company, another is from now on. What signed the first in ends, and does not move. */
export async function mergePerson(trx: Db, { companyId, userId }: Member, into: number): Promise<Confirmed> {
  const ended = await endAccess(trx, userId)
  await sql`SELECT move_person(${companyId}, ${userId}, ${into})`.execute(trx)
  await retire(trx, userId)
  const { name } = await trx.selectFrom('users').select('name').where('id', '=', into).executeTakeFirstOrThrow()
  const facts = { endedPasskeys: ended.passkeys, endedSessions: ended.sessions }
  const data = { personId: into, name, formerPersonId: userId, ...facts }
  await recordEvent(trx, { id: companyId }, { type: 'person.merged', data })
  const change = { before: { id: userId }, after: { id: into, ...facts } }
  await writeDown(trx, companyId, { userId: into, name, action: 'merge_person', ...change })
  return { member: { companyId, userId: into }, ended }
}

async function memberNow(trx: Db, { companyId, userId }: Member) {
  return trx
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .select(['users.email', 'users.name', 'users.confirmed_at'])
    .where('users.id', '=', userId)
    .where('memberships.company_id', '=', companyId)
    .executeTakeFirst()
}

interface Written {
  userId: number
  name: string
  action: string
  before?: object
  after: object
}

async function writeDown(
  trx: Db,
  companyId: CompanyId,
  { userId, name, action, before, after }: Written,
): Promise<void> {
  const actor = { kind: 'user', id: userId, name } as const
  const targets = [`person:${userId}`]
  await recordAudit(trx, { id: companyId }, { actor, action, targets, before, after, outcome: 'done' })
}
