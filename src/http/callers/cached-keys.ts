import { hashApiKey } from '../../core/people/keys.ts'
import type { Db } from '../../db/connect.ts'
import type { Listener } from '../../db/listen.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { companyRef } from '../../core/company-ref.ts'
import type { Caller, Scope } from '../../core/context.ts'
import { createCallerCache } from './caller-cache.ts'

interface CachedKey {
  keyId: number
  caller: Caller
  expiresAt: number
  /** When its company is deleted, for which it was revoked; null: it stays. */
  leavesAt: Date | null
}

/** Who is behind a key. */
export interface CachedKeys {
  find(key: string): Promise<CachedKey | null>
  close(): void
}

export function createCachedKeys(db: Db, listener: Listener): CachedKeys {
  const cache = createCallerCache(listener, (hashes) => lookUpAll(db, hashes))
  const stops = [
    listener.on('api_key_changed', (hash) => cache.forget(hash)),
    // A key opens no more than its maker has.
    listener.on('caller_changed', () => cache.forget()),
  ]
  return {
    find: (key) => cache.find(hashApiKey(key)),
    close() {
      for (const stop of stops) stop()
    },
  }
}

async function lookUpAll(db: Db, hashes: Buffer[]): Promise<(CachedKey | null)[]> {
  const rows = await everyCompany(db)
    .selectFrom('api_keys')
    .innerJoin('companies', 'companies.id', 'api_keys.company_id')
    .leftJoin('company_deletions as deletion', (join) =>
      join
        .onRef('deletion.company_id', '=', 'api_keys.company_id')
        .on(sql<boolean>`api_keys.id = ANY(deletion.revoked_keys)`),
    )
    .select(['api_keys.id', 'api_keys.name', 'api_keys.scopes', 'api_keys.expires_at', 'api_keys.user_id'])
    .select('api_keys.spends')
    .select(['api_keys.key_hash', 'companies.id as company_id', 'companies.slug'])
    .select(
      sql<number[] | null>`workspaces_left(api_keys.company_id, api_keys.user_id, api_keys.workspace_ids)`.as(
        'workspaces',
      ),
    )
    .where('api_keys.key_hash', 'in', hashes)
    .select(sql<Date | null>`deletion.due_at`.as('leaves_at'))
    .where((where) => where.or([where('api_keys.revoked_at', 'is', null), where('deletion.due_at', 'is not', null)]))
    .execute()
  return hashes.map((hash) => {
    const row = rows.find(({ key_hash }) => key_hash.equals(hash))
    if (!row) return null
    const { id, name, user_id: userId, spends } = row
    const caller: Caller = {
      company: companyRef(row),
      actor: { kind: 'key', id, name, userId, scopes: row.scopes as Scope[], spends },
    }
    return { keyId: id, caller, expiresAt: row.expires_at?.getTime() ?? Infinity, leavesAt: row.leaves_at }
  })
}
