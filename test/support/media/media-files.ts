/** Builds the files the tests of this folder need. Used by tests only. */
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Sharp } from 'sharp'

export interface Picture {
  width?: number
  height?: number
}

const noise = Uint8Array.from({ length: 251 }, (_, index) => (index * 7919) % 251)

/** A picture that does not compress to nothing, so that cutting the file cuts the picture. */
export function picture({ width = 96, height = 64 }: Picture = {}): Sharp {
  const pixels = Buffer.alloc(width * height * 3, noise)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** An animation of frames that differ from each other. */
export function animatedGif(frames: number, { width = 96, height = 64 }: Picture = {}): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames * 3)
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = (index * 7919 + (index >> 9)) % 249
  const strip = { width, height: height * frames, channels: 3 as const, pageHeight: height }
  return sharp(pixels, { raw: strip })
    .gif({ delay: Array<number>(frames).fill(100) })
    .toBuffer()
}

function pngChunk(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A well-formed grey PNG of any size in a few kilobytes. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const lines = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', lines), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

/** An EXIF block put into a JPEG as its first segment, byte for byte. */
export function withExif(jpeg: Buffer, tiff: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

export interface Video {
  width?: number
  height?: number
  frames?: number
  framesPerSecond?: number
  /** Degrees by which players turn the picture: 0 or 90. */
  rotation?: 0 | 90
  /** Makes the file as large as wanted by padding its last frame. */
  padding?: number
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => bytes.writeUInt16BE(value, index * 2))
  return bytes
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, index * 4))
  return bytes
}

export function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

const upright = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]
const quarterTurn = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000]

/** A real motion-JPEG video in an MP4 container. */
export function mp4(video: Video = {}): Promise<Buffer> {
  const brand = box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomiso2mp41'))
  return isoMedia(brand, video)
}

/** A real motion-JPEG video in a QuickTime container. */
export function mov(video: Video = {}): Promise<Buffer> {
  return isoMedia(box('ftyp', Buffer.from('qt  '), u32(0x200), Buffer.from('qt  ')), video)
}

/** Samples first and index last, as cameras write it; the offsets of the samples are then known. */
async function isoMedia(brand: Buffer, video: Video): Promise<Buffer> {
  const samples = await motionJpeg(video)
  let at = brand.length + 8
  const offsets = samples.map((sample) => {
    const offset = at
    at += sample.length
    return offset
  })
  const sizes = samples.map((sample) => sample.length)
  return Buffer.concat([brand, box('mdat', ...samples), movie(video, offsets, sizes)])
}

async function motionJpeg({ width = 320, height = 240, frames = 25, padding = 0 }: Video): Promise<Buffer[]> {
  const frame = await picture({ width, height }).jpeg({ quality: 40 }).toBuffer()
  const samples = Array<Buffer>(frames).fill(frame)
  return padding === 0 ? samples : [...samples.slice(1), Buffer.concat([frame, Buffer.alloc(padding)])]
}

function movie(video: Video, offsets: number[], sizes: number[]): Buffer {
  const { width = 320, height = 240, frames = 25, framesPerSecond = 25, rotation = 0 } = video
  const matrix = u32(...(rotation === 90 ? quarterTurn : upright))
  const length = frames * 1000
  const scale = framesPerSecond * 1000
  const movieHeader = [
    u32(0, 0, 0, scale, length, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    u32(...upright),
    u32(0, 0, 0, 0, 0, 0, 2),
  ]
  const trackHeader = [u32(7, 0, 0, 1, 0, length, 0, 0), u16(0, 0, 0, 0), matrix, u32(width << 16, height << 16)]
  const handler = box('hdlr', u32(0, 0), Buffer.from('vide'), u32(0, 0, 0), Buffer.from('Video\0'))
  const references = box('dinf', box('dref', u32(0, 1), box('url ', u32(1))))
  const media = [
    box('mdhd', u32(0, 0, 0, scale, length), u16(0x55c4, 0)),
    handler,
    box('minf', box('vmhd', u32(1), u16(0, 0, 0, 0)), references, sampleTable(width, height, offsets, sizes)),
  ]
  return box('moov', box('mvhd', ...movieHeader), box('trak', box('tkhd', ...trackHeader), box('mdia', ...media)))
}

function sampleTable(width: number, height: number, offsets: number[], sizes: number[]): Buffer {
  const compressor = Buffer.alloc(32)
  const entry = [u32(0), u16(0, 1), u32(0, 0, 0, 0), u16(width, height), u32(0x480000, 0x480000, 0), u16(1), compressor]
  return box(
    'stbl',
    box('stsd', u32(0, 1), box('jpeg', ...entry, u16(24, 0xffff))),
    box('stts', u32(0, 1, sizes.length, 1000)),
    box('stsc', u32(0, 1, 1, 1, 1)),
    box('stsz', u32(0, 0, sizes.length, ...sizes)),
    box('stco', u32(0, offsets.length, ...offsets)),
  )
}

function le32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => bytes.writeUInt32LE(value, index * 4))
  return bytes
}

function riffChunk(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type, 'latin1'), le32(body.length), body, Buffer.alloc(body.length % 2)])
}

function riffList(kind: string, ...parts: Buffer[]): Buffer {
  return riffChunk('LIST', Buffer.from(kind, 'latin1'), ...parts)
}

/** A real motion-JPEG AVI with its index. */
export async function avi(video: Video = {}): Promise<Buffer> {
  const { width = 320, height = 240, frames = 25, framesPerSecond = 25 } = video
  const samples = await motionJpeg(video)
  const chunks = samples.map((sample) => riffChunk('00dc', sample))
  const index: Buffer[] = []
  let at = 4
  samples.forEach((sample, number) => {
    index.push(Buffer.from('00dc'), le32(0x10, at, sample.length))
    at += chunks[number]?.length ?? 0
  })
  const largest = Math.max(...samples.map((sample) => sample.length))
  const main = le32(
    1e6 / framesPerSecond,
    largest * framesPerSecond,
    0,
    0x10,
    frames,
    0,
    1,
    largest,
    width,
    height,
    0,
    0,
    0,
    0,
  )
  const stream = [Buffer.from('vidsMJPG'), le32(0, 0, 0, 1, framesPerSecond, 0, frames, largest, 0, 0), Buffer.alloc(8)]
  const format = [
    le32(40, width, height),
    Buffer.from([1, 0, 24, 0]),
    Buffer.from('MJPG'),
    le32(width * height * 3, 0, 0, 0, 0),
  ]
  const header = riffList(
    'hdrl',
    riffChunk('avih', main),
    riffList('strl', riffChunk('strh', ...stream), riffChunk('strf', ...format)),
  )
  return riffChunk('RIFF', Buffer.from('AVI '), header, riffList('movi', ...chunks), riffChunk('idx1', ...index))
}
