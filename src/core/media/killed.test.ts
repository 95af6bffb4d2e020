import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { untilTrue } from '../../../test/support/ask-until.ts'
import { makeDataDir } from '../../../test/support/harness.ts'
import { startService } from '../../../test/support/service/service-process.ts'
import { boundary, partHead } from '../../../test/support/media/uploads.ts'
import { stopEmbedded } from '../../db/embedded/embedded.ts'
import { picture } from '../../../test/support/media/media-files.ts'
import { makeApiKey } from '../people/keys.ts'

const dataDir = await makeDataDir()
const key = makeApiKey()
const settings = { DATA_DIR: dataDir, DEMO_API_KEY: key, SANDBOX: 'off' }
const unfinished = join(dataDir, 'media', '.unfinished')

after(async () => {
  await stopEmbedded({ dataDir })
  await rm(dataDir, { recursive: true, force: true })
})

test('a service that is killed in the middle of an upload leaves no file and no row', async () => {
  const first = await startService(settings)
  const authorization = `Bearer ${key}`
  const headers = {
    authorization,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': '1000000',
  }
  const upload = request(`${first.url}/upload`, { method: 'POST', headers, agent: false })
  const broken = once(upload, 'error')
  upload.write(Buffer.concat([Buffer.from(partHead()), await picture().png().toBuffer()]))
  await untilTrue(async () => (await readdir(unfinished).catch(() => [])).length > 0)
  await first.end('SIGKILL')
  await broken
  assert.equal((await readdir(unfinished)).length, 1, 'the killed service had no chance to clean up')

  const second = await startService(settings)
  assert.deepEqual(await readdir(unfinished), [])
  const listed = await fetch(`${second.url}/v1/media`, { headers: { authorization } })
  assert.equal(((await listed.json()) as { count: number }).count, 0)
  assert.equal((await second.end('SIGTERM')).code, 0)
})
