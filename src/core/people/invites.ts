import { sql } from 'kysely'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import type { Role } from '../../db/tables/people.ts'
import { AppError, notFound } from '../../errors.ts'
import { userIdOf } from '../context.ts'
import type { Context } from '../context.ts'
import type { Member } from './links.ts'
import { isForColleagues } from '../reach.ts'
import { giveWorkspaces, requireAbove, workspacesToGive } from './members.ts'
import { hashToken, makeToken } from './token.ts'

export const inviteDays = 7

export interface Invite {
  id: number
  email: string
  role: Role
  workspaceIds: number[]
  invitedBy: string
  expiresAt: Date
}

export interface WantedInvite {
  email: string
  role: Role
  workspaceIds: number[]
}

/** Somebody may join the company; the token is told this once. */
export async function invite(
  { db }: { db: Db },
  { company, actor }: Pick<Context, 'company' | 'actor'>,
  { email, role, workspaceIds }: WantedInvite,
): Promise<{ invite: Invite; token: string }> {
  requireAbove(actor, role)
  const given = (await workspacesToGive(db, company, workspaceIds)) ?? []
  await refuseMember(db, company.id, email)
  const token = makeToken()
  const expiresAt = new Date(Date.now() + inviteDays * 86_400_000)
  const { id } = await db
    .insertInto('invites')
    .values({
      ...{ company_id: company.id, email, role, invited_by: actor.name },
      workspace_ids: given,
      made_by: userIdOf(actor),
      token_hash: hashToken(token),
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { invite: { id, email, role, workspaceIds: given, invitedBy: actor.name, expiresAt }, token }
}

async function refuseMember(db: Db, companyId: number, email: string): Promise<void> {
  const member = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.company_id', '=', companyId)
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  if (member) throw new AppError('conflict', `${email} belongs to the company already.`)
}

/** The one who holds the token joins, once. 404: there is no such invite, 410: it is over. */
export async function acceptInvite(db: Db, token: string, name: string): Promise<Member> {
  return inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('invites')
      .selectAll()
      .where('token_hash', '=', hashToken(token))
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw notFound('invite', 'with this token')
    if (found.accepted_at !== null || found.expires_at <= new Date()) throw over(found.accepted_at !== null)
    await refuseMember(trx, found.company_id, found.email)
    const user = await trx
      .insertInto('users')
      .values({ email: found.email, name })
      // Somebody who is known already keeps their name.
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doUpdateSet({ email: sql`users.email` }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const member = { companyId: found.company_id, userId: user.id }
    await trx
      .insertInto('memberships')
      .values({ company_id: member.companyId, user_id: member.userId, role: found.role })
      .execute()
    await giveWorkspaces(trx, member, found.workspace_ids)
    await trx.updateTable('invites').set({ accepted_at: new Date() }).where('id', '=', found.id).execute()
    return member
  })
}

function over(wasUsed: boolean): AppError {
  const text = wasUsed ? 'This invite has been used.' : 'This invite has expired.'
  return new AppError('invite_expired', `${text} Ask for another one.`)
}

/** Invites that can still be accepted, the newest first. */
export async function listInvites({ db }: { db: Db }, { company }: Pick<Context, 'company'>): Promise<Invite[]> {
  const rows = await db
    .selectFrom('invites')
    .selectAll()
    .where('company_id', '=', company.id)
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', new Date())
    .where(isForColleagues(company, 'workspace_ids'))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, email, role, workspace_ids, invited_by, expires_at }) => ({
    ...{ id, email, role, workspaceIds: workspace_ids, invitedBy: invited_by, expiresAt: expires_at },
  }))
}

/** The invite can no longer be accepted. */
export async function withdrawInvite(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  id: number,
): Promise<{ email: string; role: string }> {
  const gone = await db
    .deleteFrom('invites')
    .where('company_id', '=', company.id)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where(isForColleagues(company, 'workspace_ids'))
    .returning(['email', 'role'])
    .executeTakeFirst()
  if (!gone) throw notFound('invite', id)
  return gone
}
