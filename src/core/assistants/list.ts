import type { Db } from '../../db/connect.ts'
import { inTransaction } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { Role } from '../../db/tables/people.ts'
import type { Actor, Context, KeySpends, Scope } from '../context.ts'
import { recordEvent } from '../events/record.ts'
import { limitOf } from './consent/limit.ts'
import type { DailyLimit } from './consent/limit.ts'
import { returnPlace } from './clients/redirects.ts'
import { scopesLeft, spendsNow } from './rights.ts'

/** An assistant that is connected. */
export interface ConnectedAssistant {
  id: number
  name: string
  /** Where it returned to at its latest consent. */
  returnsTo: string
  person: { id: number; name: string }
  scopes: Scope[]
  spends: KeySpends
  workspaceIds: number[] | null
  limit: DailyLimit | null
  connectedAt: Date
  lastUsedAt: Date | null
}

interface Row {
  key_id: number
  name: string
  redirect_uri: string | null
  user_id: number
  person: string
  role: Role
  scopes: string[]
  spends: KeySpends
  workspaces: number[] | null
  guard_id: number | null
  connected_at: Date
  last_used_at: Date | null
}

type Asking = Pick<Context, 'company' | 'actor'>

/** Whose a person sees: their own; who decides over keys in the whole company sees everybody's. */
function mineAlone({ company, actor }: Asking): boolean {
  return !(seesAll(actor) && company.workspaces === undefined)
}

function seesAll({ kind, scopes }: Actor): boolean {
  return kind === 'system' || scopes.includes('admin')
}

/** Those that are connected, the latest first. */
export async function listAssistants(
  { db }: { db: Db },
  context: Asking,
  person: number,
): Promise<ConnectedAssistant[]> {
  const { rows } = await sql<Row>`
    SELECT a.key_id, a.name, a.user_id, u.name AS person, m.role, k.scopes, k.spends, a.guard_id, a.connected_at, k.last_used_at,
      workspaces_left(a.company_id, a.user_id, k.workspace_ids) AS workspaces,
      (SELECT g.redirect_uri FROM assistant_grants g WHERE g.key_id = a.key_id ORDER BY g.id DESC LIMIT 1) AS redirect_uri
    FROM assistants a JOIN api_keys k ON k.id = a.key_id JOIN users u ON u.id = a.user_id
    JOIN memberships m ON m.company_id = a.company_id AND m.user_id = a.user_id
    WHERE a.company_id = ${context.company.id} AND k.revoked_at IS NULL AND (NOT ${mineAlone(context)} OR a.user_id = ${person})
      AND EXISTS (SELECT FROM assistant_grants g WHERE g.key_id = a.key_id AND g.ended_at IS NULL
        AND (g.code_used_at IS NOT NULL OR g.code_until > clock_timestamp()))
    ORDER BY a.connected_at DESC, a.key_id DESC LIMIT 500`.execute(db)
  return Promise.all(
    rows.map(async (row) => ({
      ...{ id: row.key_id, name: row.name, person: { id: row.user_id, name: row.person } },
      returnsTo: row.redirect_uri === null ? '' : returnPlace(row.redirect_uri),
      ...{ scopes: scopesLeft(row.role, row.scopes), spends: spendsNow(row.role, row.spends) },
      workspaceIds: row.workspaces,
      limit: await limitOf(db, context, row.guard_id),
      ...{ connectedAt: row.connected_at, lastUsedAt: row.last_used_at },
    })),
  )
}

/** From this moment no token of it opens anything. Answers false where there was no such one to end. */
export async function revokeAssistant(
  { db }: { db: Db },
  context: Asking,
  { id, person }: { id: number; person: number },
): Promise<boolean> {
  const { company } = context
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ name: string }>`
      UPDATE api_keys k SET revoked_at = clock_timestamp() FROM assistants a
      WHERE k.company_id = ${company.id} AND k.id = ${id} AND k.revoked_at IS NULL AND a.key_id = k.id
        AND (NOT ${mineAlone(context)} OR a.user_id = ${person}) RETURNING a.name`.execute(trx)
    const name = rows[0]?.name
    if (name === undefined) return false
    await sql`
      UPDATE assistant_grants SET ended_at = clock_timestamp()
      WHERE company_id = ${company.id} AND key_id = ${id} AND ended_at IS NULL`.execute(trx)
    await recordEvent(trx, company, { type: 'assistant.revoked', data: { assistantId: id, name } })
    return true
  })
}
