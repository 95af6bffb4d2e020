import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { maxLineLength, wrapped } from '../../../scripts/generate/wrapped.ts'

/** Prose that is read in an editor, a terminal or a diff has lines that fit; rows of tables and code cannot be cut. */
const root = join(import.meta.dirname, '..', '..', '..')
const documents = globSync(['*.md', 'client/*.md', 'docs/**/*.md'], { cwd: root })

for (const document of documents) {
  test(`${document} has lines of at most ${maxLineLength} characters`, () => {
    const long = tooLong(readFileSync(join(root, document), 'utf8'))
    assert.deepEqual(long, [], `Break these lines of ${document}`)
  })
}

test('a long line is named, unless it is code or a row of a table', () => {
  const long = 'word '.repeat(30)
  assert.deepEqual(tooLong(`# Page\n\n${long}\n- ${long}`), [`3: ${long}`, `4: - ${long}`])
  assert.deepEqual(tooLong(`\`\`\`\n${long}\n\`\`\`\n\n| ${long} |\n\nshort`), [])
})

test('what is generated is broken between words, never in code or a link, and never so that a list begins', () => {
  const text = `- ${'word '.repeat(23)}or 404. ${'word '.repeat(18)}[a link to a page](page.md) and \`some code\``
  assert.deepEqual(wrapped(text, '  ').split('\n'), [
    `-${' word'.repeat(23)}`,
    `  or 404. ${'word '.repeat(18)}`.trimEnd(),
    '  [a link to a page](page.md) and `some code`',
  ])
})

function tooLong(text: string): string[] {
  let isCode = false
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode
    const isProse = !isCode && !line.startsWith('|')
    return isProse && line.length > maxLineLength ? [`${index + 1}: ${line}`] : []
  })
}
