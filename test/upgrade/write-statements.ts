import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded, stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { loadMigrations } from '../../src/db/migrations.ts'
import { makeDataDir } from '../support/harness.ts'
import { release } from './release.ts'
import { normalised, notUnderstood } from './statements.ts'

const isStatement = /^(?:select|insert|update|delete|with|merge)\b/i
/** Several at once cannot be tried one by one: they are of tests. */
const isSeveral = /;\s*\S/
/** The queue's own tables are the queue's own matter. */
const isOfOthers = /\bpgboss\b|\bpg_catalog\b/

/**
 * `recorded`: what record.ts wrote down while the tests of the last release ran. Kept is what the schema of that release understands,
 * in test/upgrade/statements.ndjson.
 */
export async function writeStatements(recorded: string): Promise<void> {
  const lines = (await readFile(recorded, 'utf8')).trim().split('\n')
  const said = lines
    .map((line) => JSON.parse(line) as string)
    .filter((text) => isStatement.test(text.trim()) && !isSeveral.test(text))
  const all = [...new Set(said.filter((text) => !isOfOthers.test(text)).map(normalised))].sort()
  const dataDir = await makeDataDir()
  const { connection } = await startEmbedded({ dataDir, durable: false })
  try {
    const migrations = (await loadMigrations()).filter(({ name }) => name <= release.lastMigration)
    await migrate(connection, { migrations })
    const problems = await notUnderstood({ ...connection }, all)
    const kept = all.filter((statement) => !problems.has(statement))
    const text = kept.map((statement) => `${JSON.stringify(statement)}\n`).join('')
    await writeFile(join(import.meta.dirname, 'statements.ndjson'), text)
    console.log(`${kept.length} statements of ${release.version}; ${problems.size} are of tests, or tell too little.`)
  } finally {
    await stopEmbedded({ dataDir })
    await rm(dataDir, { recursive: true, force: true })
  }
}
