import { createHash, randomBytes } from 'node:crypto'
import type { CompanyId } from '../../db/company-id.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { userIdOf } from '../context.ts'
import type { Role } from '../../db/tables/people.ts'
import type { Context, KeySpends, Scope } from '../context.ts'
import { recordEvent } from '../events/record.ts'
import { requireStaying } from './staying.ts'
import { requireKeyPlace } from '../quotas/kept.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `ak_` and 32 random characters: about 190 bits. */
export function makeApiKey(): string {
  let text = ''
  while (text.length < 32) {
    // Values past the last whole multiple of 62 would make some letters likelier than others.
    for (const byte of randomBytes(48)) if (byte < 248 && text.length < 32) text += letters[byte % 62]
  }
  return `ak_${text}`
}

export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

export interface NewKey {
  companyId: CompanyId
  name: string
  scopes: readonly Scope[]
  userId?: number | null
  /** The workspaces that it opens, as far as its maker has them; null: all that its maker has. */
  workspaceIds?: readonly number[] | null
  expiresAt?: Date | null
  /** Left out: it acts. */
  spends?: KeySpends
  /** A key chosen by the operator instead of a random one. */
  key?: string
}

/** Stores the key's hash and hands the key out, this once. */
export async function createApiKey(db: Db, wanted: NewKey): Promise<{ id: number; key: string; createdAt: Date }> {
  const key = wanted.key ?? makeApiKey()
  const { companyId, name, scopes } = wanted
  return inTransaction(db, async (trx) => {
    await requireStaying(trx, companyId)
    await requireKeyPlace(trx, companyId)
    const { id, created_at: createdAt } = await trx
      .insertInto('api_keys')
      .values({
        company_id: companyId,
        user_id: wanted.userId ?? null,
        name,
        key_hash: hashApiKey(key),
        key_start: key.slice(0, 7),
        scopes: [...scopes],
        expires_at: wanted.expiresAt ?? null,
        spends: wanted.spends ?? 'act',
        workspace_ids: wanted.workspaceIds ? [...wanted.workspaceIds] : null,
      })
      .returning(['id', 'created_at'])
      .executeTakeFirstOrThrow()
    const data = { keyId: id, name, scopes: [...scopes] }
    await recordEvent(trx, { id: companyId }, { type: 'key.created', data })
    return { id, key, createdAt }
  })
}

/** From this moment the key opens nothing, in any process. Answers false when there was no such living key; maker: only a key of theirs. */
export async function revokeApiKey(
  db: Db,
  companyId: CompanyId,
  keyId: number,
  maker: number | null = null,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    // One that was revoked because its company is about to be deleted is not given back any more.
    const { rows: waiting } = await sql`
      UPDATE company_deletions SET revoked_keys = array_remove(revoked_keys, ${keyId})
      WHERE company_id = ${companyId} AND ${keyId} = ANY(revoked_keys) RETURNING 1`.execute(trx)
    const revoked = await trx
      .updateTable('api_keys')
      .where('company_id', '=', companyId)
      .set({ revoked_at: new Date() })
      .where('id', '=', keyId)
      .where('is_assistant', '=', false)
      .$if(waiting.length === 0, (some) => some.where('revoked_at', 'is', null))
      .$if(maker !== null, (some) => some.where('user_id', '=', maker))
      .returning('name')
      .executeTakeFirst()
    if (!revoked) return false
    await recordEvent(trx, { id: companyId }, { type: 'key.revoked', data: { keyId, name: revoked.name } })
    return true
  })
}

/** What a key does with a write that spends, from this moment on. Answers null when there is no such living key; maker: only a key of theirs. */
export async function setKeySpends(
  db: Db,
  companyId: CompanyId,
  { keyId, spends, maker }: { keyId: number; spends: KeySpends; maker: number | null },
): Promise<{ before: KeySpends } | null> {
  return inTransaction(db, async (trx) => {
    const known = await livingKeys(trx, companyId)
      .select(['api_keys.name', 'api_keys.spends'])
      .where('api_keys.id', '=', keyId)
      .$if(maker !== null, (some) => some.where('api_keys.user_id', '=', maker))
      .forUpdate()
      .executeTakeFirst()
    if (!known) return null
    if (known.spends === spends) return { before: spends }
    await trx
      .updateTable('api_keys')
      .where('company_id', '=', companyId)
      .set({ spends })
      .where('id', '=', keyId)
      .execute()
    await recordEvent(trx, { id: companyId }, { type: 'key.changed', data: { keyId, name: known.name, spends } })
    return { before: known.spends }
  })
}

/** One living key. */
export async function findApiKey(db: Db, companyId: CompanyId, keyId: number): Promise<KeyDetails | null> {
  const row = await withMakers(livingKeys(db, companyId).where('api_keys.id', '=', keyId)).executeTakeFirst()
  return row ? keyDetails(row) : null
}

export interface KeyDetails {
  id: number
  name: string
  /** How the key begins: the rest is not known any more. */
  start: string
  scopes: Scope[]
  /** The workspaces that it opens today; null: all of them. */
  workspaceIds: number[] | null
  spends: KeySpends
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  /** null: the operator made it. */
  madeBy: KeyMaker | null
}

interface KeyMaker {
  id: number
  name: string
  /** What they are in the company now; null: they do not belong to it any more. Their keys go on until somebody revokes them. */
  role: Role | null
}

/** The company's living keys, the newest first; whoever works in some workspaces sees those that they made. */
export async function listApiKeys(
  { db }: { db: Db },
  { company, actor }: Pick<Context, 'company' | 'actor'>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ keys: KeyDetails[]; total: number }> {
  const living = livingKeys(db, company.id).$if(company.workspaces !== undefined, (some) =>
    some.where('api_keys.user_id', '=', userIdOf(actor)),
  )
  const { total } = await living.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await withMakers(living).orderBy('api_keys.id', 'desc').offset(offset).limit(limit).execute()
  return { keys: rows.map(keyDetails), total }
}

/** The living keys that somebody made in a company, whether or not they still belong to it. */
export async function keysCreatedBy(db: Db, { companyId, userId }: Maker): Promise<KeyDetails[]> {
  const own = livingKeys(db, companyId).where('api_keys.user_id', '=', userId)
  const rows = await withMakers(own).orderBy('api_keys.id', 'desc').execute()
  return rows.map(keyDetails)
}

/** Revokes all of them, and answers with those that it was. */
export async function revokeKeysCreatedBy(db: Db, maker: Maker): Promise<KeyDetails[]> {
  const keys = await keysCreatedBy(db, maker)
  for (const { id } of keys) await revokeApiKey(db, maker.companyId, id)
  await sql`
    UPDATE company_deletions SET revoked_keys = ARRAY(
      SELECT unnest(revoked_keys) EXCEPT SELECT id FROM api_keys WHERE company_id = ${maker.companyId} AND user_id = ${maker.userId})
    WHERE company_id = ${maker.companyId}`.execute(db)
  return keys
}

interface Maker {
  companyId: CompanyId
  userId: number
}

function livingKeys(db: Db, companyId: CompanyId) {
  return (
    db
      .selectFrom('api_keys')
      .where('api_keys.company_id', '=', companyId)
      .where('api_keys.revoked_at', 'is', null)
      // Assistants that were connected by consent are no keys to their people (core/assistants/).
      .where('api_keys.is_assistant', '=', false)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', new Date())]))
  )
}

function withMakers(keys: ReturnType<typeof livingKeys>) {
  return keys
    .leftJoin('users', 'users.id', 'api_keys.user_id')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'api_keys.user_id')
        .onRef('memberships.company_id', '=', 'api_keys.company_id'),
    )
    .select(['api_keys.id', 'api_keys.name', 'key_start', 'scopes', 'spends', 'last_used_at', 'expires_at'])
    .select(['api_keys.created_at', 'api_keys.user_id', 'users.name as maker', 'memberships.role'])
    .select(
      sql<number[] | null>`workspaces_left(api_keys.company_id, api_keys.user_id, api_keys.workspace_ids)`.as(
        'workspaces',
      ),
    )
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof withMakers>['execute']>>[number]

function keyDetails(row: KeyRow): KeyDetails {
  return {
    id: row.id,
    name: row.name,
    start: row.key_start,
    scopes: row.scopes as Scope[],
    workspaceIds: row.workspaces,
    spends: row.spends,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    madeBy: row.user_id === null ? null : { id: row.user_id, name: row.maker ?? '', role: row.role },
  }
}
