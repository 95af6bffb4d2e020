import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddedConnection } from '../../src/db/embedded/embedded.ts'
import { oneQuery } from './one-query.ts'

/** Our tests need no password where they find their databases: each of some thousand connections would compute with it. */
const rules = 'local all flightdeck trust\nlocal all all scram-sha-256\n'

/** How the private server asks for its password is what `src/db/embedded/embedded.test.ts` is about, on one of its own. */
export async function openToTests(cluster: string, connection: EmbeddedConnection): Promise<void> {
  await writeFile(join(cluster, 'pg_hba.conf'), rules)
  await oneQuery({ ...connection, database: 'postgres' }, 'SELECT pg_reload_conf()')
}
