import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeDataDir, startTestApp } from '../support/harness.ts'
import { picture } from '../support/media/media-files.ts'
import { send } from '../support/media/uploads.ts'

test('other users of the machine cannot list what media there are, also in a folder of an older version', async (context) => {
  const dataDir = await makeDataDir()
  context.after(() => rm(dataDir, { recursive: true, force: true }))
  await mkdir(join(dataDir, 'media', 'older'), { recursive: true })
  for (const path of ['media', 'media/older']) await chmod(join(dataDir, path), 0o755)
  const app = await startTestApp({ DATA_DIR: dataDir, SANDBOX: 'off' })
  assert.equal((await send(app, await picture().png().toBuffer(), 'a.png')).status, 200)
  const made = await readdir(join(dataDir, 'media'))
  assert.ok(made.length > 1, String(made))
  for (const name of ['media', 'fetched', 'sandbox', ...made.map((entry) => `media/${entry}`)]) {
    const entry = await stat(join(dataDir, name))
    assert.equal(entry.mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, name)
  }
  await app.close()
})
