import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fillIn } from '../../scripts/new/draft.ts'

/** `npm run new` marks what somebody still has to say. */
const root = join(import.meta.dirname, '..', '..')

test('nothing is left to fill in of what npm run new wrote', () => {
  const files = globSync(['{src,sandbox,web/src,test}/**/*.{ts,tsx}', 'docs/**/*.md'], { cwd: root })
  assert.ok(files.length > 1500, 'the files were found')
  const left = files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return lines.flatMap((line, index) => (line.includes(fillIn) ? [`${file}:${index + 1} ${line.trim()}`] : []))
  })
  assert.deepEqual(left, [])
})
