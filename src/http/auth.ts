import { sql } from 'kysely'
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import { hashApiKey } from '../core/keys.ts'
import { inGroups } from '../async/batcher.ts'
import type { Db } from '../db/connect.ts'
import type { Listener } from '../db/listen.ts'
import type { Caller, Scope } from '../core/context.ts'
import { createRefusedKeys } from './refused-keys.ts'
import { createWatchedKeys } from './watched-keys.ts'

export interface Authenticator {
  /** The caller behind an Authorization header, or an AppError that says what is missing. */
  authenticate(authorization: string | undefined, address: string): Promise<Caller>
  /** Calls back when the key opens nothing any more, until told that nobody asks. */
  whenEnded(keyId: number, ended: () => void): () => void
  close(): Promise<void>
}

interface Remembered {
  keyId: number
  caller: Caller
  expiresAt: number
}

const mostRemembered = 10_000
const lastUsedEveryMs = 30_000

export function createAuthenticator(db: Db, listener: Listener, log: Logger): Authenticator {
  const remembered = new Map<string, Remembered>()
  const usedSince = new Map<number, Date>()
  const refusedKeys = createRefusedKeys(log)
  const watchedKeys = createWatchedKeys(db)
  // One statement at a time, however many unknown keys come at once.
  const lookUp = inGroups((hashes: Buffer[]) => lookUpAll(db, hashes))
  // Raised by every change of a key, so that a look-up which raced with the change is not remembered.
  let generation = 0

  const stopListening = listener.on('api_key_changed', (hash) => {
    generation++
    if (hash === null) remembered.clear()
    else remembered.delete(hash)
    void watchedKeys.check()
  })
  const timer = setInterval(() => {
    void writeLastUsed().catch(() => undefined)
    // Nobody says when a key's time is over.
    void watchedKeys.check()
  }, lastUsedEveryMs)
  timer.unref()

  async function find(key: string): Promise<Remembered | null> {
    const hash = hashApiKey(key)
    const name = hash.toString('hex')
    const known = listener.connected ? remembered.get(name) : undefined
    if (known) return known
    const before = generation
    const found = await lookUp(hash)
    if (found && listener.connected && before === generation) {
      if (remembered.size >= mostRemembered) remembered.clear()
      remembered.set(name, found)
    }
    return found
  }

  async function writeLastUsed(): Promise<void> {
    const used = [...usedSince]
    usedSince.clear()
    for (const [id, at] of used) {
      await db
        .updateTable('api_keys')
        .set({ last_used_at: sql`greatest(last_used_at, ${at})` })
        .where('id', '=', id)
        .execute()
    }
  }

  return {
    async authenticate(authorization, address) {
      const key = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1]
      if (!key) throw unauthorized('Send your API key in the header "Authorization: Bearer ak_...".')
      const isKey = /^ak_[A-Za-z0-9]{32}$/.test(key)
      const found = isKey ? await find(key) : null
      if (!found) {
        if (isKey) await refusedKeys.wait(address)
        throw unauthorized('This API key is unknown or was revoked.')
      }
      if (found.expiresAt <= Date.now()) throw unauthorized('This API key has expired.')
      usedSince.set(found.keyId, new Date())
      return found.caller
    },
    whenEnded: watchedKeys.watch,
    async close() {
      clearInterval(timer)
      stopListening()
      refusedKeys.close()
      await writeLastUsed().catch(() => undefined)
    },
  }
}

async function lookUpAll(db: Db, hashes: Buffer[]): Promise<(Remembered | null)[]> {
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('companies', 'companies.id', 'api_keys.company_id')
    .select(['api_keys.id', 'api_keys.name', 'api_keys.scopes', 'api_keys.expires_at', 'api_keys.user_id'])
    .select(['api_keys.key_hash', 'companies.id as company_id', 'companies.slug'])
    .where('api_keys.key_hash', 'in', hashes)
    .where('api_keys.revoked_at', 'is', null)
    .execute()
  return hashes.map((hash) => {
    const row = rows.find(({ key_hash }) => key_hash.equals(hash))
    if (!row) return null
    const caller: Caller = {
      company: { id: row.company_id, slug: row.slug },
      actor: { kind: 'key', id: row.id, name: row.name, userId: row.user_id, scopes: row.scopes as Scope[] },
    }
    return { keyId: row.id, caller, expiresAt: row.expires_at?.getTime() ?? Infinity }
  })
}

function unauthorized(message: string): AppError {
  return new AppError('unauthorized', message, undefined, { 'www-authenticate': 'Bearer' })
}
