import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { notifiesNobody } from '../../reach.ts'

/** What people are let in by that was given out to them. */
export type TokenKind = 'link' | 'invite'

/** More than this is not kept in memory. */
const max = 20_000

/** Digests, in hexadecimal, of what was given out and still opens something; null: there is too much of it. */
export async function tokensOut(db: Db, kind: TokenKind): Promise<Set<string> | null> {
  const { rows } = await sql<{ digest: string }>`
    SELECT encode(token_hash, 'hex') AS digest FROM ${tableOf[kind]} AS given
    WHERE expires_at > clock_timestamp() AND token_hash IS NOT NULL LIMIT ${max + 1}`.execute(everyCompany(db))
  return rows.length > max ? null : new Set(rows.map(({ digest }) => digest))
}

const tableOf = {
  link: sql.table('sign_in_links'),
  // What the inviter was told, and what was mailed.
  invite: sql`(SELECT expires_at, unnest(ARRAY[token_hash, mail_token_hash]) AS token_hash FROM invites WHERE ${notifiesNobody})`,
}
