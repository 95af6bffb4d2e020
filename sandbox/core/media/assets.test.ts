import assert from 'node:assert/strict'
import { test } from 'node:test'
import mediaInfoFactory from 'mediainfo.js'
import sharp from 'sharp'
import { getDocumentProxy } from 'unpdf'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'

const sizes: Record<string, [number, number]> = {
  'square.png': [1080, 1080],
  'portrait.png': [1080, 1350],
  'vertical.png': [1080, 1920],
  'landscape.png': [1200, 628],
}

async function download(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('the sample pictures are PNG files of the promised sizes', async (context) => {
  const { url } = await startTestSandbox(context)
  for (const [name, [width, height]] of Object.entries(sizes)) {
    const { bytes, headers } = await download(`${url}/_assets/${name}`)
    const facts = await sharp(bytes).metadata()
    assert.deepEqual([facts.format, facts.width, facts.height], ['png', width, height], name)
    assert.equal(headers.get('content-type'), 'image/png')
    assert.equal(Number(headers.get('content-length')), bytes.length)
  }
})

test('each version of a sample is another file, and the same version always the same', async (context) => {
  const { url } = await startTestSandbox(context)
  for (const name of ['square.png', 'square.mp4']) {
    const one = await download(`${url}/_assets/${name}?v=1`)
    const two = await download(`${url}/_assets/${name}?v=2`)
    const again = await download(`${url}/_assets/${name}?v=1`)
    assert.ok(!one.bytes.equals(two.bytes), name)
    assert.ok(one.bytes.equals(again.bytes), name)
    assert.notEqual(one.headers.get('etag'), two.headers.get('etag'))
  }
})

test('the sample films are H.264 videos with the right length and size', async (context) => {
  const { url } = await startTestSandbox(context)
  for (const [name, width, height] of [
    ['square.mp4', 1080, 1080],
    ['vertical.mp4', 1080, 1920],
  ] as const) {
    const { bytes, headers } = await download(`${url}/_assets/${name}`)
    assert.equal(headers.get('content-type'), 'video/mp4')
    const mediaInfo = await mediaInfoFactory({ format: 'object' })
    const result = await mediaInfo.analyzeData(bytes.length, (size: number, offset: number) =>
      bytes.subarray(offset, offset + size),
    )
    mediaInfo.close()
    const track = result.media?.track.find((candidate) => candidate['@type'] === 'Video')
    assert.ok(track?.['@type'] === 'Video')
    assert.deepEqual(
      [track.Format, track.Width, track.Height, track.Duration, track.FrameRate],
      ['AVC', width, height, 6, 24],
    )
  }
})

test('the sample films are larger than the least that a platform takes', async (context) => {
  const { url } = await startTestSandbox(context)
  for (const name of ['square.mp4', 'vertical.mp4'])
    assert.ok((await download(`${url}/_assets/${name}`)).bytes.length >= 75 * 1024, name)
})

test('the sample document is a PDF of three pages', async (context) => {
  const { url } = await startTestSandbox(context)
  const { bytes, headers } = await download(`${url}/_assets/document.pdf?v=2`)
  assert.equal(headers.get('content-type'), 'application/pdf')
  const document = await getDocumentProxy(new Uint8Array(bytes))
  assert.equal(document.numPages, 3)
  await document.loadingTask.destroy()
})

test('parts of a sample can be fetched, and an unchanged one is not sent again', async (context) => {
  const { url } = await startTestSandbox(context)
  const whole = await download(`${url}/_assets/vertical.mp4`)
  const part = await download(`${url}/_assets/vertical.mp4`, { range: 'bytes=10-19' })
  assert.equal(part.status, 206)
  assert.ok(part.bytes.equals(whole.bytes.subarray(10, 20)))
  assert.equal(part.headers.get('content-range'), `bytes 10-19/${whole.bytes.length}`)
  const tail = await download(`${url}/_assets/vertical.mp4`, { range: 'bytes=-5' })
  assert.ok(tail.bytes.equals(whole.bytes.subarray(-5)))
  assert.equal((await download(`${url}/_assets/vertical.mp4`, { range: 'bytes=99999999-' })).status, 416)
  assert.equal(
    (await download(`${url}/_assets/vertical.mp4`, { 'if-none-match': whole.headers.get('etag') ?? '' })).status,
    304,
  )
})

test('an unknown sample does not exist and a senseless version is refused', async (context) => {
  const { url } = await startTestSandbox(context)
  assert.equal((await download(`${url}/_assets/round.png`)).status, 404)
  assert.equal((await download(`${url}/_assets/square.png?v=-1`)).status, 400)
})
