import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import type { Db } from '../db/connect.ts'
import type { Listener } from '../db/listen.ts'
import type { Caller } from '../core/context.ts'
import { createKnownKeys } from './known-keys.ts'
import { createRefusedKeys } from './refused-keys.ts'
import { createUses } from './uses.ts'
import { createWatchedKeys } from './watched-keys.ts'

export interface Authenticator {
  /** The caller behind an Authorization header, or an AppError that says what is missing. */
  authenticate(authorization: string | undefined, address: string): Promise<Caller>
  /** Calls back when the key opens nothing any more, until told that nobody asks. */
  whenEnded(keyId: number, ended: () => void): () => void
  close(): Promise<void>
}

const lastUsedEveryMs = 30_000

export function createAuthenticator(db: Db, listener: Listener, log: Logger): Authenticator {
  const keys = createKnownKeys(db, listener)
  const uses = createUses(db)
  const refusedKeys = createRefusedKeys(log)
  const watchedKeys = createWatchedKeys(db)
  const stopListening = listener.on('api_key_changed', () => void watchedKeys.check())
  const timer = setInterval(() => {
    void uses.write().catch(() => undefined)
    // Nobody says when a key's time is over.
    void watchedKeys.check()
  }, lastUsedEveryMs)
  timer.unref()

  return {
    async authenticate(authorization, address) {
      const key = /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1]
      if (!key) throw unauthorized('Send your API key in the header "Authorization: Bearer ak_...".')
      const isKey = /^ak_[A-Za-z0-9]{32}$/.test(key)
      const found = isKey ? await keys.find(key) : null
      if (!found) {
        if (isKey) await refusedKeys.wait(address)
        throw unauthorized('This API key is unknown or was revoked.')
      }
      if (found.expiresAt <= Date.now()) throw unauthorized('This API key has expired.')
      uses.note(found.keyId)
      return found.caller
    },
    whenEnded: watchedKeys.watch,
    async close() {
      clearInterval(timer)
      stopListening()
      keys.close()
      refusedKeys.close()
      await uses.write().catch(() => undefined)
    },
  }
}

function unauthorized(message: string): AppError {
  return new AppError('unauthorized', message, undefined, { 'www-authenticate': 'Bearer' })
}
