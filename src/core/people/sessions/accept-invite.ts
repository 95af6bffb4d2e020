import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { AppError, notFound } from '../../../errors.ts'
import { required } from '../../../lookup.ts'
import { confirmPerson } from '../invites/confirm.ts'
import { requireStaying } from '../staying.ts'
import { addPerson, confirmedWith, lockAddress } from '../identity.ts'
import { refuseMember } from '../invites/invites.ts'
import type { Member } from '../invites/links.ts'
import { giveWorkspaces } from '../members.ts'
import type { SignedInAs } from './sessions.ts'
import { hashToken } from '../token.ts'

export interface Accepting {
  token: string
  /** What to be called, for somebody new. */
  name: string
  /** Who is signed in in this browser; null: nobody. */
  as: SignedInAs | null
}

/** Who joined; with since when they are known to be themselves, where they were somebody before. */
export type Joined = Member & Pick<Partial<SignedInAs>, 'provenAt'>

/**
 * The one who holds the token joins, once. An address that nobody has confirmed makes somebody new, who is in this company alone; one that somebody has
 * confirmed is theirs, so they must be signed in: whoever sent the invite holds its token, too. The token of its mail nobody else holds: it confirms the
 * address. 404: there is no such invite, 410: it is over.
 */
export async function acceptInvite(db: Db, { token, name, as }: Accepting): Promise<Joined> {
  const digest = hashToken(token)
  return inTransaction(db, async (trx) => {
    const found = await everyCompany(trx)
      .selectFrom('invites')
      .selectAll()
      .where((where) => where.or([where('token_hash', '=', digest), where('mail_token_hash', '=', digest)]))
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw notFound('invite', 'with this token')
    if (found.accepted_at !== null || found.expires_at <= new Date()) throw over(found.accepted_at !== null)
    const { company_id: companyId, email } = found
    await requireStaying(trx, companyId)
    await lockAddress(trx, email)
    await refuseMember(trx, companyId, email)
    const known = await confirmedWith(trx, email)
    const isMailed = found.mail_token_hash?.equals(digest) ?? false
    const isThem = known === null || known === as?.userId || isMailed
    if (!isThem) throw signInFirst(email, as)
    const userId = known ?? (await addPerson(trx, { companyId, email, name }))
    await trx.insertInto('memberships').values({ company_id: companyId, user_id: userId, role: found.role }).execute()
    await giveWorkspaces(trx, { companyId, userId }, found.workspace_ids)
    await trx
      .updateTable('invites')
      .where('company_id', '=', companyId)
      .set({ accepted_at: new Date() })
      .where('id', '=', found.id)
      .execute()
    if (isMailed) await confirmPerson(trx, { companyId, userId }, 'mail')
    // An invite that others hold, too, proves nothing about somebody who was there before it: their session says since when they are known.
    return { companyId, userId, ...(known === null || isMailed ? {} : { provenAt: required(as, 'session').provenAt }) }
  })
}

function over(wasUsed: boolean): AppError {
  const text = wasUsed ? 'This invite has been used.' : 'This invite has expired.'
  return new AppError('invite_expired', `${text} Ask for another one.`)
}

function signInFirst(email: string, as: SignedInAs | null): AppError {
  const who = as === null ? '' : ` You are signed in as ${as.name}, who is somebody else.`
  const text = `${email} is the confirmed address of somebody here.${who} Sign in as that person first, then open this link again.`
  return new AppError('sign_in_first', text)
}
