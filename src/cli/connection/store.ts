import type { Selectable } from 'kysely'
import { forgetAccountReads } from '../../core/connections/accounts.ts'
import type { ConnectionVerdict } from '../../core/connections/state/verdict.ts'
import { namedEnd } from '../../core/ends/store.ts'
import type { KeptEnd } from '../../core/ends/store.ts'
import { sealPurpose } from '../../core/secrets/seal.ts'
import type { Seal } from '../../core/secrets/seal.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { audited } from '../audited.ts'
import type { Credentials } from './input.ts'
import { CommandProblem } from '../problem.ts'

export interface NewConnection {
  companyId: CompanyId
  platform: string
  label: string
  credentials: Credentials
  /** null: not asked. */
  verdict: ConnectionVerdict | null
}

/** Stores the credentials sealed; the same label again replaces what it held. */
export async function storeConnection(db: Db, seal: Seal, wanted: NewConnection): Promise<number> {
  const { companyId, platform, label, credentials, verdict } = wanted
  const held = {
    sealed_credentials: seal.seal(JSON.stringify(credentials), sealPurpose(companyId, platform)),
    state: verdict?.state ?? ('ok' as const),
    state_reason: verdict?.reason ?? null,
    scopes: verdict?.check?.scopes ?? [],
    expires_at: verdict?.check?.expiresAt ?? null,
    checked_at: verdict ? new Date() : null,
  }
  return audited(db, { id: companyId }, async (trx) => {
    const old = await trx
      .selectFrom('connections')
      .where('company_id', '=', companyId)
      .selectAll()
      .where('platform', '=', platform)
      .where('label', '=', label)
      .forUpdate()
      .executeTakeFirst()
    const { id } = await trx
      .insertInto('connections')
      .values({ company_id: companyId, platform, label, ...held })
      .onConflict((conflict) => conflict.columns(['company_id', 'platform', 'label']).doUpdateSet(held))
      .returning('id')
      .executeTakeFirstOrThrow()
    await forgetAccounts(trx, companyId, platform, id)
    const after = keptConnection({ platform, label, ...held })
    const before = old && keptConnection(old)
    return { result: id, entry: { action: 'connection add', targets: [`connection:${id}`], before, after } }
  })
}

type KeptRow = Pick<Selectable<Tables['connections']>, 'platform' | 'label' | 'state' | 'scopes' | 'expires_at'>

/** What the audit log keeps of a connection; what opens it is not among it. */
function keptConnection(row: KeptRow): object {
  const { platform, label, state, scopes, expires_at: expiresAt } = row
  return { platform, label, state, scopes, expiresAt }
}

/** `ends`: those that are no longer kept because of it, for the audit log. */
export async function removeConnection(
  db: Db,
  id: number,
  ends: KeptEnd[] = [],
): Promise<{ platform: string; label: string } | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await everyCompany(trx)
      .selectFrom('connections')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return undefined
    await forgetAccounts(trx, row.company_id, row.platform, id)
    await trx.deleteFrom('connections').where('company_id', '=', row.company_id).where('id', '=', id).execute()
    const before = keptConnection(row)
    const after = { removed: true, ...(ends.length > 0 ? { endsDropped: ends.map(namedEnd) } : {}) }
    const entry = { action: 'connection remove', targets: [`connection:${id}`], before, after }
    return audited(trx, { id: row.company_id }, async () => ({ result: row, entry }))
  })
}

/** What was seen through this connection, or in the sandbox before it, is asked for again on the next call. */
async function forgetAccounts(db: Db, companyId: CompanyId, platform: string, connectionId: number): Promise<void> {
  await db
    .deleteFrom('ad_accounts')
    .where('company_id', '=', companyId)
    .where('platform', '=', platform)
    .where((where) => where.or([where('connection_id', '=', connectionId), where('connection_id', 'is', null)]))
    .execute()
  await forgetAccountReads(db, companyId, platform)
}

export interface SealedRow {
  id: number
  company_id: CompanyId
  platform: string
  sealed_credentials: Buffer
}

export function openSealed(seal: Seal, row: SealedRow): Credentials {
  try {
    return JSON.parse(seal.open(row.sealed_credentials, sealPurpose(row.company_id, row.platform))) as Credentials
  } catch {
    throw new CommandProblem(
      `The credentials of connection ${row.id} do not open: they were sealed with another key. ` +
        'Bring back that SECRET_KEY (or secret-key in DATA_DIR), or add the connection again.',
    )
  }
}
