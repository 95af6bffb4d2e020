import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { animatedGif, avi, mov, mp4, picture, pngBomb } from '../../../test/support/media/media-files.ts'
import { invalidFormat } from '../media-error.ts'
import type { Format } from '../probe/formats.ts'
import { createProber } from '../probe/probe.ts'
import { discard, receiveFile } from './receive.ts'
import type { Received, ReceiveOptions } from './receive.ts'
import { serveHttp } from '../../../test/support/media/file-server.ts'

const prober = createProber()
const probe: ReceiveOptions['probe'] = (...file) => prober.probe(1, ...file)
let tempDir = ''

before(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'receive-test-'))
})

after(() => rm(tempDir, { recursive: true, force: true }))

/** As bytes come from a network: in pieces of any size. */
function inPieces(bytes: Buffer, size = 1000): Readable {
  const count = Math.ceil(bytes.length / size)
  return Readable.from(
    Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size)),
    { objectMode: false },
  )
}

function receive(bytes: Buffer, options: Partial<ReceiveOptions> = {}): Promise<Received> {
  return receiveFile(inPieces(bytes), { probe, tempDir, maxBytes: 10_000_000, ...options })
}

async function assertNothingLeft(): Promise<void> {
  assert.deepEqual(await readdir(tempDir), [])
}

test('a file that is removed while it is looked at is not called damaged', async () => {
  const removed: ReceiveOptions['probe'] = async (path) => {
    await rm(path)
    throw invalidFormat('png', 'corrupt')
  }
  await assert.rejects(receive(await picture().png().toBuffer(), { probe: removed }), { code: 'ENOENT' })
})

test('files of every supported format are received whole and described', async () => {
  const files: [Format, string, Buffer][] = [
    ['png', 'image/png', await picture().png().toBuffer()],
    ['jpeg', 'image/jpeg', await picture().jpeg().toBuffer()],
    ['gif', 'image/gif', await animatedGif(3)],
    ['mp4', 'video/mp4', await mp4()],
    ['mov', 'video/quicktime', await mov()],
    ['avi', 'video/x-msvideo', await avi()],
  ]
  for (const [format, contentType, bytes] of files) {
    const received = await receive(bytes)
    assert.equal(received.format, format)
    assert.equal(received.contentType, contentType)
    assert.equal(received.size, bytes.length)
    assert.equal(received.sha256, createHash('sha256').update(bytes).digest('hex'))
    assert.equal(received.dimensions.format, format)
    assert.equal(received.dimensions.size, bytes.length)
    assert.deepEqual(await readFile(received.tempPath), bytes)
    assert.equal((await stat(received.tempPath)).mode & 0o777, 0o600)
    await discard(received)
    await discard(received)
  }
  await assertNothingLeft()
})

test('a file in pieces of one byte is recognised', async () => {
  const received = await receiveFile(inPieces(await picture().png().toBuffer(), 1), {
    probe,
    tempDir,
    maxBytes: 10_000,
  })
  assert.equal(received.format, 'png')
  await discard(received)
})

test('what is not supported is refused with its format and leaves nothing', async () => {
  const files: [string, Buffer][] = [
    ['empty', Buffer.alloc(0)],
    ['webp', await picture().webp().toBuffer()],
    ['tiff', await picture().tiff().toBuffer()],
    ['html', Buffer.from('<!doctype html><title>x</title>')],
    ['zip', Buffer.from('PK\x03\x04rest', 'latin1')],
    ['unknown', Buffer.alloc(5000, 1)],
  ]
  for (const [detectedFormat, bytes] of files) {
    const details = { detectedFormat, reason: 'unsupported_format' }
    await assert.rejects(receive(bytes), { code: 'INVALID_FORMAT', status: 415, details })
  }
  await assertNothingLeft()
})

test('what is cut, damaged or a bomb is refused and leaves nothing', async () => {
  const png = await picture().png().toBuffer()
  const video = await mp4()
  for (const bytes of [png.subarray(0, 500), video.subarray(0, 9000), pngBomb(20_000, 20_000)]) {
    await assert.rejects(receive(bytes), { code: 'INVALID_FORMAT' })
  }
  await assertNothingLeft()
})

test('a wrong file is refused after its first bytes', async () => {
  let sent = 0
  async function* endless() {
    for (;;) {
      sent += 1
      yield Buffer.alloc(4096, 'text ')
    }
  }
  const stream = Readable.from(endless(), { objectMode: false })
  await assert.rejects(receiveFile(stream, { probe, tempDir, maxBytes: 1e9 }), { code: 'INVALID_FORMAT' })
  assert.ok(sent < 100, String(sent))
  assert.ok(stream.destroyed)
  await assertNothingLeft()
})

test('the largest size passes and one byte more is refused', async () => {
  const bytes = await picture().png().toBuffer()
  await discard(await receive(bytes, { maxBytes: bytes.length }))
  const maxSize = bytes.length - 1
  const refusal = { code: 'FILE_TOO_LARGE', status: 413, details: { fileSize: bytes.length, maxSize } }
  await assert.rejects(receive(bytes, { maxBytes: maxSize }), refusal)
  await assert.rejects(receive(bytes, { maxBytes: maxSize, declaredSize: 10 }), refusal)
  await assertNothingLeft()
})

test('a file that is announced as too large is refused before it is read', async () => {
  const stream = new Readable({ read: () => assert.fail('nothing may be read') })
  const refusal = receiveFile(stream, { probe, tempDir, maxBytes: 100, declaredSize: 101 })
  await assert.rejects(refusal, { code: 'FILE_TOO_LARGE', details: { fileSize: 101, maxSize: 100 } })
  assert.ok(stream.destroyed)
  await assertNothingLeft()
})

/** Receives one upload over a real connection; the client decides how it goes. */
async function receiveOverHttp(options: Partial<ReceiveOptions>, client: (port: number) => Promise<void> | void) {
  const result = Promise.withResolvers<unknown>()
  const server = await serveHttp((incoming: IncomingMessage, response) => {
    receiveFile(incoming, { probe, tempDir, maxBytes: 10_000_000, ...options }).then(
      (received) => result.resolve(received),
      (error: unknown) => {
        response.destroy()
        result.resolve(error)
      },
    )
  })
  await client(server.port)
  const outcome = await result.promise
  await server.close()
  return outcome
}

test('a client that goes away half way leaves nothing', async () => {
  const bytes = await mp4()
  const outcome = await receiveOverHttp({}, async (port) => {
    const upload = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': bytes.length } })
    upload.on('error', () => undefined)
    await new Promise<void>((resolve) => upload.write(bytes.subarray(0, 100_000), () => resolve()))
    upload.destroy()
  })
  assert.ok(outcome instanceof Error)
  await assertNothingLeft()
})

test('a client that falls silent is given up and leaves nothing', async () => {
  const bytes = await mp4()
  const outcome = await receiveOverHttp({ idleTimeoutMs: 50 }, (port) => {
    const upload = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': bytes.length } })
    upload.on('error', () => undefined)
    upload.write(bytes.subarray(0, 100_000))
  })
  assert.ok(outcome instanceof Error)
  assert.equal((outcome as Error & { code?: string }).code, 'FILE_REQUIRED')
  await assertNothingLeft()
})

test('a caller can give up, and a stream that failed before is refused', async () => {
  const hanging = new Readable({ read: () => undefined })
  const stop = new AbortController()
  const waiting = receiveFile(hanging, { probe, tempDir, maxBytes: 100, signal: stop.signal })
  stop.abort()
  await assert.rejects(waiting, { name: 'AbortError' })
  const failing = new Readable({ read: () => undefined })
  const received = receiveFile(failing, { probe, tempDir, maxBytes: 100 })
  failing.destroy(new Error('lost'))
  await assert.rejects(received)
  await assertNothingLeft()
})
