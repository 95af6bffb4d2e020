import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { reachedFrom } from './reach.ts'

const root = await mkdtemp(join(tmpdir(), 'flightdeck-reach-'))
after(() => rm(root, { recursive: true, force: true }))
const files = {
  'src/low.ts': 'export const low = 1',
  'src/mid.ts': "import { low } from './low.ts'",
  'src/lazy.ts': "const { mid } = await import('./mid.ts')",
  'src/other.ts': 'export {}',
  'test/mid.test.ts': "import '../src/mid.ts'",
  'test/lazy.test.ts': "import type { X } from '../src/lazy.ts'",
  'test/other.test.ts': "import '../src/other.ts'",
  'test/web/page.test.ts': 'export {}',
  'test/promises/links.test.ts': 'export {}',
}
for (const [file, text] of Object.entries(files)) {
  await mkdir(join(root, dirname(file)), { recursive: true })
  await writeFile(join(root, file), text)
}
const tests = Object.keys(files).filter((file) => file.endsWith('.test.ts'))
const reached = (...changed: string[]) => reachedFrom(root, changed, tests)

test('a change reaches the tests that load it, through however many others', () => {
  assert.deepEqual(reached('src/low.ts'), ['test/mid.test.ts', 'test/lazy.test.ts'])
  assert.deepEqual(reached('src/other.ts'), ['test/other.test.ts'])
  assert.deepEqual(reached('test/other.test.ts'), ['test/other.test.ts'])
})

test('a page reaches the tests of pages, a document those of promises, and nothing reaches none', () => {
  assert.deepEqual(reached('web/src/app.tsx'), ['test/web/page.test.ts'])
  assert.deepEqual(reached('docs/guards.md'), ['test/promises/links.test.ts'])
  assert.deepEqual(reached(), [])
})

test('what nobody loads by name may reach anything', () => {
  assert.deepEqual(reached('migrations/0001.sql'), tests)
  assert.deepEqual(reached('package.json'), tests)
})
