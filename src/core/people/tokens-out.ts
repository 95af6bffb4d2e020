import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** What people are let in by that was given out to them. */
export type TokenKind = 'link' | 'invite'

/** More than this is not kept in memory. */
const most = 20_000

/** Digests, in hexadecimal, of what was given out and still opens something; null: there is too much of it. */
export async function tokensOut(db: Db, kind: TokenKind): Promise<Set<string> | null> {
  const { rows } = await sql<{ digest: string }>`
    SELECT encode(token_hash, 'hex') AS digest FROM ${tableOf[kind]}
    WHERE expires_at > clock_timestamp() LIMIT ${most + 1}`.execute(db)
  return rows.length > most ? null : new Set(rows.map(({ digest }) => digest))
}

const tableOf = {
  link: sql.table('sign_in_links'),
  invite: sql.table('invites'),
}
