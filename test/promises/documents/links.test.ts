import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

/** Links between documents lead to a file that there is, and to a heading in it. */
const root = join(import.meta.dirname, '..', '..', '..')
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
const link = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g

for (const document of documents) {
  test(`${document} links to what there is`, () => {
    const text = readFileSync(join(root, document), 'utf8')
    const broken = [...text.matchAll(link)]
      .filter(([, path, anchor]) => !leads(path ? join(dirname(document), path) : document, anchor))
      .map(([whole]) => whole.slice(1))
    assert.deepEqual(broken, [])
  })
}

test('every page of the architecture is in its index', () => {
  const index = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const pages = globSync('architecture/*.md', { cwd: join(root, 'docs') })
  assert.deepEqual(
    pages.filter((page) => !index.includes(`(${page})`)),
    [],
  )
})

function leads(path: string, anchor: string | undefined): boolean {
  if (!existsSync(join(root, path))) return false
  return anchor === undefined || anchorsOf(readFileSync(join(root, path), 'utf8')).includes(anchor)
}

/** Headings as GitHub names them in addresses. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
