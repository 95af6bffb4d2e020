import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { buildSampleVideo } from '../../core/media/sample-video.ts'
import type { Fields } from '../objects/objects.ts'
import { darkPost, foreignOrganization, openCaller, organization } from '../test-caller.ts'

/** Long enough that no slow machine takes longer between two calls. */
const processing = 600

interface Upload {
  uploadUrl: string
  uploadToken: string
  uploadInstructions: { uploadUrl: string; firstByte: number; lastByte: number }[]
  image: string
  video: string
  document: string
}

async function openMedia(context: TestContext) {
  const caller = await openCaller(context)
  await caller.change({ imageSeconds: processing, videoSeconds: processing, documentSeconds: processing })
  const initialize = (kind: string, more: Fields = {}) =>
    caller.call('POST', `/rest/${kind}s?action=initializeUpload`, {
      initializeUploadRequest: { owner: organization, ...more },
    })
  const begun = async (kind: string, more: Fields = {}) => {
    const { status, body } = await initialize(kind, more)
    assert.equal(status, 200, JSON.stringify(body))
    return body['value'] as Upload
  }
  const put = async (url: string, bytes: Buffer) => {
    const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })
    return { status: answer.status, etag: answer.headers.get('etag')?.replaceAll('"', '') ?? '' }
  }
  const statusOf = async (kind: string, urn: string) =>
    (await caller.get(`/rest/${kind}s/${encodeURIComponent(urn)}`)).body['status']
  const finalize = (video: string, uploadToken: string, uploadedPartIds: string[]) =>
    caller.call('POST', '/rest/videos?action=finalizeUpload', {
      finalizeUploadRequest: { video, uploadToken, uploadedPartIds },
    })
  const asset = async (name: string) => Buffer.from(await (await fetch(`${caller.url}/_assets/${name}`)).arrayBuffer())
  /** Sends a video in its parts. */
  const send = async (bytes: Buffer) => {
    const upload = await begun('video', { fileSizeBytes: bytes.length, uploadCaptions: false, uploadThumbnail: false })
    const etags: string[] = []
    for (const { uploadUrl, firstByte, lastByte } of upload.uploadInstructions)
      etags.push((await put(uploadUrl, bytes.subarray(firstByte, lastByte + 1))).etag)
    return { ...upload, etags }
  }
  return { ...caller, initialize, begun, put, statusOf, finalize, asset, send }
}

test('an image is there once it is uploaded and processed, and can be shown then only', async (context) => {
  const { begun, put, statusOf, asset, call, clock } = await openMedia(context)
  const { image, uploadUrl } = await begun('image')
  const post = () => call('POST', '/rest/posts', darkPost({ content: { media: { id: image, title: 'Fresh' } } }))
  assert.equal(await statusOf('image', image), 'WAITING_UPLOAD')
  assert.equal((await post()).status, 400)
  assert.equal((await put(uploadUrl, await asset('square.png'))).status, 201)
  assert.equal(await statusOf('image', image), 'PROCESSING')
  assert.equal((await post()).status, 400)
  await clock(processing)
  assert.equal(await statusOf('image', image), 'AVAILABLE')
  assert.equal((await post()).status, 201)
  assert.equal((await put(uploadUrl, await asset('square.png'))).status, 409)
})

test('a video comes in parts that are named in their order at the end', async (context) => {
  const { change, send, finalize, statusOf, clock, put } = await openMedia(context)
  await change({ partBytes: 50_000 })
  const { video, uploadToken, etags, uploadInstructions } = await send(buildSampleVideo(1080, 1080, 3))
  assert.equal(uploadInstructions.length, 2)
  assert.equal((await put(uploadInstructions[1]!.uploadUrl, Buffer.alloc(10))).status, 400, 'a part has its length')
  assert.equal((await finalize(video, uploadToken, etags.toReversed())).status, 400)
  assert.equal((await finalize(video, uploadToken, etags.slice(1))).status, 400)
  assert.equal((await finalize(video, 'guess', etags)).status, 400)
  assert.equal(await statusOf('video', video), 'WAITING_UPLOAD')
  assert.equal((await finalize(video, uploadToken, etags)).status, 200)
  assert.equal(await statusOf('video', video), 'PROCESSING')
  assert.equal((await finalize(video, uploadToken, etags)).status, 400, 'only once')
  await clock(processing)
  assert.equal(await statusOf('video', video), 'AVAILABLE')
})

/** The film as if it lasted so many seconds. */
function lasting(seconds: number): Buffer {
  const bytes = buildSampleVideo(1080, 1080, 4)
  bytes.writeUInt32BE(seconds * 1000, bytes.indexOf('mvhd') + 20)
  return bytes
}

test('videos that are too small, too short or too long are not taken', async (context) => {
  const { initialize, send, finalize, statusOf, clock, control } = await openMedia(context)
  for (const fileSizeBytes of [75 * 1024 - 1, 500 * 1024 ** 2 + 1])
    assert.equal((await initialize('video', { fileSizeBytes })).status, 400)
  const after = async (bytes: Buffer) => {
    const { video, uploadToken, etags } = await send(bytes)
    assert.equal((await finalize(video, uploadToken, etags)).status, 200)
    return video
  }
  const videos = [
    await after(lasting(2)),
    await after(lasting(1801)),
    await after(Buffer.alloc(80_000)),
    await after(lasting(3)),
  ]
  await control('POST', '/faults', { platform: 'linkedin', fault: 'slow-video', seconds: 10 * processing })
  const slow = await after(lasting(4))
  await clock(processing)
  const statuses = await Promise.all([...videos, slow].map((video) => statusOf('video', video)))
  const failed = 'PROCESSING_FAILED'
  assert.deepEqual(statuses, [failed, failed, failed, 'AVAILABLE', 'PROCESSING'])
})

test('documents are counted by their pages, and files are what they say', async (context) => {
  const { begun, put, statusOf, asset, clock, change } = await openMedia(context)
  const kinds: [string, Buffer, string][] = [
    ['document', await asset('document.pdf'), 'AVAILABLE'],
    ['document', Buffer.from(`%PDF-1.4\n${'<< /Type /Page >>\n'.repeat(300)}`), 'AVAILABLE'],
    ['document', Buffer.from(`%PDF-1.4\n${'<< /Type /Page >>\n'.repeat(301)}`), 'PROCESSING_FAILED'],
    ['document', Buffer.from('Just text'), 'PROCESSING_FAILED'],
    ['image', Buffer.from('Just text'), 'PROCESSING_FAILED'],
    ['image', await asset('document.pdf'), 'PROCESSING_FAILED'],
  ]
  const sent: [string, string, string][] = []
  for (const [kind, bytes, expected] of kinds) {
    const upload = await begun(kind)
    assert.equal((await put(upload.uploadUrl, bytes)).status, 201)
    sent.push([kind, upload[kind as 'image' | 'document'], expected])
  }
  await clock(processing)
  for (const [kind, urn, expected] of sent) assert.equal(await statusOf(kind, urn), expected)
  await change({ failMedia: true })
  const upload = await begun('image')
  await put(upload.uploadUrl, await asset('square.png'))
  await clock(2 * processing)
  assert.equal(await statusOf('image', upload.image), 'PROCESSING_FAILED')
})

test('an upload address ends after a day, and belongs to an organization one may speak for', async (context) => {
  const { begun, initialize, put, clock, asset } = await openMedia(context)
  const { uploadUrl } = await begun('image')
  assert.equal((await put(uploadUrl.replace(/m=\d+/, 'm=1'), await asset('square.png'))).status, 404)
  assert.equal((await put(uploadUrl, Buffer.alloc(0))).status, 400)
  await clock(86_401)
  assert.equal((await put(uploadUrl, await asset('square.png'))).status, 403)
  assert.equal((await initialize('image', { owner: foreignOrganization })).status, 403)
  assert.equal((await initialize('image', { owner: undefined })).status, 422)
  assert.equal((await initialize('image', { fileSizeBytes: 5 })).status, 422)
  assert.equal((await initialize('video')).status, 422)
})
