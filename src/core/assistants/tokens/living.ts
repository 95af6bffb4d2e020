import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { sql } from '../../../db/sql.ts'
import type { Role } from '../../../db/tables/people.ts'
import { companyRef } from '../../company-ref.ts'
import type { Caller, KeySpends } from '../../context.ts'
import { scopesLeft, scopesToGive, spendsNow } from '../rights.ts'

/** Who is behind an access token of an assistant. */
export interface LivingToken {
  hash: Buffer
  keyId: number
  caller: Caller
  resource: string
  expiresAt: number
}

interface Row {
  token_hash: Buffer | null
  expires_at: Date
  grant_id: number
  key_id: number
  user_id: number
  name: string
  resource: string
  scopes: string[]
  key_scopes: string[]
  spends: KeySpends
  key_spends: KeySpends
  role: Role
  company_id: CompanyId
  slug: string
  workspaces: number[] | null
}

/**
 * What a grant opens at this moment: what it was given, what the latest consent leaves the assistant, and what its person has, whichever
 * is least. An assistant that was revoked, a person who has left, and a company that is about to be deleted have nothing.
 */
const grantsNow = sql`
  assistant_grants g
  JOIN api_keys k ON k.id = g.key_id AND k.company_id = g.company_id AND k.revoked_at IS NULL
  JOIN memberships m ON m.company_id = g.company_id AND m.user_id = g.user_id
  JOIN companies c ON c.id = g.company_id`

const columns = sql`g.id AS grant_id, g.key_id, g.user_id, k.name, g.resource, g.scopes, k.scopes AS key_scopes, g.spends, k.spends AS key_spends,
  m.role, g.company_id, c.slug, workspaces_left(g.company_id, g.user_id, CASE
    WHEN g.workspace_ids IS NULL THEN k.workspace_ids WHEN k.workspace_ids IS NULL THEN g.workspace_ids
    ELSE ARRAY(SELECT unnest(g.workspace_ids) INTERSECT SELECT unnest(k.workspace_ids)) END) AS workspaces`

/** Those of the tokens, by their digests, that open something. */
export async function livingTokens(db: Db, hashes: Buffer[]): Promise<LivingToken[]> {
  const { rows } = await sql<Row & { token_hash: Buffer }>`
    SELECT t.token_hash, t.expires_at, ${columns} FROM assistant_tokens t JOIN ${grantsNow} ON g.id = t.grant_id
    WHERE t.token_hash = ANY(${hashes}) AND t.kind = 'access' AND g.ended_at IS NULL`.execute(everyCompany(db))
  return rows.map((row) => ({
    ...{ hash: row.token_hash, keyId: row.key_id, resource: row.resource },
    ...{ caller: callerOf(row), expiresAt: row.expires_at.getTime() },
  }))
}

/** Who is behind grants that still open something, by their ids. */
export async function livingGrants(db: Db, ids: number[]): Promise<Map<number, Caller>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM ${grantsNow} WHERE g.id = ANY(${ids}) AND g.ended_at IS NULL`.execute(everyCompany(db))
  return new Map(rows.map((row) => [row.grant_id, callerOf(row)]))
}

function callerOf(row: Row): Caller {
  const { role, name, key_id: keyId, user_id: userId, grant_id: grantId } = row
  return {
    company: companyRef(row),
    actor: {
      ...{ kind: 'agent', keyId, name, userId },
      scopes: scopesLeft(role, row.scopes, row.key_scopes),
      spends: spendsNow(role, row.spends, row.key_spends),
      assistant: { grantId, couldHave: scopesToGive(role) },
    },
  }
}
