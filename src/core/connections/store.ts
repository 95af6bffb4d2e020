import type { Selectable } from 'kysely'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { notFound } from '../../errors.ts'
import type { OAuthGrant } from '../../platforms/contract/oauth.ts'
import { recordEvent } from '../events/record.ts'
import { sealPurpose } from '../secrets/seal.ts'
import type { Seal } from '../secrets/seal.ts'
import { forgetAccountReads } from './account-reads.ts'
import { keepOpened } from './discover.ts'
import { lockAccounts, settleAccounts } from './opened/settle.ts'
import { sealToken } from './renewal/stored-token.ts'
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
  /** Whether all that it opens is used, or what a person chooses. Absent: as it was, and all where it is new. */
  accountsMode?: 'all' | 'chosen'
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
  const { companyId, platform, label, isSandbox, accountsMode } = wanted
  const mode = accountsMode ? { accounts_mode: accountsMode } : {}
  const held = { ...heldOf(seal, wanted, wanted), is_sandbox: isSandbox, ...mode }
  await lockAccounts(trx, { companyId, platform })
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
  // What it opened elsewhere says nothing about here.
  if (old && old.is_sandbox !== isSandbox) await forgetOpened(trx, companyId, row.id)
  await keepListed(trx, row, wanted)
  return notedAs(trx, row, old)
}

/** The same connection, opened by something else from now on: what waited for it goes on. */
export async function replaceCredentials(
  trx: Db,
  seal: Seal,
  { companyId, id }: { companyId: CompanyId; id: number },
  fresh: NewCredentials,
): Promise<StoredConnection> {
  const { platform } = await findConnection(trx, companyId, id)
  await lockAccounts(trx, { companyId, platform })
  const old = await lockConnection(trx, companyId, id)
  const row = await trx
    .updateTable('connections')
    .where('company_id', '=', companyId)
    .set(heldOf(seal, { companyId, platform: old.platform }, fresh))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await keepListed(trx, row, fresh)
  return notedAs(trx, row, old)
}

/** What the platform listed with them is known at once; what it led to before is reached through another connection or not connected. */
async function keepListed(trx: Db, row: Row, { verdict }: NewCredentials): Promise<void> {
  const { id, company_id: companyId, platform } = row
  if (verdict?.check) await keepOpened(trx, companyId, { id, platform }, verdict.check.accounts)
  await settleAccounts(trx, { companyId, platform })
  await forgetAccountReads(trx, companyId, platform)
}

async function forgetOpened(trx: Db, companyId: CompanyId, id: number): Promise<void> {
  await trx
    .deleteFrom('connection_accounts')
    .where('company_id', '=', companyId)
    .where('connection_id', '=', id)
    .execute()
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
  const check = verdict?.check
  const scopes = grant && grant.scopes.length > 0 ? grant.scopes : (check?.scopes ?? [])
  const named = { company_id: companyId, platform, credentials }
  return {
    sealed_credentials: seal.seal(JSON.stringify(credentials), sealPurpose(companyId, platform)),
    sealed_token: grant?.token ? sealToken(seal, named, grant.token) : null,
    state: verdict?.state ?? ('ok' as const),
    state_reason: verdict?.reason ?? null,
    scopes,
    expires_at: check?.expiresAt ?? grant?.expiresAt ?? null,
    renewable_until: grant?.renewableUntil ?? null,
    // What it takes to renew these is looked at anew.
    renews_at: null,
    checked_at: verdict ? new Date() : null,
    // Other credentials open other accounts: they are looked at soon.
    health_at: null,
    identity: check?.identity || null,
    origin,
  }
}

/** Whether a connection is called so already. */
export async function isLabelTaken(
  trx: Db,
  { companyId, platform, label }: Pick<NewConnection, 'companyId' | 'platform' | 'label'>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('connections')
    .where('company_id', '=', companyId)
    .select('id')
    .where('platform', '=', platform)
    .where('label', '=', label)
    .executeTakeFirst()
  return row !== undefined
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

/** Forgets what opens a platform; what only it opened is not connected, and its history stays. */
export async function removeConnection(trx: Db, companyId: CompanyId, id: number): Promise<Row> {
  const found = await findConnection(trx, companyId, id)
  await lockAccounts(trx, { companyId, platform: found.platform })
  const row = await lockConnection(trx, companyId, id)
  await trx.deleteFrom('connections').where('company_id', '=', companyId).where('id', '=', id).execute()
  await settleAccounts(trx, { companyId, platform: row.platform })
  await forgetAccountReads(trx, companyId, row.platform)
  const { platform, label, is_sandbox: sandbox } = row
  const data = { connectionId: id, platform, label, sandbox }
  await recordEvent(trx, { id: companyId }, { type: 'connection.removed', data })
  return row
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
