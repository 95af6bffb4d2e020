import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTestApp } from '../../support/harness.ts'
import { runBlocks } from '../../support/run-blocks.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const page = await readFile(join(root, 'docs', 'tasks.md'), 'utf8')

test('every block of the page works as it stands, one after the other', async () => {
  const app = await startTestApp()
  const said = await runBlocks(app, page)
  for (const expected of [/ads\.csv can be launched: 5 ads\./, /At once/, /ready\n/, /plan_launch/])
    assert.match(said, expected)
  const { ads } = await app.control<{ ads: { name: string }[] }>('GET', 'state?platform=meta')
  const names = ads.map(({ name }) => name).filter((name) => name.startsWith('Spring sale '))
  // Launched twice on purpose; the answers that were lost made none more.
  assert.deepEqual(
    names.toSorted(),
    [1, 2, 3, 4, 5].flatMap((n) => Array<string>(2).fill(`Spring sale ${n}, square`)),
  )
})

test('every page of the documents is found from it', () => {
  const pages = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md') && file !== 'tasks.md')
  assert.deepEqual(
    pages.filter((file) => !page.includes(`(${file}`)),
    [],
  )
})
