import type { Format } from './formats.ts'

/** As many bytes as detection ever looks at. */
export const headBytes = 4096

const mp4Brands =
  /^(isom|iso[2-9a-z]|mp4[12v]|mp71|avc[1-4]|hvc1|M4V |M4VH|M4VP|MSNV|NDS[CHMPSX]|dash|F4V |cmf[c2]|XAVC|mmp4)$/
const oldQuickTimeBoxes = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])

const refusedBrands: [pattern: RegExp, name: string][] = [
  [/^avi[fs]$/, 'avif'],
  [/^(hei[cxms]|hev[cxms])$/, 'heic'],
  [/^(mif1|msf1)$/, 'heif'],
  [/^M4[AB] $/, 'm4a'],
  [/^3g/, '3gp'],
  [/^crx $/, 'cr3'],
]

/** Finds a file's format from its first bytes. What is not supported is named as well as it can be. */
export function detectFormat(head: Buffer): Format | { detectedFormat: string } {
  if (head.length === 0) return { detectedFormat: 'empty' }
  const supported = detectImage(head) ?? detectIsoMedia(head) ?? detectRiff(head)
  return supported ?? { detectedFormat: nameBinary(head) ?? nameText(head) ?? 'unknown' }
}

function startsWith(head: Buffer, bytes: string, offset = 0): boolean {
  return head.toString('latin1', offset, offset + bytes.length) === bytes
}

function detectImage(head: Buffer): Format | undefined {
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(head, '\xff\xd8\xff')) return 'jpeg'
  if (startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a')) return 'gif'
  return undefined
}

function detectIsoMedia(head: Buffer): Format | { detectedFormat: string } | undefined {
  if (head.length < 12) return undefined
  const size = head.readUInt32BE(0)
  const type = head.toString('latin1', 4, 8)
  if (type === 'ftyp') return formatOfBrands(brandsOf(head, size))
  // QuickTime files from before the ftyp box start with any of these; 0 and 1 are the two special sizes.
  if (oldQuickTimeBoxes.has(type) && (size >= 8 || size <= 1)) return 'mov'
  return undefined
}

function brandsOf(head: Buffer, size: number): string[] {
  const brands = [head.toString('latin1', 8, 12)]
  const end = Math.min(size, head.length)
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4))
  return brands
}

function formatOfBrands(brands: string[]): Format | { detectedFormat: string } {
  const [major = ''] = brands
  if (major === 'qt  ') return 'mov'
  if (mp4Brands.test(major)) return 'mp4'
  // A generic HEIF major brand says which codec it holds only among the compatible ones.
  const candidates = major === 'mif1' || major === 'msf1' ? [...brands.slice(1), major] : [major]
  for (const brand of candidates) {
    const refused = refusedBrands.find(([pattern]) => pattern.test(brand))
    if (refused) return { detectedFormat: refused[1] }
  }
  if (brands.includes('qt  ')) return 'mov'
  return brands.some((brand) => mp4Brands.test(brand)) ? 'mp4' : { detectedFormat: 'unknown' }
}

function detectRiff(head: Buffer): Format | { detectedFormat: string } | undefined {
  if (!startsWith(head, 'RIFF') || head.length < 12) return undefined
  const kind = head.toString('latin1', 8, 12)
  if (kind === 'AVI ') return 'avi'
  if (kind === 'WEBP') return { detectedFormat: 'webp' }
  return { detectedFormat: kind === 'WAVE' ? 'wav' : 'unknown' }
}

const binarySignatures: [bytes: string, name: string][] = [
  ['%PDF-', 'pdf'],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['PK\x03\x04', 'zip'],
  ['PK\x05\x06', 'zip'],
  ['\x1f\x8b', 'gzip'],
  ['Rar!\x1a\x07', 'rar'],
  ["7z\xbc\xaf'\x1c", '7z'],
  ['FLV\x01', 'flv'],
  ['OggS', 'ogg'],
  ['ID3', 'mp3'],
  ['fLaC', 'flac'],
  ['\0\0\x01\xba', 'mpeg'],
  ['\0\0\x01\xb3', 'mpeg'],
  ['\0\0\x01\0', 'ico'],
  ['8BPS', 'psd'],
  ['\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'wmv'],
  ['\x7fELF', 'elf'],
  ['\xff\x0a', 'jxl'],
  ['\0\0\0\x0cJXL ', 'jxl'],
  ['\0\0\0\x0cjP  ', 'jp2'],
]

function nameBinary(head: Buffer): string | undefined {
  if (startsWith(head, '\x1a\x45\xdf\xa3')) return head.subarray(0, 64).includes('webm') ? 'webm' : 'mkv'
  // "BM" and "MZ" are also how a text may start: the zero bytes that follow tell them apart.
  if (startsWith(head, 'BM') && head.length >= 14 && head.readUInt32LE(6) === 0) return 'bmp'
  if (startsWith(head, 'MZ') && head.includes(0)) return 'exe'
  return binarySignatures.find(([bytes]) => startsWith(head, bytes))?.[1]
}

function nameText(head: Buffer): string | undefined {
  const text = decodeText(head)
  if (text === undefined) return undefined
  const start = text.trimStart().slice(0, 1024).toLowerCase()
  if (start.startsWith('<svg') || (/^<(\?xml|!doctype|!--)/.test(start) && start.includes('<svg'))) return 'svg'
  if (/^<!doctype html|^<(html|head|body|script|iframe|title|meta)\b/.test(start)) return 'html'
  if (start.startsWith('<?xml')) return 'xml'
  if (start.startsWith('{') || /^\[\s*(["{[\]\d-]|true|false|null)/.test(start)) return 'json'
  return 'text'
}

/** The text of the bytes, or nothing when they are not text. The head may end within a character. */
function decodeText(head: Buffer): string | undefined {
  if (startsWith(head, '\xff\xfe') || startsWith(head, '\xfe\xff')) {
    return new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head)
  }
  if (head.some((byte) => byte < 32 && !(byte >= 7 && byte <= 13) && byte !== 27)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return undefined
  }
}
