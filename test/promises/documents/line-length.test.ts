import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { brokenAnew, documentsIn, longLines } from '../../../scripts/documents.ts'
import { maxLineLength } from '../../../scripts/generate/wrapped.ts'

const root = join(import.meta.dirname, '..', '..', '..')

for (const document of documentsIn(root)) {
  test(`${document} has lines of at most ${maxLineLength} characters`, () => {
    const long = longLines(readFileSync(join(root, document), 'utf8'))
    assert.deepEqual(long, [], `Break these lines of ${document}, or run npm run fix`)
  })
}

test('a long line is named, unless it is code or a row of a table', () => {
  const long = 'word '.repeat(30)
  assert.deepEqual(longLines(`# Page\n\n${long}\n- ${long}`), [`3: ${long}`, `4: - ${long}`])
  assert.deepEqual(longLines(`\`\`\`\n${long}\n\`\`\`\n\n| ${long} |\n\nshort`), [])
})

test('a paragraph is broken between words, never in code or a link, and never so that a list begins', () => {
  const entry = `${'word '.repeat(23)}or 404. ${'word '.repeat(18)}[a link to a page](page.md) and \`some code\``
  const rest = '- short\n\n```\ncode\n```\n'
  assert.deepEqual(brokenAnew(`# Page\n- ${entry}\n${rest}`).split('\n'), [
    '# Page',
    `-${' word'.repeat(23)}`,
    `  or 404. ${'word '.repeat(18)}`.trimEnd(),
    '  [a link to a page](page.md) and `some code`',
    ...rest.split('\n'),
  ])
})

test('what fits is left as it is', () => {
  for (const document of documentsIn(root)) {
    const text = readFileSync(join(root, document), 'utf8')
    assert.equal(brokenAnew(text), text, document)
  }
})
