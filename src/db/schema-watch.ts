import type { Db } from './connect.ts'
import type { Listener } from './listen.ts'
import { schemaChannel } from './migrate.ts'
import { migrationNames, NewerDatabase } from './migrations.ts'
import { everyCompany } from './scoped.ts'
import { sql } from './sql.ts'

/** What a process knows of its schema: whether another version has made it newer than itself. */
export interface SchemaWatch {
  /** null: it is the one that this process knows. */
  newer(): NewerDatabase | null
  /** Once, when it has become newer. */
  onNewer(onFound: (found: NewerDatabase) => void): void
  close(): Promise<void>
}

/** Looks now, whenever a migration says that it has run, and whenever the connection was away. */
export async function watchSchema(db: Db, listener: Listener): Promise<SchemaWatch> {
  // As they were when this process began: another version may be put in their place meanwhile.
  const known = new Set(await migrationNames())
  let found: NewerDatabase | null = null
  const listeners: ((found: NewerDatabase) => void)[] = []
  const look = async () => {
    const { rows } = await sql<{ name: string }>`SELECT name FROM migrations ORDER BY name`.execute(everyCompany(db))
    const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name))
    if (unknown.length === 0 || found) return
    found = new NewerDatabase(unknown)
    for (const onFound of listeners) onFound(found)
  }
  // Where the database is away just now, the connection that comes back looks again.
  const stopHearing = listener.on(schemaChannel, () => void look().catch(() => undefined))
  await look()
  return {
    newer: () => found,
    onNewer(onFound) {
      if (found) onFound(found)
      else listeners.push(onFound)
    },
    close: async () => stopHearing(),
  }
}
