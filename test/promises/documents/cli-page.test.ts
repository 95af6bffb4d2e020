import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import { exitCodes } from '../../../client/cli/exit.ts'
import { maxAdsPerLaunch } from '../../../client/src/sheet/limits.ts'
import { createProgram } from '../../../client/cli/program.ts'
import type { Run } from '../../../client/cli/context.ts'
import { usualColumns } from '../../../client/src/sheet/columns.ts'
import { maxRows } from '../../../client/cli/sheet/grid.ts'
import { childEnv } from '../../support/service/child-env.ts'
import { startTestApp } from '../../support/harness.ts'
import { proseOf } from '../../support/prose.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const page = await readFile(join(root, 'docs', 'cli.md'), 'utf8')

test('every example of the page works as it stands, one after the other', async () => {
  const app = await startTestApp()
  const bin = join(app.dataDir, 'bin')
  await mkdir(bin)
  await mkdir(join(app.dataDir, 'data'))
  await symlink(join(root, 'flightdeck'), join(bin, 'flightdeck'))
  await copyFile(join(app.dataDir, 'demo-key'), join(app.dataDir, 'data', 'demo-key'))
  const blocks = [...page.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block]) => block!)
  const script = blocks
    .join('\n')
    .replaceAll('http://127.0.0.1:8080', app.url)
    .replaceAll('http://127.0.0.1:8081', app.sandboxUrl)
  const env = { ...childEnv, HOME: app.dataDir, PATH: `${bin}:${childEnv.PATH}` }
  const options = { cwd: app.dataDir, env, maxBuffer: 2 ** 24 }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], options)
  assert.match(stdout, /ads\.csv can be launched: 1 ad\./)
  assert.match(stdout, /would become 25\.50 USD a day/)
  for (const file of ['ads-by-day.csv', 'spend.json', 'flightdeck.bash'])
    assert.ok((await stat(join(app.dataDir, file))).size > 0)
  const { ads } = await app.control<{ ads: { name: string }[] }>('GET', 'state?platform=meta')
  assert.equal(ads.filter(({ name }) => name === 'Spring sale, square').length, 1)
})

test('the page names every command, every usual column, every exit code and every limit', () => {
  const program = createProgram({ world: { stdout: {}, stderr: {} } } as unknown as Run)
  const names = ({ commands }: Command, before = ''): string[] =>
    commands.flatMap((each) => [`${before}${each.name()}`, ...names(each, `${before}${each.name()} `)])
  // What a noun does without a verb may be left to the noun.
  const prose = proseOf(page)
  const isNamed = (name: string) =>
    prose.includes(name) || (name.endsWith(' list') && prose.includes(name.slice(0, -5)))
  assert.deepEqual(
    names(program).filter((name) => !isNamed(name)),
    [],
  )
  assert.deepEqual(
    usualColumns.filter((name) => !page.includes(`| ${name} |`)),
    [],
  )
  assert.deepEqual(
    Object.values(exitCodes).filter((code) => !page.includes(`| ${code} |`)),
    [],
  )
  for (const limit of [maxRows, maxAdsPerLaunch]) assert.ok(page.includes(limit.toLocaleString('en')))
})
