import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** How many files a folder of the product holds, its tests beside them not counted: more is searched, not read. */
const maxFiles = 24

const root = join(import.meta.dirname, '..', '..', '..')

function crowded(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
  const deeper = entries.filter((entry) => entry.isDirectory() && !['node_modules', 'dist'].includes(entry.name))
  return [
    ...(files.length > maxFiles ? [`${folder}: ${files.length} files`] : []),
    ...deeper.flatMap(({ name }) => crowded(`${folder}/${name}`)),
  ]
}

for (const folder of ['src', 'sandbox', 'client/src', 'web/src', 'bench', 'scripts']) {
  test(`no folder of ${folder} is too full to be read at a glance`, () => {
    assert.deepEqual(crowded(folder), [])
  })
}
