import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import type { EmbeddedConnection } from '../src/db/embedded/embedded.ts'
import { writeGroups } from './support/groups.ts'
import { createTemplate } from './support/template.ts'

/** `npm test [-- words]`: its own PostgreSQL, then every test file (or those whose path has one of the words). */
const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
// The longest ones are in test/: they begin first, so that none is left alone at the end.
const found = globSync('{test,src,sandbox,bench}/**/*.test.ts', { cwd: root }).sort().reverse()
const files = words.length === 0 ? found : found.filter((file) => words.some((word) => file.includes(word)))
if (files.length === 0) {
  console.error(`No test file matches ${words.join(' ')}.`)
  process.exit(1)
}

const dataDir = await mkdtemp(join(tmpdir(), 'flightdeck-test-'))
await chmod(dataDir, 0o711)
const server = await startEmbedded({ dataDir, durable: false })
let code = 1
try {
  await createTemplate(server.connection)
  code = await runTests(server.connection, await writeGroups(root, files, join(dataDir, 'groups')))
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(code)

function runTests({ host, password }: EmbeddedConnection, entries: string[]): Promise<number> {
  const args = ['--test', '--test-concurrency=6', '--test-timeout=240000', ...entries]
  const env = { ...process.env, FLIGHTDECK_TEST_SOCKET: host, FLIGHTDECK_TEST_PASSWORD: password, NODE_ENV: 'test' }
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((done) => child.on('exit', (status) => done(status ?? 1)))
}
