import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/support/harness.ts'
import { mp4 } from '../../../test/support/media/media-files.ts'
import { filesIn, rowsIn, send } from '../../../test/support/media/uploads.ts'
import type { Refused } from '../../../test/support/media/uploads.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })

const maxBytes = 104_857_600

/** A sound video of any size: what is missing is filled by a box that players skip. */
async function videoOf(size: number): Promise<Buffer> {
  const video = await mp4()
  const bytes = Buffer.alloc(size)
  video.copy(bytes)
  bytes.writeUInt32BE(size - video.length, video.length)
  bytes.write('free', video.length + 4, 'latin1')
  return bytes
}

test('104,857,600 bytes pass, and one byte more is FILE_TOO_LARGE and leaves nothing behind', async () => {
  const passed = await send(app, await videoOf(maxBytes), 'large.mp4')
  assert.equal(passed.status, 200)
  assert.equal(passed.body.size, maxBytes)
  assert.equal(passed.body.sizeFormatted, '100 MB')
  const [rows, files] = [await rowsIn(app), await filesIn(app)]
  const refused = await send<Refused>(app, await videoOf(maxBytes + 1), 'larger.mp4')
  assert.equal(refused.status, 413)
  assert.equal(refused.body.error, 'FILE_TOO_LARGE')
  assert.deepEqual(refused.body.details, { fileSize: maxBytes + 1, maxSize: maxBytes })
  assert.deepEqual(await rowsIn(app), rows)
  assert.deepEqual((await filesIn(app)).sort(), files.sort())
})
