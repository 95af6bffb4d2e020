import { keyFrame, pictureParameters, repeatedFrame, sequenceParameters } from './h264.ts'
import type { FlatPicture } from './h264.ts'

const sampleVideoSeconds = 6
const framesPerSecond = 24
/** One colour takes a few kilobytes; platforms refuse videos that small. */
const minBytes = 80 * 1024
const frameCount = sampleVideoSeconds * framesPerSecond

/** A complete MP4 file: one H.264 track in one colour, which `version` decides. */
export function buildSampleVideo(width: number, height: number, version: number): Buffer {
  const picture: FlatPicture = {
    width,
    height,
    luma: 60 + ((version * 37) % 140),
    blue: 40 + ((version * 71) % 170),
    red: 40 + ((version * 113) % 170),
  }
  const samples = [withLength(keyFrame(picture))]
  for (let frame = 1; frame < frameCount; frame++) samples.push(withLength(repeatedFrame(picture, frame)))
  const fileType = box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomiso2avc1mp41'))
  const media = Buffer.concat(samples)
  const sizes = samples.map((sample) => sample.length)
  // The movie box stands first, and its length does not depend on the offset written in it.
  const movieLength = movie(picture, sizes, 0).length
  const mediaOffset = fileType.length + movieLength + 8
  const film = Buffer.concat([fileType, movie(picture, sizes, mediaOffset), box('mdat', media)])
  return Buffer.concat([film, box('free', zeros(Math.max(0, minBytes - film.length - 8)))])
}

function movie(picture: FlatPicture, sizes: number[], mediaOffset: number): Buffer {
  const header = fullBox(
    'mvhd',
    0,
    u32(0),
    u32(0),
    u32(1000),
    u32(sampleVideoSeconds * 1000),
    u32(0x10000),
    u16(0x100),
    zeros(10),
    matrix(),
    zeros(24),
    u32(2),
  )
  return box('moov', header, box('trak', trackHeader(picture), mediaBox(picture, sizes, mediaOffset)))
}

function trackHeader({ width, height }: FlatPicture): Buffer {
  const size = [u32(width * 0x10000), u32(height * 0x10000)]
  return fullBox(
    'tkhd',
    3,
    u32(0),
    u32(0),
    u32(1),
    u32(0),
    u32(sampleVideoSeconds * 1000),
    zeros(8),
    zeros(8),
    matrix(),
    ...size,
  )
}

function mediaBox(picture: FlatPicture, sizes: number[], mediaOffset: number): Buffer {
  const undetermined = 0x55c4
  const header = fullBox('mdhd', 0, u32(0), u32(0), u32(framesPerSecond), u32(frameCount), u16(undetermined), u16(0))
  const handler = fullBox('hdlr', 0, u32(0), Buffer.from('vide'), zeros(12), Buffer.from('Sandbox\0'))
  const location = box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1)))
  return box(
    'mdia',
    header,
    handler,
    box('minf', fullBox('vmhd', 1, zeros(8)), location, sampleTable(picture, sizes, mediaOffset)),
  )
}

function sampleTable(picture: FlatPicture, sizes: number[], mediaOffset: number): Buffer {
  return box(
    'stbl',
    fullBox('stsd', 0, u32(1), sampleEntry(picture)),
    fullBox('stts', 0, u32(1), u32(frameCount), u32(1)),
    fullBox('stss', 0, u32(1), u32(1)),
    fullBox('stsc', 0, u32(1), u32(1), u32(frameCount), u32(1)),
    fullBox('stsz', 0, u32(0), u32(sizes.length), ...sizes.map(u32)),
    fullBox('stco', 0, u32(1), u32(mediaOffset)),
  )
}

function sampleEntry(picture: FlatPicture): Buffer {
  const sequence = sequenceParameters(picture)
  const pictureSet = pictureParameters()
  const configuration = box(
    'avcC',
    Buffer.from([1, sequence[1] ?? 0, sequence[2] ?? 0, sequence[3] ?? 0, 0xff, 0xe1]),
    u16(sequence.length),
    sequence,
    Buffer.from([1]),
    u16(pictureSet.length),
    pictureSet,
  )
  const resolution = u32(72 * 0x10000)
  return box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    u16(picture.width),
    u16(picture.height),
    resolution,
    resolution,
    u32(0),
    u16(1),
    zeros(32),
    u16(24),
    u16(0xffff),
    configuration,
  )
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content])
}

function fullBox(type: string, flags: number, ...parts: Buffer[]): Buffer {
  return box(type, u32(flags), ...parts)
}

function withLength(unit: Buffer): Buffer {
  return Buffer.concat([u32(unit.length), unit])
}

function matrix(): Buffer {
  return Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32))
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function zeros(count: number): Buffer {
  return Buffer.alloc(count)
}
