import { TooManyParts, windowSize, withFileReader } from './file-reader.ts'
import type { FileReader } from './file-reader.ts'
import type { VideoFormat } from './formats.ts'

export type VideoStructure =
  | { problem: 'truncated' | 'corrupt' | 'too_many_parts' }
  | { problem: null; fragmented: boolean }

/** Walks a container's parts and finds out whether all it promises is in the file. */
export async function checkVideoStructure(path: string, format: VideoFormat): Promise<VideoStructure> {
  return withFileReader(path, maxParts, format === 'avi' ? checkAvi : checkIsoMedia).catch((error: unknown) => {
    if (error instanceof TooManyParts) return { problem: 'too_many_parts' }
    throw error
  })
}

interface Box {
  type: string
  body: number
  end: number
}

interface BoxList {
  problem: 'truncated' | 'corrupt' | null
  boxes: Box[]
}

/** Boxes or chunks of the whole file: a video in fragments of a second has two for each. */
const maxParts = 20_000

async function checkIsoMedia(reader: FileReader): Promise<VideoStructure> {
  const top = await readBoxes(reader, 0, reader.size)
  if (top.problem === 'truncated') return { problem: 'truncated' }
  const movie = top.boxes.find((box) => box.type === 'moov')
  if (!movie || !top.boxes.some((box) => box.type === 'mdat')) {
    // Without its index or its samples, a sound file was cut where one box ends and the next should have begun.
    return { problem: top.problem ?? 'truncated' }
  }
  const inside = await readBoxes(reader, movie.body, movie.end)
  if (inside.problem) return { problem: 'corrupt' }
  for (const track of inside.boxes.filter((box) => box.type === 'trak')) {
    const problem = await checkTrack(reader, track)
    if (problem) return { problem }
  }
  return { problem: null, fragmented: inside.boxes.some((box) => box.type === 'mvex') }
}

async function readBoxes(reader: FileReader, from: number, to: number): Promise<BoxList> {
  const boxes: Box[] = []
  let at = from
  // QuickTime may close a list with a terminator of four zero bytes, which is no box.
  while (at + 8 <= to) {
    reader.countPart()
    const head = await reader.read(at, 16)
    const type = head.toString('latin1', 4, 8)
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) return { problem: 'corrupt', boxes }
    const box = { type, ...boxExtent(head, at, to) }
    if (box.end < box.body) return { problem: 'corrupt', boxes }
    if (box.end > to) return { problem: 'truncated', boxes }
    boxes.push(box)
    at = box.end
  }
  return { problem: null, boxes }
}

/** Size 0 means "to the end", size 1 that the size follows in 64 bits. */
function boxExtent(head: Buffer, at: number, to: number): { body: number; end: number } {
  const size = head.readUInt32BE(0)
  if (size === 0) return { body: at + 8, end: to }
  if (size !== 1) return { body: at + 8, end: at + size }
  return { body: at + 16, end: head.length < 16 ? Infinity : at + Number(head.readBigUInt64BE(8)) }
}

async function checkTrack(reader: FileReader, track: Box): Promise<'truncated' | 'corrupt' | null> {
  let parent = track
  for (const type of ['mdia', 'minf', 'stbl']) {
    const inside = await readBoxes(reader, parent.body, parent.end)
    if (inside.problem) return 'corrupt'
    const child = inside.boxes.find((box) => box.type === type)
    if (!child) return 'corrupt'
    parent = child
  }
  const tables = await readBoxes(reader, parent.body, parent.end)
  if (tables.problem) return 'corrupt'
  const offsets = tables.boxes.find((box) => box.type === 'stco' || box.type === 'co64')
  return offsets ? checkChunkOffsets(reader, offsets) : null
}

/** Every chunk of samples must begin inside the file. */
async function checkChunkOffsets(reader: FileReader, table: Box): Promise<'truncated' | 'corrupt' | null> {
  const width = table.type === 'co64' ? 8 : 4
  const first = table.body + 8
  if (first > table.end) return 'corrupt'
  const count = (await reader.read(table.body + 4, 4)).readUInt32BE(0)
  if (first + count * width > table.end) return 'corrupt'
  const end = first + count * width
  for (let at = first; at < end; at += windowSize) {
    const entries = await reader.read(at, Math.min(windowSize, end - at))
    for (let entry = 0; entry + width <= entries.length; entry += width) {
      const offset = width === 8 ? Number(entries.readBigUInt64BE(entry)) : entries.readUInt32BE(entry)
      if (offset >= reader.size) return 'truncated'
    }
  }
  return null
}

async function checkAvi(reader: FileReader): Promise<VideoStructure> {
  const head = await reader.read(0, 12)
  // Some writers leave out the last padding byte but count it.
  if (head.length < 12 || head.readUInt32LE(4) + 8 > reader.size + 1) return { problem: 'truncated' }
  const end = Math.min(head.readUInt32LE(4) + 8, reader.size)
  let hasSamples = false
  let at = 12
  while (at + 8 <= end) {
    reader.countPart()
    const chunk = await reader.read(at, 12)
    const size = chunk.readUInt32LE(4)
    if (chunk.toString('latin1', 0, 4) === 'LIST' && chunk.toString('latin1', 8, 12) === 'movi') hasSamples = true
    if (at + 8 + size > end + 1) return { problem: 'truncated' }
    at += 8 + size + (size % 2)
  }
  return hasSamples ? { problem: null, fragmented: false } : { problem: 'truncated' }
}
