import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import type { Db } from '../db/connect.ts'
import type { Listener } from '../db/listen.ts'
import type { Caller } from '../core/context.ts'
import { leavingWords } from '../core/people/staying.ts'
import { createCachedKeys } from './callers/cached-keys.ts'
import { createCachedTokens } from './callers/cached-tokens.ts'
import { createRefusedKeys } from './callers/refused-keys.ts'
import { createUses } from './uses.ts'
import { createWatchedCallers } from './callers/watched-callers.ts'

export interface Authenticator {
  /** The caller behind an Authorization header, or an AppError that says what is missing. */
  authenticate(authorization: string | undefined, address: string): Promise<Caller>
  /** The same for agents, who may bring a token of their own instead; it must be for this address (RFC 8707). */
  authenticateAgent(authorization: string | undefined, address: string, resource: string): Promise<Caller>
  /** Calls back when the caller may do less, or other things, than they could; until told that nobody asks. */
  whenEnded(caller: Caller, ended: () => void, when?: 'now'): () => void
  close(): Promise<void>
}

const lastUsedEveryMs = 30_000

export function createAuthenticator(db: Db, listener: Listener, log: Logger): Authenticator {
  const keys = createCachedKeys(db, listener)
  const tokens = createCachedTokens(db, listener)
  const uses = createUses(db)
  const refusedKeys = createRefusedKeys(log)
  const callers = createWatchedCallers(db)
  const stops = [
    listener.on('api_key_changed', () => void callers.check()),
    listener.on('caller_changed', () => void callers.check()),
  ]
  const timer = setInterval(() => {
    void uses.write().catch(() => undefined)
    // Nobody says when the time of a key or of a session is over.
    void callers.check()
  }, lastUsedEveryMs)
  timer.unref()

  async function authenticate(authorization: string | undefined, address: string): Promise<Caller> {
    const key = bearerOf(authorization)
    if (!key) throw unauthorized('Send your API key in the header "Authorization: Bearer ak_...".')
    if (isAgentToken(key)) throw unauthorized('An assistant’s token is for /mcp alone: nothing else takes it.')
    const isKey = /^ak_[A-Za-z0-9]{32}$/.test(key)
    const found = isKey ? await keys.find(key) : null
    if (!found) {
      if (isKey) await refusedKeys.wait(address)
      throw unauthorized('This API key is unknown or was revoked.')
    }
    if (found.leavesAt) throw unauthorized(leavingWords(found.leavesAt))
    if (found.expiresAt <= Date.now()) throw unauthorized('This API key has expired.')
    uses.note(found.keyId)
    return found.caller
  }

  return {
    authenticate,
    async authenticateAgent(authorization, address, resource) {
      const token = bearerOf(authorization)
      if (!token || !isAgentToken(token)) return authenticate(authorization, address)
      const found = await tokens.find(token)
      if (!found) {
        await refusedKeys.wait(address)
        throw unauthorized(tokenEnded)
      }
      if (found.resource !== resource) throw unauthorized('This token is for another address.')
      if (found.expiresAt <= Date.now()) throw unauthorized(tokenEnded)
      uses.note(found.keyId)
      return found.caller
    },
    whenEnded: callers.watch,
    async close() {
      clearInterval(timer)
      for (const stop of stops) stop()
      keys.close()
      tokens.close()
      refusedKeys.close()
      await uses.write().catch(() => undefined)
    },
  }
}

const tokenEnded =
  'This token is unknown, has expired or was revoked: get another with the refresh token, or connect anew.'

function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1]
}

/** What assistants are given when somebody consents (core/assistants/tokens). */
function isAgentToken(text: string): boolean {
  return /^fdt_[A-Za-z0-9_-]{43}$/.test(text)
}

function unauthorized(message: string): AppError {
  return new AppError('unauthorized', message, undefined, { 'www-authenticate': 'Bearer' })
}
