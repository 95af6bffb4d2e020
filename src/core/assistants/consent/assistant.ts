import { randomBytes } from 'node:crypto'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { only } from '../../../lookup.ts'
import type { KeySpends } from '../../context.ts'
import { requireKeyPlace } from '../../quotas/kept.ts'
import { returnsTo } from '../clients/redirects.ts'
import type { AssistantClient } from '../clients/client.ts'
import type { AssistantScope } from '../rights.ts'

/** An assistant of a person, as it was connected before. */
export interface FoundAssistant {
  keyId: number
  guardId: number | null
  isConnected: boolean
  /** false: another one was connected that returned to the same place, under another name. */
  isSame: boolean
  scopes: string[]
  spends: KeySpends
  workspaceIds: number[] | null
}

interface Whose {
  companyId: CompanyId
  userId: number
}

interface Row {
  key_id: number
  guard_id: number | null
  is_connected: boolean
  is_same: boolean
  scopes: string[]
  spends: KeySpends
  workspace_ids: number[] | null
}

/**
 * The same assistant of the same person, so that what it let run today goes on counting: by its id, or, of those that register themselves
 * anew each time, by where they return to; of several that one first which bears the name.
 */
export async function findAssistant(
  db: Db,
  { companyId, userId }: Whose,
  client: AssistantClient,
): Promise<FoundAssistant | null> {
  const isSelfMade = client.vouchedBy === null
  const { rows } = await sql<Row>`
    SELECT a.key_id, a.guard_id, k.revoked_at IS NULL AS is_connected, k.scopes, k.spends, k.workspace_ids,
      a.client_id = ${client.clientId} OR a.name = ${client.name} AS is_same
    FROM assistants a JOIN api_keys k ON k.id = a.key_id
    WHERE a.company_id = ${companyId} AND a.user_id = ${userId} AND (a.client_id = ${client.clientId}
      OR (${isSelfMade} AND a.client_id LIKE 'fdc\_%' AND a.returns_to = ${returnsTo(client.redirectUris)}
        AND (a.name = ${client.name} OR k.revoked_at IS NOT NULL)))
    ORDER BY a.client_id = ${client.clientId} DESC, a.name = ${client.name} DESC, a.connected_at DESC LIMIT 1`.execute(
    db,
  )
  const row = rows[0]
  if (!row) return null
  const { key_id: keyId, guard_id: guardId, is_connected: isConnected, workspace_ids: workspaceIds } = row
  return { keyId, guardId, isConnected, isSame: row.is_same, scopes: row.scopes, spends: row.spends, workspaceIds }
}

export interface GivenRights {
  scopes: AssistantScope[]
  spends: KeySpends
  workspaceIds: number[] | null
}

/** Stores what the latest consent says of it: no token of it has more from then on. */
export async function keepAssistant(
  trx: Db,
  { companyId, userId }: Whose,
  { client, known, rights }: { client: AssistantClient; known: FoundAssistant | null; rights: GivenRights },
): Promise<number> {
  const values = { name: client.name, scopes: rights.scopes, spends: rights.spends, workspace_ids: rights.workspaceIds }
  const says = { client_id: client.clientId, name: client.name, returns_to: returnsTo(client.redirectUris) }
  if (known) {
    const { keyId } = known
    const own = trx.updateTable('api_keys').where('company_id', '=', companyId).where('id', '=', keyId)
    await own.set({ ...values, revoked_at: null }).execute()
    await sql`
      UPDATE assistants SET client_id = ${says.client_id}, name = ${says.name}, returns_to = ${says.returns_to},
        connected_at = clock_timestamp() WHERE company_id = ${companyId} AND key_id = ${keyId}`.execute(trx)
    return keyId
  }
  await requireKeyPlace(trx, companyId)
  // Random bytes are the digest of nothing that anybody has.
  const nobodys = { key_hash: randomBytes(32), key_start: '', is_assistant: true }
  const made = await trx
    .insertInto('api_keys')
    .values({ company_id: companyId, user_id: userId, ...nobodys, ...values })
    .returning('id')
    .execute()
  const keyId = only(made).id
  await trx
    .insertInto('assistants')
    .values({ key_id: keyId, company_id: companyId, user_id: userId, ...says })
    .execute()
  return keyId
}
