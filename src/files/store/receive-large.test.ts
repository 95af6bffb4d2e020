// Alone in its process: it measures the memory of the process.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { mp4 } from '../../../test/support/media/media-files.ts'
import { createProber } from '../probe/probe.ts'
import { discard, receiveFile } from './receive.ts'
import type { ReceiveOptions } from './receive.ts'

const maxBytes = 104_857_600

const prober = createProber()
const probe: ReceiveOptions['probe'] = (...file) => prober.probe(1, ...file)
let tempDir = ''

before(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'receive-large-test-'))
})

after(() => rm(tempDir, { recursive: true, force: true }))

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
let peak = 0

/** Counts what is held, not what has been let go of and only waits to be collected. */
function noteMemory(): void {
  collectGarbage()
  peak = Math.max(peak, process.memoryUsage.rss())
}

/** A sound video of any size: what is missing is filled by a box that players skip. Every piece is new memory. */
async function* largeVideo(video: Buffer, size: number) {
  yield video
  const filler = Buffer.alloc(8)
  filler.writeUInt32BE(size - video.length, 0)
  filler.write('free', 4, 'latin1')
  yield filler
  for (let left = size - video.length - filler.length, pieces = 0; left > 0; left -= 65_536, pieces += 1) {
    if (pieces % 100 === 0) noteMemory()
    yield Buffer.alloc(Math.min(left, 65_536))
  }
}

async function receiveLarge(size: number) {
  const stream = Readable.from(largeVideo(await mp4(), size), { objectMode: false })
  return receiveFile(stream, { probe, tempDir, maxBytes })
}

test('a file of exactly 100 MB passes without being held in memory', async () => {
  await discard(await receiveLarge(10_000_000))
  collectGarbage()
  peak = 0
  const before = process.memoryUsage.rss()
  const received = await receiveLarge(maxBytes)
  noteMemory()
  assert.equal(received.size, maxBytes)
  assert.equal(received.dimensions.width, 320)
  assert.ok(peak - before < 30 * 1024 * 1024, `memory grew by ${Math.round((peak - before) / 1024 / 1024)} MB`)
  await discard(received)
})

test('a file of one byte more is refused and leaves nothing', async () => {
  const refusal = { code: 'FILE_TOO_LARGE', details: { fileSize: maxBytes + 1, maxSize: maxBytes } }
  await assert.rejects(receiveLarge(maxBytes + 1), refusal)
  assert.deepEqual(await readdir(tempDir), [])
})
