import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { commandAlone } from '../../test/support/service/one-command.ts'

test('help and version are for everybody, without a database', async () => {
  const help = await commandAlone(['--help'], { env: { DATA_DIR: '/nowhere' } })
  assert.equal(help.code, 0)
  for (const command of ['up', 'serve', 'worker', 'migrate', 'key', 'company', 'connection', 'doctor']) {
    assert.match(help.stdout, new RegExp(`^  ${command} `, 'm'))
  }
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
    version: string
  }
  assert.equal((await commandAlone(['--version'])).stdout, `${version}\n`)
})

test('a wrong setting is one line that names it, and exit code 1', async () => {
  const outcome = await commandAlone(['up'], { env: { PORT: 'eighty', SANDBOX: 'perhaps' } })
  assert.equal(outcome.code, 1)
  assert.equal(outcome.stdout, '')
  assert.match(outcome.stderr, /^[^\n]+\n$/)
  assert.match(outcome.stderr, /PORT.*"eighty".*SANDBOX.*"perhaps"/)
})
