import { inflateRawSync } from 'node:zlib'

const endOfDirectory = 0x06054b50
const directoryEntry = 0x02014b50
const maxCommentLength = 0xffff
const endLength = 22
const entryLength = 46
const localHeaderLength = 30

/** What a zip archive holds: how to get each file by its path. */
export type Archive = Map<string, () => Buffer>

/** Reads the directory of a zip archive; `largest` keeps a small file from becoming a huge one. null: it is no zip archive. */
export function openZip(bytes: Buffer, largest: number): Archive | null {
  const end = bytes.lastIndexOf(uint32(endOfDirectory))
  if (end < 0 || end < bytes.length - maxCommentLength - endLength || end + endLength > bytes.length) return null
  const archive: Archive = new Map()
  let place = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (place + entryLength > bytes.length || bytes.readUInt32LE(place) !== directoryEntry) return null
    const nameLength = bytes.readUInt16LE(place + 28)
    const name = bytes.toString('utf8', place + entryLength, place + entryLength + nameLength)
    const entry = place
    archive.set(name, () => unpack(bytes, entry, largest))
    place += entryLength + nameLength + bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32)
  }
  return archive
}

function unpack(bytes: Buffer, entry: number, largest: number): Buffer {
  const method = bytes.readUInt16LE(entry + 10)
  const packed = bytes.readUInt32LE(entry + 20)
  const local = bytes.readUInt32LE(entry + 42)
  const start = local + localHeaderLength + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  const content = bytes.subarray(start, start + packed)
  return method === 0 ? content : inflateRawSync(content, { maxOutputLength: largest })
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
