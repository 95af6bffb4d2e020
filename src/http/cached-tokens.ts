import { inGroups } from '../async/batcher.ts'
import type { LivingToken } from '../core/assistants/tokens/living.ts'
import { hashToken } from '../core/people/token.ts'
import type { Db } from '../db/connect.ts'
import type { Listener } from '../db/listen.ts'

/** Who is behind an assistant's token, remembered for as long as the database tells of every change. */
export interface CachedTokens {
  find(token: string): Promise<LivingToken | null>
  close(): void
}

const maxRemembered = 10_000

export function createCachedTokens(db: Db, listener: Listener): CachedTokens {
  const remembered = new Map<string, LivingToken>()
  const lookUp = inGroups(async (hashes: Buffer[]) => {
    // Loaded when the first token comes.
    const { livingTokens } = await import('../core/assistants/tokens/living.ts')
    const found = await livingTokens(db, hashes)
    return hashes.map((hash) => found.find((each) => each.hash.equals(hash)) ?? null)
  })
  // Raised by every change, so that a look-up which raced with one is not remembered.
  let generation = 0
  const forget = () => {
    generation++
    remembered.clear()
  }
  // Consents, tokens, people and the key that an assistant acts under.
  const stops = [listener.on('api_key_changed', forget), listener.on('caller_changed', forget)]

  return {
    async find(token) {
      const hash = hashToken(token)
      const name = hash.toString('base64')
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
