import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..', '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Whoever reports a bug names one version. */
test('everything in the checkout is of one version, the newest of the changelog', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  for (const file of [
    'web/package.json',
    'client/package.json',
    'client/cli/package.json',
    'package-lock.json',
    'web/package-lock.json',
  ])
    assert.equal((JSON.parse(read(file)) as { version: string }).version, version, file)
  assert.match(read('CHANGELOG.md'), new RegExp(`^# Changelog\n\n## ${version.replaceAll('.', '\\.')} `))
  assert.match(read('docs/client.md'), new RegExp(`flightdeck-client-${version.replaceAll('.', '\\.')}\\.tgz`))
})
