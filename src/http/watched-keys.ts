import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

export interface WatchedKeys {
  watch: (keyId: number, ended: () => void) => () => void
  /** Looks which of the watched keys are gone. */
  check(): Promise<void>
}

/** Keys behind answers that go on for long: such an answer ends with its key. */
export function createWatchedKeys(db: Db): WatchedKeys {
  const watched = new Map<number, Set<() => void>>()

  async function check(): Promise<void> {
    if (watched.size === 0) return
    const rows = await db
      .selectFrom('api_keys')
      .select('id')
      .where('id', 'in', [...watched.keys()])
      .where('revoked_at', 'is', null)
      .where((test) => test.or([test('expires_at', 'is', null), test('expires_at', '>', sql<Date>`now()`)]))
      .execute()
    const living = new Set(rows.map(({ id }) => id))
    for (const [id, callbacks] of watched) if (!living.has(id)) for (const ended of [...callbacks]) ended()
  }

  return {
    watch(keyId, ended) {
      const callbacks = watched.get(keyId) ?? new Set()
      watched.set(keyId, callbacks.add(ended))
      return () => {
        callbacks.delete(ended)
        if (callbacks.size === 0) watched.delete(keyId)
      }
    },
    // Without the database nobody can tell; the next look will.
    check: () => check().catch(() => undefined),
  }
}
