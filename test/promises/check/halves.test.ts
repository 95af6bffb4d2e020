import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isLong, longHalf } from '../../halves.ts'

const root = join(import.meta.dirname, '../../..')
const files = globSync('{test,src,sandbox,bench,web/src}/**/*.test.ts', { cwd: root })

for (const [why, parts] of Object.entries(longHalf))
  test(`every part of the long half is there: ${why}`, () => {
    assert.deepEqual(
      parts.filter((part) => !files.some((file) => file.startsWith(part))),
      [],
    )
  })

test('each kind of test has files in the short half', () => {
  const kinds = [
    'web/',
    'crash/',
    'service/',
    'launch/platforms/',
    'wire/',
    'backup/',
    'promises/documents/',
    'reports/',
  ]
  const isShort = (kind: string) => files.some((file) => file.startsWith(`test/${kind}`) && !isLong(file))
  assert.deepEqual(
    kinds.filter((kind) => !isShort(kind)),
    [],
  )
})
