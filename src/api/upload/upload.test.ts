import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { startTestApp } from '../../../test/support/harness.ts'
import { animatedGif, avi, mov, mp4, picture, withExif } from '../../../test/support/media/media-files.ts'
import { filesIn, formWith, rowsIn, send } from '../../../test/support/media/uploads.ts'
import type { Refused, Uploaded } from '../../../test/support/media/uploads.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true })

const sizes = { width: 96, height: 64 }
const image = { ...sizes, space: 'srgb', depth: 'uchar', hasProfile: false, exif: {} }
const moving = { width: 320, height: 240, duration: 1, framerate: 25 }

const good: [string, () => Promise<Buffer>, Record<string, unknown>, string][] = [
  [
    'photo.png',
    () => picture().png().toBuffer(),
    { format: 'png', ...image, channels: 3, hasAlpha: false },
    'image/png',
  ],
  [
    'photo.jpg',
    () => picture().jpeg({ progressive: true }).toBuffer(),
    { format: 'jpeg', ...image, isProgressive: true },
    'image/jpeg',
  ],
  [
    'photo.jpeg',
    () => picture().jpeg().withMetadata({ density: 72 }).toBuffer(),
    { format: 'jpeg', density: 72 },
    'image/jpeg',
  ],
  ['photo.gif', () => animatedGif(3), { format: 'gif', ...sizes }, 'image/gif'],
  ['clip.mp4', () => mp4(), { format: 'mp4', ...moving }, 'video/mp4'],
  ['clip.mov', () => mov(), { format: 'mov', ...moving }, 'video/quicktime'],
  ['clip.avi', () => avi(), { format: 'avi', ...moving }, 'video/x-msvideo'],
]

for (const [name, make, dimensions, type] of good) {
  test(`${name} can be uploaded, and is answered with everything the contract names`, async () => {
    const bytes = await make()
    const { status, body } = await send(app, bytes, name)
    assert.equal(status, 200)
    assert.equal(body.success, true)
    assert.equal(typeof body.id, 'number')
    assert.deepEqual([body.filename, body.originalName, body.wasRenamed], [name, name, false])
    assert.equal(body.size, bytes.length)
    assert.match(body.sizeFormatted, /^[\d.]+ (B|KB|MB)$/)
    for (const [field, value] of Object.entries(dimensions)) assert.deepEqual(body.dimensions[field], value, field)
    assert.equal(body.dimensions.size, bytes.length)
    const wanted = type.startsWith('video')
      ? ['bitrate', 'duration', 'framerate']
      : ['channels', 'density', 'depth', 'exif', 'hasAlpha', 'hasProfile', 'isProgressive', 'space']
    for (const field of wanted) assert.ok(field in body.dimensions, field)
    const served = await fetch(body.url)
    assert.equal(served.headers.get('content-type'), type)
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), bytes)
  })
}

test('the v1 upload answers the same, at the top and under data', async () => {
  const bytes = await picture({ width: 40 }).png().toBuffer()
  const { body } = await send<Uploaded & { data: Uploaded }>(app, bytes, 'v1.png', { path: '/v1/media/upload' })
  const { data, success, ...top } = body
  assert.equal(success, true)
  assert.deepEqual(data, top)
  assert.equal(data.filename, 'v1.png')
})

test('a file can be uploaded by its address, on both surfaces, and gets an id', async () => {
  const url = `${app.sandboxUrl}/_assets/square.png`
  const first = await app.call<Uploaded>('POST', '/upload/url', { body: { url } })
  assert.equal(first.status, 200)
  assert.equal(first.body.originalName, 'square.png')
  assert.equal(typeof first.body.id, 'number')
  const second = await app.call<Uploaded & { data: Uploaded }>('POST', '/v1/media/upload/url', { body: { url } })
  assert.equal(second.body.data.id, second.body.id)
  assert.equal(second.body.url, first.body.url)
  assert.equal(second.body.filename, 'square-2.png')
  assert.equal(second.body.id, first.body.id + 1, 'a name that is taken uses no id up')
  assert.equal(second.body.wasRenamed, true)
})

test('a name that is taken gets a suffix, also when many uploads want it at the same moment', async () => {
  const bytes = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((n) =>
      picture({ width: 30 + n })
        .png()
        .toBuffer(),
    ),
  )
  const answers = await Promise.all(bytes.map((each) => send(app, each, 'same.png')))
  const names = answers.map(({ body }) => body.filename).sort()
  assert.deepEqual(names, ['same-2.png', 'same-3.png', 'same-4.png', 'same-5.png', 'same-6.png', 'same.png'])
  for (const { body } of answers) assert.equal(body.wasRenamed, body.filename !== 'same.png')
})

test('another company may use the same name, and the same content under another name', async () => {
  const stranger = await app.stranger()
  const bytes = await picture({ width: 77 }).png().toBuffer()
  const mine = await send(app, bytes, 'both.png')
  const theirs = await send(app, bytes, 'both.png', { key: stranger.key })
  assert.equal(theirs.body.wasRenamed, false)
  assert.notEqual(theirs.body.id, mine.body.id)
})

test('the same content sent many times at once is stored once, and each upload has its own row', async () => {
  const bytes = await picture({ width: 123 }).png().toBuffer()
  const before = await rowsIn(app)
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(app, bytes, 'twin.png')))
  const urls = new Set(answers.map(({ body }) => body.url))
  assert.equal(urls.size, 1)
  const digest = createHash('sha256').update(bytes).digest('hex')
  assert.equal((await filesIn(app)).filter((name) => name.startsWith(digest)).length, 1)
  const after = await rowsIn(app)
  assert.deepEqual(after, { media: before.media + 6, objects: before.objects + 1, loose: 0 })
})

test('the format is told from the content, whatever the name says', async () => {
  const { body } = await send(app, await picture({ width: 51 }).png().toBuffer(), 'holiday.jpg')
  assert.equal(body.dimensions.format, 'png')
  assert.equal(body.filename, 'holiday.png')
  assert.equal(body.originalName, 'holiday.jpg')
})

test('a repeat with the same Idempotency-Key makes no second file', async () => {
  const bytes = await picture({ width: 52 }).png().toBuffer()
  const headers = { 'idempotency-key': 'upload-once' }
  const before = await rowsIn(app)
  const first = await send(app, bytes, 'once.png', { headers })
  const again = await send(app, bytes, 'once.png', { headers })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(again.body, first.body)
  assert.equal((await rowsIn(app)).media, before.media + 1)
})

test('the same Idempotency-Key with another file of the same length, or another name, is 422', async () => {
  const image = await picture({ width: 53 }).png().toBuffer()
  const bytes = Buffer.concat([image, Buffer.from('x')])
  for (const path of ['/upload', '/v1/media/upload']) {
    const own = { path, headers: { 'idempotency-key': `upload-this-only${path}` } }
    assert.equal((await send(app, bytes, 'this.png', own)).status, 200)
    const before = await rowsIn(app)
    const renamed = await send<Refused>(app, bytes, 'that.png', own)
    const another = await send<Refused>(app, Buffer.concat([image, Buffer.from('y')]), 'this.png', own)
    assert.deepEqual([renamed.status, another.status], [422, 422])
    assert.deepEqual(await rowsIn(app), before)
    assert.equal((await send(app, bytes, 'this.png', own)).headers.get('idempotent-replayed'), 'true')
  }
})

test('EXIF in an odd encoding is read or left out, and the file is kept', async () => {
  const tiff = Buffer.from('4d4d002a000000080001010e00020000000600000000001a0000ff80c3280000', 'hex')
  const bytes = withExif(await picture({ width: 53 }).jpeg().toBuffer(), tiff)
  const { status, body } = await send(app, bytes, 'odd.jpg')
  assert.equal(status, 200)
  assert.equal(typeof body.dimensions.exif, 'object')
})

test('webp is refused with the format that was found', async () => {
  const bytes = await picture().webp().toBuffer()
  const { status, body } = await send<Refused>(app, bytes, 'photo.png')
  assert.equal(status, 415)
  assert.equal(body.success, false)
  assert.equal(body.error, 'INVALID_FORMAT')
  assert.equal(body.details.detectedFormat, 'webp')
})

test('a refused file is an ordinary failure on v1, and says which rule of uploads it broke', async () => {
  const form = formWith(await picture().webp().toBuffer(), 'photo.webp')
  const { status, body } = await app.call<{ error: { code: string; details: Record<string, unknown> } }>(
    'POST',
    '/v1/media/upload',
    { body: form },
  )
  assert.equal(status, 415)
  assert.equal(body.error.code, 'unsupported_media_type')
  assert.equal(body.error.details.error, 'INVALID_FORMAT')
  assert.equal(body.error.details.detectedFormat, 'webp')
})
