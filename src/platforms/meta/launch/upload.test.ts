// Alone in its process: it measures the memory of the process.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { serveHttp } from '../../../../test/support/media/file-server.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import { createPacer } from '../../kit/http/pacer.ts'
import { createGraph } from '../client.ts'
import { uploadVideo } from './upload.ts'

const megabyte = 1024 * 1024
const dir = await mkdtemp(join(tmpdir(), 'flightdeck-video-'))
after(() => rm(dir, { recursive: true, force: true }))

interface Upload {
  phases: string[]
  /** Bytes of file content that arrived. */
  received: number
  digest: string
  largestMemory: number
}

const memory = () => {
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}

/** A platform that asks for pieces of the given size, keeps nothing of them, and watches the memory meanwhile. */
async function startPlatform(size: number, pieceSize: number) {
  const hash = createHash('sha256')
  const upload: Upload = { phases: [], received: 0, digest: '', largestMemory: 0 }
  const answer = (response: ServerResponse, body: object) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  const offsets = () => ({
    start_offset: String(upload.received),
    end_offset: String(Math.min(size, upload.received + pieceSize)),
  })
  const readPiece = async (request: IncomingMessage) => {
    const expected = Math.min(size, upload.received + pieceSize) - upload.received
    let head = Buffer.alloc(0)
    let inFile = 0
    for await (const chunk of request as AsyncIterable<Buffer>) {
      upload.largestMemory = Math.max(upload.largestMemory, memory())
      let bytes = chunk
      if (inFile === 0) {
        head = Buffer.concat([head, chunk])
        const start = head.indexOf('\r\n\r\n', head.indexOf('video_file_chunk'))
        if (!head.includes('video_file_chunk') || start < 0) continue
        bytes = head.subarray(start + 4)
      }
      const mine = bytes.subarray(0, expected - inFile)
      hash.update(mine)
      inFile += mine.length
    }
    upload.received += inFile
  }
  const server = await serveHttp((request, response) => {
    void (async () => {
      if (request.headers['content-type']?.startsWith('multipart/')) {
        upload.phases.push('transfer')
        await readPiece(request)
        return answer(response, offsets())
      }
      const form = new URLSearchParams(await text(request))
      upload.phases.push(form.get('upload_phase') ?? 'whole')
      if (form.get('upload_phase') === 'start')
        return answer(response, { upload_session_id: '7', video_id: '99', ...offsets() })
      upload.digest = hash.digest('hex')
      return answer(response, { success: true })
    })()
  })
  after(() => server.close())
  return { upload, baseUrl: server.url('') }
}

async function makeFile(size: number): Promise<PreparedMedia> {
  const path = join(dir, `${size}.mp4`)
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  const block = Buffer.alloc(megabyte)
  for (let at = 0; at < size; at += megabyte) {
    block.fill(at / megabyte + 1)
    const piece = block.subarray(0, Math.min(megabyte, size - at))
    hash.update(piece)
    await file.write(piece)
  }
  await file.close()
  return {
    kind: 'video',
    sha256: hash.digest('hex'),
    size,
    contentType: 'video/mp4',
    filename: 'film.mp4',
    width: 1080,
    height: 1080,
    url: 'https://example.com/film.mp4',
    open: (range) => createReadStream(path, range),
  }
}

function graphAt(baseUrl: string) {
  const pacer = createPacer('primary', { load: async () => null, save: async () => undefined })
  const surroundings = { timeoutMs: 20_000, isSandbox: true, settings: {}, now: () => new Date() }
  const graph = createGraph({ accessToken: 'a-token-for-tests' }, { baseUrl, pacer, ...surroundings })
  after(() => graph.close())
  return graph
}

test('every byte of a video arrives, in the pieces that the platform asks for', async () => {
  const media = await makeFile(10 * megabyte + 77)
  const { upload, baseUrl } = await startPlatform(media.size, 3 * megabyte)
  const result = await uploadVideo(graphAt(baseUrl), 'act_1', media, { accountId: 'act_1' })
  assert.deepEqual(result, { id: '99' })
  assert.deepEqual(upload.phases, ['start', 'transfer', 'transfer', 'transfer', 'transfer', 'finish'])
  assert.equal(upload.received, media.size)
  assert.equal(upload.digest, media.sha256)
})

test('the memory in use does not grow with the size of the video, even when it is asked for in one piece', async () => {
  const media = await makeFile(96 * megabyte)
  const { upload, baseUrl } = await startPlatform(media.size, media.size)
  const graph = graphAt(baseUrl)
  const before = memory()
  await uploadVideo(graph, 'act_1', media, { accountId: 'act_1' })
  assert.equal(upload.digest, media.sha256)
  const grown = upload.largestMemory - before
  assert.ok(grown < 48 * megabyte, `grew by ${Math.round(grown / megabyte)} MB`)
})
