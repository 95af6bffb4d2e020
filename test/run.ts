import { spawn } from 'node:child_process'
import { copyFileSync, globSync, mkdtempSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../src/db/embedded/embedded.ts'
import type { EmbeddedConnection } from '../src/db/embedded/embedded.ts'
import { isLong } from './halves.ts'
import { howToGetIt, provideChromium } from './support/browser/chromium.ts'
import { describeCosts } from './support/together/cost.ts'
import { writeLanes } from './support/together/lanes.ts'
import { processorMs } from './support/together/processor-time.ts'
import { inGoodOrder } from './support/together/order.ts'
import { folderForRun } from './support/together/place.ts'
import { changedFiles, reachedFrom } from './support/together/reach.ts'
import { openToTests } from './support/open-to-tests.ts'
import { createTemplate } from './support/template.ts'
import { builtDashboard } from './support/web/built.ts'

/**
 * `npm test`: its own PostgreSQL, then the short half of the test files (test/halves.ts). `-- words`: those whose path has one of the
 * words; `-- --long`: the long half; `-- --all`: both; `-- --changed`: those of both that what is not committed yet can reach.
 * `-- --record words`: examples of replies for OpenAPI are gathered from them.
 */
const root = join(import.meta.dirname, '..')
const { values: wanted, positionals: words } = parseArgs({
  options: {
    long: { type: 'boolean' },
    all: { type: 'boolean' },
    changed: { type: 'boolean' },
    record: { type: 'boolean' },
  },
  allowPositionals: true,
})
const found = inGoodOrder(globSync('{test,src,sandbox,bench,web/src}/**/*.test.ts', { cwd: root }))
const files = chosen(found)
if (files.length === 0) {
  console.error(wanted.changed ? 'What is changed reaches no test.' : `No test file matches ${words.join(' ')}.`)
  process.exit(wanted.changed ? 0 : 1)
}

const otherProcesses = 4
const gathering = `--import=${join(root, 'test/support/replies/gather.ts')}`
const inBrowser = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('support/browser/stage.ts'))
const others = files.filter((file) => !inBrowser.includes(file))
const browser = inBrowser.length > 0 ? provideChromium(console.error) : null
if (inBrowser.length > 0 && browser === null) console.error(`Left out: ${inBrowser.join(', ')}. ${howToGetIt}`)
// Begun now, so that nobody waits long for it; whoever needs it says what is wrong with it.
const dashboard = files.some((file) => file.startsWith('test/web/')) ? builtDashboard().catch(() => null) : null

const dataDir = await folderForRun()
const server = await startEmbedded({ dataDir, durable: false })
let code = 1
try {
  await openToTests(join(dataDir, 'postgres', 'cluster'), server.connection)
  await createTemplate(server.connection)
  const folder = join(dataDir, 'lanes')
  const lanes = await writeLanes(root, folder, { inBrowser, others, processes: otherProcesses })
  const replies = wanted.record ? mkdtempSync(join(dataDir, 'replies-')) : null
  code = await runTests(server.connection, lanes, replies)
  if (replies !== null) console.log((await import('./support/replies/keep.ts')).keepReplies(replies))
  if (files.length > 1) console.log(describeCosts(folder, processorMs(await serverPid(dataDir))))
  if (process.env.COSTS) copyFileSync(join(folder, 'cost'), process.env.COSTS)
  await dashboard
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(code)

async function serverPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

function chosen(all: string[]): string[] {
  if (wanted.changed) return reachedFrom(root, changedFiles(root), all)
  if (words.length > 0) return all.filter((file) => words.some((word) => file.includes(word)))
  return wanted.all ? all : all.filter((file) => isLong(file) === (wanted.long ?? false))
}

async function runTests(
  { host, password }: EmbeddedConnection,
  entries: string[],
  replies: string | null,
): Promise<number> {
  const args = ['--test', `--test-concurrency=${1 + otherProcesses}`, '--test-timeout=240000', ...entries]
  const env = {
    ...process.env,
    ...(browser === null ? {} : { CHROMIUM_PATH: browser }),
    ...{ FLIGHTDECK_TEST_SOCKET: host, FLIGHTDECK_TEST_PASSWORD: password, NODE_ENV: 'test' },
    // Tests make much and keep little: with more room for what is new, it is cleared away less often.
    NODE_OPTIONS: [process.env.NODE_OPTIONS ?? '', '--max-semi-space-size=64', ...(replies === null ? [] : [gathering])]
      .join(' ')
      .trim(),
    ...(replies === null ? {} : { RECORDED_REPLIES: replies }),
  }
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((done) => child.on('exit', (status) => done(status ?? 1)))
}
