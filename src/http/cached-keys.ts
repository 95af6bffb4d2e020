import { hashApiKey } from '../core/people/keys.ts'
import { inGroups } from '../async/batcher.ts'
import type { Db } from '../db/connect.ts'
import type { Listener } from '../db/listen.ts'
import { sql } from '../db/sql.ts'
import { everyCompany } from '../db/scoped.ts'
import { companyRef } from '../core/company-ref.ts'
import type { Caller, Scope } from '../core/context.ts'

interface CachedKey {
  keyId: number
  caller: Caller
  expiresAt: number
  /** When its company is deleted, for which it was revoked; null: it stays. */
  leavesAt: Date | null
}

/** Who is behind a key, remembered for as long as the database tells of every change. */
export interface CachedKeys {
  find(key: string): Promise<CachedKey | null>
  close(): void
}

const maxRemembered = 10_000

export function createCachedKeys(db: Db, listener: Listener): CachedKeys {
  const remembered = new Map<string, CachedKey>()
  // One statement at a time, however many unknown keys come at once.
  const lookUp = inGroups((hashes: Buffer[]) => lookUpAll(db, hashes))
  // Raised by every change of a key, so that a look-up which raced with the change is not remembered.
  let generation = 0
  const stops = [
    listener.on('api_key_changed', (hash) => {
      generation++
      if (hash === null) remembered.clear()
      else remembered.delete(hash)
    }),
    // A key opens no more than its maker has.
    listener.on('caller_changed', () => {
      generation++
      remembered.clear()
    }),
  ]

  return {
    async find(key) {
      const hash = hashApiKey(key)
      const name = hash.toString('hex')
      const known = listener.connected ? remembered.get(name) : undefined
      if (known) return known
      const before = generation
      const found = await lookUp(hash)
      if (found && listener.connected && before === generation) {
        if (remembered.size >= maxRemembered) remembered.clear()
        remembered.set(name, found)
      }
      return found
    },
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
