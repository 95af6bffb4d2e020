import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import { hashApiKey } from '../core/keys.ts'
import type { Db } from '../db/connect.ts'
import type { Listener } from '../db/listen.ts'
import type { Caller, Scope } from './endpoint.ts'

export interface Authenticator {
  /** The caller behind an Authorization header, or an AppError that says what is missing. */
  authenticate(authorization: string | undefined): Promise<Caller>
  close(): Promise<void>
}

interface Remembered {
  caller: Caller
  expiresAt: number
}

const mostRemembered = 10_000
const lastUsedEveryMs = 30_000

export function createAuthenticator(db: Db, listener: Listener): Authenticator {
  const remembered = new Map<string, Remembered>()
  const usedSince = new Map<number, Date>()
  // Raised by every change of a key, so that a look-up which raced with the change is not remembered.
  let generation = 0

  const stopListening = listener.on('api_key_changed', (hash) => {
    generation++
    if (hash === null) remembered.clear()
    else remembered.delete(hash)
  })
  const timer = setInterval(() => void writeLastUsed().catch(() => undefined), lastUsedEveryMs)
  timer.unref()

  async function lookUp(hash: Buffer): Promise<Remembered | null> {
    const row = await db
      .selectFrom('api_keys')
      .innerJoin('companies', 'companies.id', 'api_keys.company_id')
      .select(['api_keys.id', 'api_keys.name', 'api_keys.scopes', 'api_keys.expires_at', 'api_keys.user_id'])
      .select(['companies.id as company_id', 'companies.slug'])
      .where('api_keys.key_hash', '=', hash)
      .where('api_keys.revoked_at', 'is', null)
      .executeTakeFirst()
    if (!row) return null
    const caller: Caller = {
      companyId: row.company_id,
      companySlug: row.slug,
      keyId: row.id,
      keyName: row.name,
      userId: row.user_id,
      scopes: row.scopes as Scope[],
    }
    return { caller, expiresAt: row.expires_at?.getTime() ?? Infinity }
  }

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
    async authenticate(authorization) {
      const key = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1]
      if (!key) throw unauthorized('Send your API key in the header "Authorization: Bearer ak_...".')
      const found = /^ak_[A-Za-z0-9]{32}$/.test(key) ? await find(key) : null
      if (!found) throw unauthorized('This API key is unknown or was revoked.')
      if (found.expiresAt <= Date.now()) throw unauthorized('This API key has expired.')
      usedSince.set(found.caller.keyId, new Date())
      return found.caller
    },
    async close() {
      clearInterval(timer)
      stopListening()
      await writeLastUsed().catch(() => undefined)
    },
  }
}

function unauthorized(message: string): AppError {
  return new AppError('unauthorized', message, undefined, { 'www-authenticate': 'Bearer' })
}

/** Every scope includes reading; admin includes everything. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (scope === 'read' || caller.scopes.includes(scope) || caller.scopes.includes('admin')) return
  throw new AppError('forbidden', `This API key lacks the scope "${scope}".`, { needed: scope, has: caller.scopes })
}
