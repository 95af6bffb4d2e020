import type { Selectable } from 'kysely'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { notFound } from '../../errors.ts'
import type { OAuthGrant } from '../../platforms/contract/oauth.ts'
import { recordEvent } from '../events/record.ts'
import { sealPurpose } from '../secrets/seal.ts'
import type { Seal } from '../secrets/seal.ts'
import { forgetAccountReads } from './accounts.ts'
import { sealToken } from './shared-token.ts'
import type { ConnectionVerdict } from './state/verdict.ts'

/** What opens a platform, and what is known of it. */
export interface NewCredentials {
  credentials: Record<string, string>
  origin: 'paste' | 'consent'
  /** null: the platform was not asked. */
  verdict: ConnectionVerdict | null
  /** What the platform told with them, where somebody consented. */
  grant?: Pick<OAuthGrant, 'token' | 'expiresAt' | 'renewableUntil' | 'scopes'>
}

export interface NewConnection extends NewCredentials {
  companyId: CompanyId
  platform: string
  label: string
  isSandbox: boolean
}

/** What was stored, and what the audit log keeps of it. */
export interface StoredConnection {
  id: number
  before: object | undefined
  after: object
}

type Row = Selectable<Tables['connections']>

/** Stores what opens a platform sealed; the same label again replaces what it held. */
export async function storeConnection(trx: Db, seal: Seal, wanted: NewConnection): Promise<StoredConnection> {
  const { companyId, platform, label, isSandbox } = wanted
  const held = { ...heldOf(seal, wanted, wanted), is_sandbox: isSandbox }
  const old = await trx
    .selectFrom('connections')
    .where('company_id', '=', companyId)
    .selectAll()
    .where('platform', '=', platform)
    .where('label', '=', label)
    .forUpdate()
    .executeTakeFirst()
  const row = await trx
    .insertInto('connections')
    .values({ company_id: companyId, platform, label, ...held })
    .onConflict((conflict) => conflict.columns(['company_id', 'platform', 'label']).doUpdateSet(held))
    .returningAll()
    .executeTakeFirstOrThrow()
  await forgetAccounts(trx, companyId, platform, row.id)
  return notedAs(trx, row, old)
}

/** The same connection, opened by something else from now on: what waited for it goes on. */
export async function replaceCredentials(
  trx: Db,
  seal: Seal,
  { companyId, id }: { companyId: CompanyId; id: number },
  fresh: NewCredentials,
): Promise<StoredConnection> {
  const old = await lockConnection(trx, companyId, id)
  const row = await trx
    .updateTable('connections')
    .where('company_id', '=', companyId)
    .set(heldOf(seal, { companyId, platform: old.platform }, fresh))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await forgetAccountReads(trx, companyId, old.platform)
  return notedAs(trx, row, old)
}

async function notedAs(trx: Db, row: Row, old: Row | undefined): Promise<StoredConnection> {
  const { id, company_id: companyId, platform, label, is_sandbox: sandbox } = row
  const data = { connectionId: id, platform, label, sandbox, again: old !== undefined }
  await recordEvent(trx, { id: companyId }, { type: 'connection.connected', data })
  return { id, before: old && keptConnection(old), after: keptConnection(row) }
}

function heldOf(
  seal: Seal,
  { companyId, platform }: Pick<NewConnection, 'companyId' | 'platform'>,
  { credentials, origin, verdict, grant }: NewCredentials,
) {
  const told = verdict?.check
  const scopes = grant && grant.scopes.length > 0 ? grant.scopes : (told?.scopes ?? [])
  const named = { company_id: companyId, platform, credentials }
  return {
    sealed_credentials: seal.seal(JSON.stringify(credentials), sealPurpose(companyId, platform)),
    sealed_token: grant?.token ? sealToken(seal, named, grant.token) : null,
    state: verdict?.state ?? ('ok' as const),
    state_reason: verdict?.reason ?? null,
    scopes,
    expires_at: told?.expiresAt ?? grant?.expiresAt ?? null,
    renewable_until: grant?.renewableUntil ?? null,
    checked_at: verdict ? new Date() : null,
    identity: told?.identity || null,
    origin,
  }
}

/** Holds a company's connection until the transaction ends, or 404. */
async function lockConnection(trx: Db, companyId: CompanyId, id: number): Promise<Row> {
  const row = await trx
    .selectFrom('connections')
    .where('company_id', '=', companyId)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('connection', id)
  return row
}

/** A company's connection, or 404. */
export async function findConnection(db: Db, companyId: CompanyId, id: number): Promise<Row> {
  const row = await db
    .selectFrom('connections')
    .where('company_id', '=', companyId)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('connection', id)
  return row
}

/** What the audit log keeps of a connection; what opens it is not among it. */
export function keptConnection(row: Row): object {
  const { platform, label, state, scopes, expires_at: expiresAt, is_sandbox: sandbox, origin, identity } = row
  return { platform, label, state, scopes, expiresAt, sandbox, origin, identity }
}

/** Forgets what opens a platform, with what was seen through it. */
export async function removeConnection(trx: Db, companyId: CompanyId, id: number): Promise<Row> {
  const row = await lockConnection(trx, companyId, id)
  await forgetAccounts(trx, companyId, row.platform, id)
  await trx.deleteFrom('connections').where('company_id', '=', companyId).where('id', '=', id).execute()
  const { platform, label, is_sandbox: sandbox } = row
  const data = { connectionId: id, platform, label, sandbox }
  await recordEvent(trx, { id: companyId }, { type: 'connection.removed', data })
  return row
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

/** What opens a stored connection; null: it was sealed with another key. */
export function openCredentials(
  seal: Seal,
  row: Pick<Row, 'company_id' | 'platform' | 'sealed_credentials'>,
): Record<string, string> | null {
  try {
    const text = seal.open(row.sealed_credentials, sealPurpose(row.company_id, row.platform))
    return JSON.parse(text) as Record<string, string>
  } catch {
    return null
  }
}
