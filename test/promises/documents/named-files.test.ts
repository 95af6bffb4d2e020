import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** Files and folders that the documents name, from the root or from src/. Those with a stand-in such as <name> are patterns. */
const root = join(import.meta.dirname, '..', '..', '..')
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
const named = /`((?:[\w.-]+\/)+[\w.-]*)`/g
const ours =
  /^(?:src|test|sandbox|bench|scripts|migrations|docs|core|call|http|api|platforms|files|db|cli|async|jobs)\//

for (const document of documents) {
  test(`${document} names only files that there are`, () => {
    const text = readFileSync(join(root, document), 'utf8')
    const paths = [...text.matchAll(named)].map(([, path]) => path!).filter((path) => ours.test(path))
    const missing = paths.filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, 'src', path)))
    assert.deepEqual(missing, [])
  })
}
