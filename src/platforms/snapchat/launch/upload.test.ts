import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { mp4 } from '../../../../test/support/media/media-files.ts'
import { Unusable } from '../../contract/launch.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import { createMediaWait } from './video-ready.ts'
import { uploadMedia } from './upload.ts'
import { openSnap } from '../../../../test/support/platforms/snapchat-client.ts'

const megabyte = 1024 * 1024

function prepared(bytes: Buffer, kind: 'image' | 'video' = 'video'): PreparedMedia {
  return {
    kind,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    contentType: kind === 'video' ? 'video/mp4' : 'image/png',
    filename: kind === 'video' ? 'film.mp4' : 'picture.png',
    width: 1080,
    height: 1920,
    url: 'https://example.com/film.mp4',
    open: (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}

test('a file beyond 32 MB goes in parts, along the paths that the platform names', async (context) => {
  const { snap, accountId, options, calls } = await openSnap(context)
  const film = await mp4({ width: 1080, height: 1920, padding: 33 * megabyte })
  const { id } = await uploadMedia(snap, accountId, prepared(film), options)
  const paths = (await calls()).filter((call) => call.method === 'POST').map((call) => call.path)
  const upload = `/v1/media/${id}/multipart-upload-v2?action=`
  const added = `/us${upload}ADD`
  assert.deepEqual(paths.slice(2), [`${upload}INIT`, added, added, `${upload}FINALIZE`])
  await createMediaWait(snap, { pollMs: 100, deadlineMs: 10_000 })(id, 'batch', options)
})

test('a smaller file goes in one call', async (context) => {
  const { snap, accountId, options, calls } = await openSnap(context)
  const film = await mp4({ width: 1080, height: 1920 })
  const { id } = await uploadMedia(snap, accountId, prepared(film), options)
  assert.equal((await calls()).at(-1)!.path, `/v1/media/${id}/upload`)
})

test('a file that the platform cannot read is given up, and made anew next time', async (context) => {
  const { snap, accountId, options } = await openSnap(context)
  const { id } = await uploadMedia(snap, accountId, prepared(Buffer.from('not a picture'), 'image'), options)
  const wait = createMediaWait(snap, { pollMs: 50, deadlineMs: 1_000 })
  await assert.rejects(wait(id, 'batch', options), (error) => error instanceof Unusable && error.kind === 'rejected')
})

test('a file that never gets ready is not waited for without end', async (context) => {
  const { snap, sandbox, accountId, options } = await openSnap(context)
  await sandbox.control('POST', '/faults', {
    platform: 'snapchat',
    fault: 'slow-video',
    seconds: 600,
    match: { path: '/upload$' },
  })
  const { id } = await uploadMedia(snap, accountId, prepared(await mp4({ width: 1080, height: 1920 })), options)
  const wait = createMediaWait(snap, { pollMs: 20, deadlineMs: 100 })
  await assert.rejects(wait(id, 'batch', options), /still processing/)
})
