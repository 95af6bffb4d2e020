import { dayMs } from '../../../days.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { PeopleTables, Role } from '../../../db/tables/people.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Selectable } from 'kysely'
import { userIdOf } from '../../context.ts'
import type { Context } from '../../context.ts'
import { recordEvent } from '../../events/record.ts'
import { endMailsOf, noteUnmailed, roomFor } from './mail/invite-mails.ts'
import type { InviteMail } from './mail/invite-mails.ts'
import type { MailOutbox } from './mail/outbox.ts'
import { inviteWords } from './mail/texts.ts'
import { isForColleagues } from '../../reach.ts'
import { notifiesNobody } from '../../reach.ts'
import { requireAbove, workspacesToGive } from '../members.ts'
import { isPowerful, requireFreshSignIn } from '../step-up.ts'
import { hashToken, makeToken } from '../token.ts'

export const inviteDays = 7
/** Invites of keys that nobody looks at do not pile up. */
const maxWaiting = 100

export interface Invite {
  id: number
  email: string
  role: Role
  workspaceIds: number[]
  invitedBy: string
  /** waiting: an API key asked for it, and no person has confirmed it yet. */
  state: 'waiting' | 'open'
  /** The API key that asked for it; null: none did. */
  askedBy: string | null
  expiresAt: Date
  /** How its mail stands; null: none was written. */
  mail: InviteMail | null
}

export interface WantedInvite {
  email: string
  role: Role
  workspaceIds: number[]
}

export interface OpenInvite {
  invite: Invite
  /** Told this once; null: a person has to confirm it first. */
  token: string | null
}

type Acting = Pick<Context, 'company' | 'actor'>

interface Deps {
  db: Db
  /** null, or left out: nothing is mailed. */
  mails?: MailOutbox | null
}

/**
 * Somebody may join the company. By a person or the operator: the token is told this once. By an API key it only waits for a person to confirm it, because a
 * key that leaked must not let anybody in. Where there is mail, it is also sent to the address.
 */
export async function invite({ db, mails }: Deps, context: Acting, wanted: WantedInvite): Promise<OpenInvite> {
  const { company, actor } = context
  const isKey = actor.kind !== 'user' && actor.kind !== 'system'
  if (!isKey) requireAbove(actor, wanted.role)
  return inTransaction(db, async (trx) => {
    const given = (await workspacesToGive(trx, company, wanted.workspaceIds)) ?? []
    await refuseMember(trx, company.id, wanted.email)
    if (isKey) await refuseMoreWaiting(trx, company.id)
    else if (isPowerful(wanted.role)) await requireFreshSignIn(trx, context)
    const token = isKey ? null : makeToken()
    const row = await trx
      .insertInto('invites')
      .values({
        ...{ company_id: company.id, email: wanted.email, role: wanted.role, workspace_ids: given },
        ...{ invited_by: actor.name, asked_by: isKey ? actor.name : null, made_by: userIdOf(actor) },
        token_hash: token === null ? null : hashToken(token),
        expires_at: inSomeDays(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (isKey) {
      const data = { inviteId: row.id, role: wanted.role, askedBy: actor.name }
      await recordEvent(trx, company, { type: 'invite.waiting', data })
    }
    const mail = mails && !isKey ? await mailInvite(trx, mails, row) : null
    return { invite: { ...inviteOf(row), mail }, token }
  })
}

/** A person lets in whom a key wants in: it is their invite from now on, with no more than they may give. */
export async function confirmInvite(
  { db, mails }: Deps,
  context: Acting,
  id: number,
): Promise<{ invite: Invite; token: string }> {
  const { company, actor } = context
  return inTransaction(db, async (trx) => {
    const waiting = await trx
      .selectFrom('invites')
      .where('company_id', '=', company.id)
      .where(notifiesNobody)
      .selectAll()
      .where('id', '=', id)
      .where('accepted_at', 'is', null)
      .where('expires_at', '>', sql<Date>`clock_timestamp()`)
      .forUpdate()
      .executeTakeFirst()
    if (!waiting) throw notFound('invite', id)
    if (waiting.token_hash !== null) throw new AppError('conflict', 'This invite was confirmed before.')
    requireAbove(actor, waiting.role)
    await refuseMember(trx, company.id, waiting.email)
    const given = (await workspacesToGive(trx, company, waiting.workspace_ids)) ?? []
    if (isPowerful(waiting.role)) await requireFreshSignIn(trx, context)
    const token = makeToken()
    const row = await trx
      .updateTable('invites')
      .where('company_id', '=', company.id)
      .set({
        ...{ token_hash: hashToken(token), invited_by: actor.name, made_by: userIdOf(actor) },
        ...{ workspace_ids: given, expires_at: inSomeDays() },
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const mail = mails ? await mailInvite(trx, mails, row) : null
    return { invite: { ...inviteOf(row), mail }, token }
  })
}

/** With a token of its own: whoever brings it reads what is sent to the address, which nobody can say of who was told the link. */
async function mailInvite(trx: Db, mails: MailOutbox, row: InviteRow): Promise<InviteMail> {
  const { id, company_id: companyId, email, role, invited_by: invitedBy, expires_at: expiresAt } = row
  const addressHash = await roomFor(trx, row)
  if (!addressHash) return noteUnmailed(trx, row)
  const token = makeToken()
  await trx
    .updateTable('invites')
    .where('company_id', '=', companyId)
    .set({ mail_token_hash: hashToken(token) })
    .where('id', '=', id)
    .execute()
  const company = await trx.selectFrom('companies').where('id', '=', companyId).select('name').executeTakeFirstOrThrow()
  const language = await languageAt(trx, email)
  const facts = {
    language,
    company: company.name,
    invitedBy,
    role,
    days: inviteDays,
    link: mails.page(`invite/${token}`),
  }
  const words = inviteWords(facts)
  const sent = { addressHash, senderId: row.made_by, kind: 'invite', once: `invite ${id}` } as const
  await mails.write(trx, { companyId, inviteId: id, ...sent, expiresAt, to: email, words })
  return { state: 'waiting', problem: null }
}

/** Who is invited may be somebody who confirmed the address elsewhere, and keeps a language there. */
async function languageAt(trx: Db, email: string): Promise<string | null> {
  const known = await trx
    .selectFrom('users')
    .select('language')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return known?.language ?? null
}

export async function refuseMember(db: Db, companyId: CompanyId, email: string): Promise<void> {
  const member = await db
    .selectFrom('memberships')
    .where('memberships.company_id', '=', companyId)
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  if (member) throw new AppError('conflict', `${email} belongs to the company already.`)
}

async function refuseMoreWaiting(db: Db, companyId: CompanyId): Promise<void> {
  const { count } = await db
    .selectFrom('invites')
    .where('company_id', '=', companyId)
    .where(notifiesNobody)
    .select(sql<number>`count(*)::int`.as('count'))
    .where('token_hash', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow()
  if (count < maxWaiting) return
  const text = `${count} invites wait for an admin already: have them confirmed or withdrawn in the dashboard first.`
  throw new AppError('conflict', text)
}

function inSomeDays(): Date {
  return new Date(Date.now() + inviteDays * dayMs)
}

/** Invites that can still be confirmed or accepted, the newest first. */
export async function listInvites({ db }: { db: Db }, { company }: Pick<Context, 'company'>): Promise<Invite[]> {
  const rows = await db
    .selectFrom('invites')
    .where('company_id', '=', company.id)
    .where(isForColleagues(company, 'workspace_ids'))
    .selectAll()
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', new Date())
    .orderBy('id', 'desc')
    .execute()
  const mails = await db
    .selectFrom('mails')
    .where('company_id', '=', company.id)
    .select(['invite_id', 'state', 'problem'])
    .where('invite_id', 'in', [0, ...rows.map(({ id }) => id)])
    .execute()
  const byInvite = new Map(mails.map(({ invite_id: id, state, problem }) => [id, { state, problem }]))
  return rows.map((row) => ({ ...inviteOf(row), mail: byInvite.get(row.id) ?? null }))
}

type InviteRow = Selectable<PeopleTables['invites']>

function inviteOf(row: InviteRow): Omit<Invite, 'mail'> {
  const { id, email, role, workspace_ids, invited_by, asked_by, token_hash, expires_at } = row
  const state = token_hash === null ? 'waiting' : 'open'
  const who = { invitedBy: invited_by, askedBy: asked_by }
  return { id, email, role, workspaceIds: workspace_ids, ...who, state, expiresAt: expires_at }
}

/** The invite can no longer be confirmed or accepted. */
export async function withdrawInvite(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  id: number,
): Promise<{ email: string; role: string }> {
  return inTransaction(db, async (trx) => {
    const gone = await deleteInvite(trx, company, id)
    if (!gone) throw notFound('invite', id)
    return gone
  })
}

async function deleteInvite(trx: Db, company: Acting['company'], id: number) {
  const waiting = await trx
    .selectFrom('invites')
    .where('company_id', '=', company.id)
    .where(isForColleagues(company, 'workspace_ids'))
    .select('id')
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!waiting) return undefined
  await endMailsOf(trx, company.id, id)
  return trx
    .deleteFrom('invites')
    .where('company_id', '=', company.id)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where(isForColleagues(company, 'workspace_ids'))
    .returning(['email', 'role'])
    .executeTakeFirst()
}
