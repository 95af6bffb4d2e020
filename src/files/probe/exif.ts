type ExifValue = string | number | number[]
export type Exif = Record<string, ExifValue>

/** Tags of the first directory (IFD0) and of the Exif directory it points to. */
const tagNames = new Map<number, string>([
  [0x010e, 'ImageDescription'],
  [0x010f, 'Make'],
  [0x0110, 'Model'],
  [0x0112, 'Orientation'],
  [0x011a, 'XResolution'],
  [0x011b, 'YResolution'],
  [0x0128, 'ResolutionUnit'],
  [0x0131, 'Software'],
  [0x0132, 'DateTime'],
  [0x013b, 'Artist'],
  [0x8298, 'Copyright'],
  [0x829a, 'ExposureTime'],
  [0x829d, 'FNumber'],
  [0x8822, 'ExposureProgram'],
  [0x8827, 'ISOSpeedRatings'],
  [0x9003, 'DateTimeOriginal'],
  [0x9004, 'DateTimeDigitized'],
  [0x9010, 'OffsetTime'],
  [0x9011, 'OffsetTimeOriginal'],
  [0x9201, 'ShutterSpeedValue'],
  [0x9202, 'ApertureValue'],
  [0x9204, 'ExposureBiasValue'],
  [0x9207, 'MeteringMode'],
  [0x9209, 'Flash'],
  [0x920a, 'FocalLength'],
  [0x9286, 'UserComment'],
  [0x9c9b, 'XPTitle'],
  [0x9c9c, 'XPComment'],
  [0x9c9d, 'XPAuthor'],
  [0x9c9e, 'XPKeywords'],
  [0x9c9f, 'XPSubject'],
  [0xa001, 'ColorSpace'],
  [0xa002, 'PixelXDimension'],
  [0xa003, 'PixelYDimension'],
  [0xa402, 'ExposureMode'],
  [0xa403, 'WhiteBalance'],
  [0xa405, 'FocalLengthIn35mmFilm'],
  [0xa406, 'SceneCaptureType'],
  [0xa433, 'LensMake'],
  [0xa434, 'LensModel'],
])

const exifDirectoryPointer = 0x8769
const userCommentTag = 0x9286
const firstXpTag = 0x9c9b
const lastXpTag = 0x9c9f

/** Sizes in bytes of the field types of TIFF, by type number. */
const typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
const maxEntries = 256
const maxValues = 16
const maxTextBytes = 4096

interface Tiff {
  bytes: Buffer
  littleEndian: boolean
}

interface Entry {
  tag: number
  type: number
  count: number
  value: Buffer
}

/** Reads the common tags of an EXIF block. Whatever is damaged or odd is left out; nothing throws. */
export function parseExif(block: Buffer | undefined): Exif {
  if (!block) return {}
  const prefixed = block.toString('latin1', 0, 6) === 'Exif\0\0'
  const bytes = prefixed ? block.subarray(6) : block
  const order = bytes.toString('latin1', 0, 2)
  if (bytes.length < 8 || (order !== 'II' && order !== 'MM')) return {}
  const tiff: Tiff = { bytes, littleEndian: order === 'II' }
  if (read16(tiff, bytes, 2) !== 42) return {}
  const exif: Exif = {}
  const first = readDirectory(tiff, read32(tiff, bytes, 4))
  addTags(exif, tiff, first)
  const pointer = first.find((entry) => entry.tag === exifDirectoryPointer && entry.type === 4)
  if (pointer) addTags(exif, tiff, readDirectory(tiff, read32(tiff, pointer.value, 0)))
  return exif
}

function read16(tiff: Tiff, bytes: Buffer, at: number): number {
  return tiff.littleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
}

function read32(tiff: Tiff, bytes: Buffer, at: number): number {
  return tiff.littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
}

function readDirectory(tiff: Tiff, start: number): Entry[] {
  const { bytes } = tiff
  if (start + 2 > bytes.length) return []
  const count = Math.min(read16(tiff, bytes, start), maxEntries)
  const entries: Entry[] = []
  for (let index = 0; index < count; index += 1) {
    const at = start + 2 + index * 12
    if (at + 12 > bytes.length) break
    const entry = readEntry(tiff, at)
    if (entry) entries.push(entry)
  }
  return entries
}

/** A value of up to four bytes stands in the entry itself; a longer one where the entry points. */
function readEntry(tiff: Tiff, at: number): Entry | undefined {
  const { bytes } = tiff
  const type = read16(tiff, bytes, at + 2)
  const count = read32(tiff, bytes, at + 4)
  const size = (typeSizes[type] ?? 0) * count
  if (size === 0) return undefined
  const start = size <= 4 ? at + 8 : read32(tiff, bytes, at + 8)
  if (start + size > bytes.length) return undefined
  return { tag: read16(tiff, bytes, at), type, count, value: bytes.subarray(start, start + size) }
}

function addTags(exif: Exif, tiff: Tiff, entries: Entry[]): void {
  for (const entry of entries) {
    const name = tagNames.get(entry.tag)
    const value = name === undefined ? undefined : readValue(tiff, entry)
    if (name !== undefined && value !== undefined) exif[name] = value
  }
}

function readValue(tiff: Tiff, entry: Entry): ExifValue | undefined {
  if (entry.tag === userCommentTag) return nonEmpty(readUserComment(tiff, entry.value))
  if (entry.tag >= firstXpTag && entry.tag <= lastXpTag) return nonEmpty(decode(entry.value, 'utf-16le'))
  if (entry.type === 2) return nonEmpty(decodeUnlabelled(entry.value))
  if (entry.type === 7) return undefined
  return readNumbers(tiff, entry)
}

function readNumbers(tiff: Tiff, entry: Entry): number | number[] | undefined {
  const size = typeSizes[entry.type] ?? 0
  const numbers: number[] = []
  for (let index = 0; index < Math.min(entry.count, maxValues); index += 1) {
    const number = readNumber(tiff, entry.type, entry.value.subarray(index * size, (index + 1) * size))
    // A rational over zero is how cameras write "unknown"; JSON has no word for it.
    if (!Number.isFinite(number)) return undefined
    numbers.push(number)
  }
  return numbers.length === 1 ? numbers[0] : numbers
}

function readNumber(tiff: Tiff, type: number, value: Buffer): number {
  const view = new DataView(value.buffer, value.byteOffset, value.length)
  const little = tiff.littleEndian
  switch (type) {
    case 1:
      return view.getUint8(0)
    case 3:
      return view.getUint16(0, little)
    case 4:
      return view.getUint32(0, little)
    case 5:
      return view.getUint32(0, little) / view.getUint32(4, little)
    case 6:
      return view.getInt8(0)
    case 8:
      return view.getInt16(0, little)
    case 9:
      return view.getInt32(0, little)
    case 10:
      return view.getInt32(0, little) / view.getInt32(4, little)
    case 11:
      return view.getFloat32(0, little)
    case 12:
      return view.getFloat64(0, little)
    default:
      return NaN
  }
}

/** The first eight bytes of a user comment name its encoding. */
function readUserComment(tiff: Tiff, value: Buffer): string {
  const label = value.toString('latin1', 0, 8).replace(/[\0 ]+$/, '')
  const text = value.subarray(8)
  if (label === 'UNICODE') return decode(text, tiff.littleEndian ? 'utf-16le' : 'utf-16be')
  if (label === 'JIS') return decode(text, 'iso-2022-jp')
  return decodeUnlabelled(text)
}

/** Text that should be ASCII is often UTF-8, and otherwise Latin-1. */
function decodeUnlabelled(bytes: Buffer): string {
  try {
    return tidy(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, maxTextBytes)))
  } catch {
    return decode(bytes, 'latin1')
  }
}

function decode(bytes: Buffer, encoding: string): string {
  return tidy(new TextDecoder(encoding).decode(bytes.subarray(0, maxTextBytes)))
}

/** Neither PostgreSQL nor a terminal takes NUL and the other control characters. */
function tidy(text: string): string {
  const [untilNul = ''] = text.replace(/^\0+/, '').split('\0', 1)
  return untilNul
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

function nonEmpty(text: string): string | undefined {
  return text === '' ? undefined : text
}
