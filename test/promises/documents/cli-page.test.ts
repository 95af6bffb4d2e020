import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Command } from 'commander'
import { exitCodes } from '../../../client/cli/exit.ts'
import { maxAdsPerLaunch } from '../../../client/src/sheet/limits.ts'
import { createProgram } from '../../../client/cli/program.ts'
import type { Run } from '../../../client/cli/context.ts'
import { usualColumns } from '../../../client/src/sheet/columns.ts'
import { maxRows } from '../../../client/cli/sheet/grid.ts'
import { startTestApp } from '../../support/harness.ts'
import { proseOf } from '../../support/prose.ts'
import { runBlocks } from '../../support/run-blocks.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const page = await readFile(join(root, 'docs', 'cli.md'), 'utf8')

test('every example of the page works as it stands, one after the other', async () => {
  const app = await startTestApp()
  const stdout = await runBlocks(app, page)
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
