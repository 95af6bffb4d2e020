import assert from 'node:assert/strict'
import { chmod, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeDataDir, startTestApp } from '../support/harness.ts'

test('other users of the machine cannot list what media there are, also in a folder of an older version', async (context) => {
  const dataDir = await makeDataDir()
  context.after(() => rm(dataDir, { recursive: true, force: true }))
  await mkdir(join(dataDir, 'media', 'ab'), { recursive: true })
  await chmod(join(dataDir, 'media'), 0o755)
  const app = await startTestApp({ DATA_DIR: dataDir, SANDBOX: 'off' })
  for (const name of ['media', 'fetched', 'sandbox']) {
    assert.equal((await stat(join(dataDir, name))).mode & 0o777, 0o700, name)
  }
  await app.close()
})
