import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { everyCompany } from '../db/scoped.ts'

/** When keys were last used, written down now and then. */
export interface Uses {
  note(keyId: number): void
  write(): Promise<void>
}

export function createUses(db: Db): Uses {
  const usedSince = new Map<number, Date>()
  return {
    note: (keyId) => void usedSince.set(keyId, new Date()),
    async write() {
      const used = [...usedSince]
      usedSince.clear()
      for (const [id, at] of used) {
        await everyCompany(db)
          .updateTable('api_keys')
          .set({ last_used_at: sql`greatest(last_used_at, ${at})` })
          .where('id', '=', id)
          .execute()
      }
    },
  }
}
