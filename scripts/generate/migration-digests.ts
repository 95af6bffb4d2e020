import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadMigrations } from '../../src/db/migrations.ts'
import type { Migration } from '../../src/db/migrations.ts'
import { root } from './stale-files.ts'

const file = 'migrations/digests.txt'

/** The digests of all migrations, as `sha256sum --check` reads them. A new one is added; what stands there stays. */
export async function migrationDigests(): Promise<Record<string, string>> {
  const kept = await readFile(join(root, file), 'utf8')
  return { [file]: withDigests(kept, await loadMigrations()) }
}

export function withDigests(kept: string, migrations: Pick<Migration, 'name' | 'digest'>[]): string {
  const known = new Map(
    kept
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('  ') as [string, string])
      .map(([digest, name]) => [name, digest]),
  )
  for (const [name, digest] of known) {
    const found = migrations.find((migration) => migration.name === name)
    if (!found) throw new Error(`migrations/${name} was removed. Whoever has run it keeps what it did: put it back.`)
    if (found.digest !== digest)
      throw new Error(
        `migrations/${name} was changed after it was written down. Whoever has run it would keep the old schema: put it back, and write a new one. ` +
          `If nobody has run it but you, remove its line from ${file} and run npm run client.`,
      )
  }
  return migrations.map(({ name, digest }) => `${digest}  ${name}\n`).join('')
}
