import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { requireStaying } from '../staying.ts'
import { holdPerson, lockAddress } from '../identity.ts'
import { hashToken, makeToken } from '../token.ts'

export const linkMinutes = 15
/** The link that the first start prints: whoever starts a service looks at its dashboard within a day. */
export const firstLinkHours = 24

export interface Member {
  companyId: CompanyId
  userId: number
}

/** How long a link can be used, and whether it shows that the address is that person's: where the operator says so, or where it is mailed there and nobody else sees it. */
export interface LinkTerms {
  minutes?: number
  confirms?: boolean
  mailed?: boolean
}

/** A token that signs somebody in, once. */
export async function makeSignInLink(
  db: Db,
  { companyId, userId }: Member,
  { minutes = linkMinutes, confirms = false, mailed = false }: LinkTerms = {},
): Promise<string> {
  await requireStaying(db, companyId)
  const token = makeToken()
  await db
    .insertInto('sign_in_links')
    .values({
      token_hash: hashToken(token),
      company_id: companyId,
      user_id: userId,
      confirms,
      mailed,
      expires_at: new Date(Date.now() + minutes * 60_000),
    })
    .execute()
  return token
}

/** Whom a link signs in, and by what it confirms their address; null there: it does not. */
interface UsedLink {
  member: Member
  confirmedBy: 'link' | 'mail' | null
}

/** Whom it signs in; null: it is no link, was used, or is too old. Only one of many who use it at once gets an answer. */
export async function useSignInLink(trx: Db, token: string): Promise<UsedLink | null> {
  const link = await everyCompany(trx)
    .selectFrom('sign_in_links')
    .innerJoin('users', 'users.id', 'sign_in_links.user_id')
    .select(['users.id', 'users.email', 'sign_in_links.confirms'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!link) return null
  // Who is about to be confirmed is locked for good by that, in the order of everybody who does it.
  await (link.confirms ? lockAddress(trx, link.email) : holdPerson(trx, link.id))
  const used = await everyCompany(trx)
    .updateTable('sign_in_links')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .returning(['company_id', 'user_id', 'confirms', 'mailed'])
    .executeTakeFirst()
  if (!used) return null
  const confirmedBy = used.mailed ? 'mail' : 'link'
  return {
    member: { companyId: used.company_id, userId: used.user_id },
    confirmedBy: used.confirms ? confirmedBy : null,
  }
}

/** Where the link leads: the token stands behind the #, so that no server and no log sees it. */
export function signInAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/#/sign-in/${token}`
}
