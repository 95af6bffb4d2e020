import { withFileReader } from './file-reader.ts'
import type { FileReader } from './file-reader.ts'
import type { ImageFormat } from './formats.ts'

/** Of a PNG: writers cut its picture into pieces of a few kilobytes. */
const maxChunks = 200_000
/** Of a GIF: its frames, and what is said of each. */
const maxBlocks = 20_000

/**
 * Whether an image reaches its own end mark. The decoders overlook a PNG without IEND and an animation that stops
 * between or within later frames; a JPEG without its end is reported by its decoder. Throws TooManyParts.
 */
export async function isImageComplete(path: string, format: ImageFormat): Promise<boolean> {
  if (format === 'png') return withFileReader(path, maxChunks, reachesPngEnd)
  if (format === 'gif') return withFileReader(path, maxBlocks, reachesGifTrailer)
  return true
}

const pngSignatureSize = 8
const pngChunkOverhead = 12

async function reachesPngEnd(reader: FileReader): Promise<boolean> {
  let at = pngSignatureSize
  while (at + pngChunkOverhead <= reader.size) {
    reader.countPart()
    const head = await reader.read(at, 8)
    at += pngChunkOverhead + head.readUInt32BE(0)
    if (head.toString('latin1', 4, 8) === 'IEND') return at <= reader.size
  }
  return false
}

const gifTrailer = 0x3b
const gifExtension = 0x21
const gifImage = 0x2c

async function reachesGifTrailer(reader: FileReader): Promise<boolean> {
  const header = await reader.read(0, 13)
  if (header.length < 13) return false
  let at = 13 + colorTableSize(header[10])
  while (at < reader.size) {
    reader.countPart()
    const kind = (await reader.read(at, 1))[0]
    if (kind === gifTrailer) return true
    if (kind === gifExtension) at += 2
    else if (kind === gifImage) {
      const descriptor = await reader.read(at, 10)
      // The descriptor, its colour table, and the byte that gives the code size.
      at += 10 + colorTableSize(descriptor[9]) + 1
    } else return false
    at = await skipSubBlocks(reader, at)
  }
  return false
}

function colorTableSize(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0
}

/** Sub-blocks carry their length in their first byte; an empty one ends the row. */
async function skipSubBlocks(reader: FileReader, start: number): Promise<number> {
  let at = start
  for (;;) {
    const length = (await reader.read(at, 1))[0]
    if (length === undefined) return reader.size
    at += 1 + length
    if (length === 0) return at
  }
}
