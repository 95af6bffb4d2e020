import type { LivingToken } from '../../core/assistants/tokens/living.ts'
import { hashToken } from '../../core/people/token.ts'
import type { Db } from '../../db/connect.ts'
import type { Listener } from '../../db/listen.ts'
import { createCallerCache } from './caller-cache.ts'

/** Who is behind an assistant's token. */
export interface CachedTokens {
  find(token: string): Promise<LivingToken | null>
  close(): void
}

export function createCachedTokens(db: Db, listener: Listener): CachedTokens {
  const cache = createCallerCache(listener, async (hashes) => {
    // Loaded when the first token comes.
    const { livingTokens } = await import('../../core/assistants/tokens/living.ts')
    const found = await livingTokens(db, hashes)
    return hashes.map((hash) => found.find((each) => each.hash.equals(hash)) ?? null)
  })
  // Consents, tokens, people and the key that an assistant acts under.
  const forgetAll = () => cache.forget()
  const stops = [listener.on('api_key_changed', forgetAll), listener.on('caller_changed', forgetAll)]
  return {
    find: (token) => cache.find(hashToken(token)),
    close() {
      for (const stop of stops) stop()
    },
  }
}
