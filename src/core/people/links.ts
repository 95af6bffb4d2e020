import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { hashToken, makeToken } from './token.ts'

export const linkMinutes = 15
/** The link that the first start prints: whoever starts a service looks at its dashboard within a day. */
export const firstLinkHours = 24

export interface Member {
  companyId: number
  userId: number
}

/** A token that signs somebody in, once. */
export async function makeSignInLink(db: Db, { companyId, userId }: Member, minutes = linkMinutes): Promise<string> {
  const token = makeToken()
  await db
    .insertInto('sign_in_links')
    .values({
      token_hash: hashToken(token),
      company_id: companyId,
      user_id: userId,
      expires_at: new Date(Date.now() + minutes * 60_000),
    })
    .execute()
  return token
}

/** Whom it signs in; null: it is no link, was used, or is too old. Only one of many who use it at once gets an answer. */
export async function useSignInLink(db: Db, token: string): Promise<Member | null> {
  const used = await db
    .updateTable('sign_in_links')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .returning(['company_id', 'user_id'])
    .executeTakeFirst()
  return used ? { companyId: used.company_id, userId: used.user_id } : null
}

/** Where the link leads: the token stands behind the #, so that no server and no log sees it. */
export function signInAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/#/sign-in/${token}`
}
