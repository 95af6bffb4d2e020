import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { animatedGif, avi, box, mov, mp4, picture, pngBomb, withExif } from '../../../test/support/media/media-files.ts'
import type { Format } from './formats.ts'
import { MediaError } from '../media-error.ts'
import { createProber, displaySize } from './probe.ts'
import type { Dimensions } from './probe.ts'

const prober = createProber()
after(() => prober.close())
let dir = ''

before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'probe-test-'))
})

after(() => rm(dir, { recursive: true, force: true }))

let files = 0

async function probeBytes(bytes: Buffer, format: Format): Promise<Dimensions> {
  files += 1
  const path = join(dir, `file-${files}`)
  await writeFile(path, bytes)
  return prober.probe(1, path, format)
}

async function assertRefused(bytes: Buffer, format: Format, reasons: string[], what = ''): Promise<void> {
  await assert.rejects(probeBytes(bytes, format), (error) => {
    assert.ok(error instanceof MediaError, what)
    assert.equal(error.code, 'INVALID_FORMAT')
    assert.equal(error.status, 415)
    assert.equal(error.details.detectedFormat, format)
    assert.ok(reasons.includes(String(error.details.reason)), `${what} ${String(error.details.reason)}`)
    return true
  })
}

test('a PNG is measured in every field', async () => {
  const bytes = await picture().ensureAlpha().keepIccProfile().withIccProfile('p3').png().toBuffer()
  assert.deepEqual(await probeBytes(bytes, 'png'), {
    format: 'png',
    size: bytes.length,
    width: 96,
    height: 64,
    space: 'srgb',
    channels: 4,
    depth: 'uchar',
    density: null,
    isProgressive: false,
    hasProfile: true,
    hasAlpha: true,
    exif: {},
  })
})

test('a progressive grey JPEG is measured in every field', async () => {
  const bytes = await picture().toColourspace('b-w').withDensity(144).jpeg({ progressive: true }).toBuffer()
  assert.deepEqual(await probeBytes(bytes, 'jpeg'), {
    format: 'jpeg',
    size: bytes.length,
    width: 96,
    height: 64,
    space: 'b-w',
    channels: 1,
    depth: 'uchar',
    density: 144,
    isProgressive: true,
    hasProfile: false,
    hasAlpha: false,
    exif: {
      Orientation: 1,
      XResolution: 144,
      YResolution: 144,
      ResolutionUnit: 2,
      ColorSpace: 65535,
      PixelXDimension: 96,
      PixelYDimension: 64,
    },
  })
})

test('a GIF is measured in every field', async () => {
  const bytes = await picture().ensureAlpha(0.5).gif().toBuffer()
  assert.deepEqual(await probeBytes(bytes, 'gif'), {
    format: 'gif',
    size: bytes.length,
    width: 96,
    height: 64,
    space: 'srgb',
    channels: 4,
    depth: 'uchar',
    density: null,
    isProgressive: false,
    hasProfile: false,
    hasAlpha: true,
    exif: {},
  })
})

test('an animation is measured by one frame', async () => {
  const { width, height } = await probeBytes(await animatedGif(5), 'gif')
  assert.deepEqual([width, height], [96, 64])
})

test('videos are measured in every field', async () => {
  const builders: [Format, typeof mp4][] = [
    ['mp4', mp4],
    ['mov', mov],
    ['avi', avi],
  ]
  for (const [format, build] of builders) {
    const bytes = await build({ width: 320, height: 180, frames: 50, framesPerSecond: 25 })
    const dimensions = { format, size: bytes.length, width: 320, height: 180, duration: 2, framerate: 25 }
    assert.deepEqual(await probeBytes(bytes, format), { ...dimensions, bitrate: Math.round(bytes.length * 4) })
  }
})

test('EXIF of a photo is an object, and a turned photo says how it is shown', async () => {
  const photo = await picture()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'Flight', Orientation: '6' } })
    .jpeg()
    .toBuffer()
  const dimensions = await probeBytes(photo, 'jpeg')
  assert.ok('exif' in dimensions)
  assert.equal(dimensions.exif.Make, 'Flight')
  assert.equal(dimensions.exif.Orientation, 6)
  assert.equal(dimensions.orientation, 6)
  assert.deepEqual([dimensions.width, dimensions.height], [96, 64])
  assert.deepEqual(displaySize(dimensions), { width: 64, height: 96 })
})

test('a turned video says how it is shown', async () => {
  const dimensions = await probeBytes(await mov({ rotation: 90 }), 'mov')
  assert.deepEqual([dimensions.width, dimensions.height], [320, 240])
  assert.deepEqual(displaySize(dimensions), { width: 240, height: 320 })
})

test('damaged EXIF does not keep a photo out', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  const blocks = [
    Buffer.alloc(0),
    Buffer.from('garbage that is not TIFF'),
    Buffer.from('MM\0*\xff\xff\xff\xff', 'latin1'),
    Buffer.from('MM\0*\0\0\0\x08\xff\xff\x01\x0f\0\x02\xff\xff\xff\xff\0\0\0\0', 'latin1'),
    Buffer.from('II*\0\x08\0\0\0\x01\0\x0e\x01\x02\0\x04\0\0\0\xff\xfe\xfd\xfc\0\0\0\0', 'latin1'),
  ]
  for (const block of blocks) {
    const dimensions = await probeBytes(withExif(jpeg, block), 'jpeg')
    assert.ok('exif' in dimensions)
    assert.equal(typeof dimensions.exif, 'object')
    assert.equal(dimensions.width, 96)
  }
})

test('images cut anywhere are refused', async () => {
  const images: [Format, Buffer][] = [
    ['png', await picture().png().toBuffer()],
    ['png', await picture().png({ progressive: true }).toBuffer()],
    ['jpeg', await picture().jpeg().toBuffer()],
    ['jpeg', await picture().jpeg({ progressive: true }).toBuffer()],
    ['gif', await picture().gif().toBuffer()],
    ['gif', await animatedGif(4)],
  ]
  for (const [format, bytes] of images) {
    for (const kept of [0.02, 0.25, 0.5, 0.9]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * kept))
      await assertRefused(cut, format, ['truncated', 'corrupt'], `${format} ${kept}`)
    }
    for (const missing of [1, 2]) {
      const cut = bytes.subarray(0, bytes.length - missing)
      await assertRefused(cut, format, ['truncated', 'corrupt'], `${format} -${missing}`)
    }
  }
})

test('videos cut anywhere are refused', async () => {
  const videos: [Format, Buffer][] = [
    ['mp4', await mp4()],
    ['mov', await mov()],
    ['avi', await avi()],
  ]
  for (const [format, bytes] of videos) {
    for (const length of [12, 40, 1000, bytes.length >> 1, bytes.length - 500, bytes.length - 2]) {
      await assertRefused(bytes.subarray(0, length), format, ['truncated', 'corrupt'], `${format} ${length}`)
    }
  }
})

test('a video cut between two of its boxes is refused', async () => {
  const bytes = await mp4()
  const movie = bytes.indexOf('moov') - 4
  await assertRefused(bytes.subarray(0, movie), 'mp4', ['truncated'], 'no index')
  const brand = bytes.subarray(0, bytes.readUInt32BE(0))
  await assertRefused(Buffer.concat([brand, bytes.subarray(movie)]), 'mp4', ['truncated'], 'no samples')
  const emptySamples = Buffer.concat([brand, box('mdat'), bytes.subarray(movie)])
  await assertRefused(emptySamples, 'mp4', ['truncated'], 'samples point past the end')
})

test('an image that is damaged inside is refused', async () => {
  const bytes = await picture().png().toBuffer()
  for (let at = bytes.length >> 1; at < (bytes.length >> 1) + 20; at += 1) bytes[at] = ~(bytes[at] ?? 0) & 0xff
  await assertRefused(bytes, 'png', ['corrupt'])
  await assertRefused(Buffer.from('\xff\xd8\xff\xe0 this is not a picture', 'latin1'), 'jpeg', ['corrupt'])
})

test('a GIF header before a zip archive is refused', async () => {
  const zip = Buffer.concat([Buffer.from('GIF89a\x10\0\x10\0\0\0\0PK\x03\x04', 'latin1'), Buffer.alloc(200)])
  await assertRefused(zip, 'gif', ['corrupt', 'truncated'])
})

test('an image with something after its end is accepted', async () => {
  const tail = Buffer.from('<html><script>alert(1)</script></html>')
  const dimensions = await probeBytes(Buffer.concat([await picture().png().toBuffer(), tail]), 'png')
  assert.equal(dimensions.width, 96)
})

test('a file of another format than its first bytes claim is refused', async () => {
  const jpeg = await picture().jpeg().toBuffer()
  await assert.rejects(probeBytes(jpeg, 'png'), { code: 'INVALID_FORMAT' })
})

test('a picture of fifty megapixels is accepted and one line more is refused before it is decoded', async () => {
  const largest = pngBomb(10_000, 5_000)
  assert.ok(largest.length < 100_000)
  const dimensions = await probeBytes(largest, 'png')
  assert.deepEqual([dimensions.width, dimensions.height], [10_000, 5_000])
  // Its content is missing, so that decoding it would say something else.
  const oneLineMore = pngBomb(10_000, 5_001).subarray(0, 50)
  await assertRefused(oneLineMore, 'png', ['too_many_pixels'])
  const liar = Buffer.from(await picture().png().toBuffer())
  liar.writeUInt32BE(60_000, 16)
  liar.writeUInt32BE(60_000, 20)
  await assertRefused(liar, 'png', ['too_many_pixels', 'corrupt'])
})

test('a picture that must be held whole to be decoded may have thirty megapixels', async () => {
  const interlaced = (height: number) => {
    const bytes = Buffer.from(pngBomb(10_000, height).subarray(0, 50))
    bytes[28] = 1
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
    return bytes
  }
  await assertRefused(interlaced(3_001), 'png', ['too_many_pixels'])
  await assertRefused(interlaced(3_000), 'png', ['truncated'])
})

test('a small animation of very many large frames is refused', async () => {
  const frame = Buffer.from('21f90400000000002c000000001027102700', 'hex')
  const pixel = Buffer.from('0202440100', 'hex')
  const header = Buffer.from('GIF89a\x10\x27\x10\x27\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  const frames = Array<Buffer>(6).fill(Buffer.concat([frame, pixel]))
  await assertRefused(Buffer.concat([header, ...frames, Buffer.from(';')]), 'gif', ['too_many_pixels'])
})

test('files of very many tiny parts are refused before anybody walks through them', async () => {
  const gif = await picture().gif().toBuffer()
  const frame = Buffer.from('21f904000a000000' + '2c00000000010001000002024401' + '00', 'hex')
  const frames = [gif.subarray(0, gif.length - 1), ...Array.from({ length: 30_000 }, () => frame), Buffer.from([0x3b])]
  await assertRefused(Buffer.concat(frames), 'gif', ['too_many_parts'])
  const nothing = box('free', Buffer.alloc(0))
  await assertRefused(Buffer.concat([await mp4(), ...Array.from({ length: 30_000 }, () => nothing)]), 'mp4', [
    'too_many_parts',
  ])
  const chunk = Buffer.concat([Buffer.from('JUNK'), Buffer.alloc(4)])
  const riff = Buffer.concat([Buffer.from('RIFF____AVI '), ...Array.from({ length: 30_000 }, () => chunk)])
  riff.writeUInt32LE(riff.length - 8, 4)
  await assertRefused(riff, 'avi', ['too_many_parts'])
})

test('a video without a picture is refused', async () => {
  const bytes = await mp4()
  const movie = bytes.indexOf('moov') - 4
  const movieHeader = bytes.subarray(movie + 8, movie + 8 + bytes.readUInt32BE(movie + 8))
  await assertRefused(Buffer.concat([bytes.subarray(0, movie), box('moov', movieHeader)]), 'mp4', ['no_video_track'])
})

test('many files at once are all measured', async () => {
  const video = await mp4({ frames: 2 })
  const image = await picture().png().toBuffer()
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, index) => (index % 2 ? probeBytes(video, 'mp4') : probeBytes(image, 'png'))),
  )
  assert.deepEqual(
    all.map(({ width }) => width),
    Array.from({ length: 12 }, (_, index) => (index % 2 ? 320 : 96)),
  )
})

test('large files of one company do not hold up those of another', async () => {
  const large = join(dir, 'large')
  await writeFile(large, pngBomb(10_000, 5_000))
  let measured = 0
  const theirs = Array.from({ length: 8 }, () => prober.probe(1, large, 'png').then(() => (measured += 1)))
  const small = join(dir, 'small')
  await writeFile(small, await picture().png().toBuffer())
  assert.equal((await prober.probe(2, small, 'png')).width, 96)
  assert.ok(measured < theirs.length, 'the small picture of the other company had to wait for all the large ones')
  await Promise.all(theirs)
})

test('measuring goes on after a file that could not be measured', async () => {
  await assertRefused(Buffer.concat([await mp4()]).subarray(0, 100), 'mp4', ['truncated'])
  assert.equal((await probeBytes(await mp4(), 'mp4')).width, 320)
  assert.equal((await sharp(await picture().png().toBuffer()).metadata()).width, 96)
})
