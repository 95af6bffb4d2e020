import { inGroups } from '../../async/batcher.ts'
import type { Listener } from '../../db/listen.ts'

interface CallerCache<Found> {
  /** Who is behind a secret, by its digest. */
  find(hash: Buffer): Promise<Found | null>
  /** What changed: one digest in hex, or nobody knows what. */
  forget(name?: string | null): void
}

const maxRemembered = 10_000

/** Remembered for as long as the database tells of every change. One statement at a time, however many unknown secrets come at once. */
export function createCallerCache<Found>(
  listener: Listener,
  lookUp: (hashes: Buffer[]) => Promise<(Found | null)[]>,
): CallerCache<Found> {
  const remembered = new Map<string, Found>()
  const lookUpOne = inGroups(lookUp)
  // Raised by every change, so that a look-up which raced with one is not remembered.
  let generation = 0
  return {
    async find(hash) {
      const name = hash.toString('hex')
      const known = listener.connected ? remembered.get(name) : undefined
      if (known) return known
      const before = generation
      const found = await lookUpOne(hash)
      if (found && listener.connected && before === generation) {
        if (remembered.size >= maxRemembered) remembered.clear()
        remembered.set(name, found)
      }
      return found
    },
    forget(name = null) {
      generation++
      if (name === null) remembered.clear()
      else remembered.delete(name)
    },
  }
}
