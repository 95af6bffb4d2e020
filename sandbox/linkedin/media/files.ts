import type { Media, MediaKind, PartFacts } from '../objects/objects.ts'

const kib = 1024
const mib = 1024 * kib

export const videoBytes = { min: 75 * kib, max: 500 * mib }
const videoSeconds = { min: 3, max: 30 * 60 }
const maxDocumentBytes = 100 * mib
const maxPages = 300

const beginnings: [string, number, Buffer][] = [
  ['png', 0, Buffer.from('89504e470d0a1a0a', 'hex')],
  ['jpeg', 0, Buffer.from('ffd8ff', 'hex')],
  ['gif', 0, Buffer.from('GIF8')],
  ['mp4', 4, Buffer.from('ftyp')],
  ['pdf', 0, Buffer.from('%PDF-')],
  ['office', 0, Buffer.from('504b0304', 'hex')],
  ['office', 0, Buffer.from('d0cf11e0a1b11ae1', 'hex')],
]
const formats: Record<MediaKind, string[]> = {
  image: ['png', 'jpeg', 'gif'],
  video: ['mp4'],
  document: ['pdf', 'office'],
}

/** What a part of a file shows of the whole. */
export function factsOf(kind: MediaKind, bytes: Buffer): PartFacts {
  const format = beginnings.find(([, at, sign]) => bytes.subarray(at, at + sign.length).equals(sign))?.[0]
  const seconds = kind === 'video' ? movieSeconds(bytes) : undefined
  const pages = format === 'pdf' ? pagesOf(bytes) : undefined
  return {
    ...(format ? { format } : {}),
    ...(seconds === undefined ? {} : { seconds }),
    ...(pages === undefined ? {} : { pages }),
  }
}

/** How long the film lasts, as its header says. */
function movieSeconds(bytes: Buffer): number | undefined {
  const at = bytes.indexOf('mvhd')
  if (at < 0 || bytes.length < at + 36) return undefined
  const isLong = bytes[at + 4] === 1
  const scale = bytes.readUInt32BE(at + (isLong ? 24 : 16))
  const duration = isLong ? Number(bytes.readBigUInt64BE(at + 28)) : bytes.readUInt32BE(at + 20)
  return scale === 0 ? undefined : duration / scale
}

/** Pages that stand in the file as they are; undefined when they are packed. */
function pagesOf(bytes: Buffer): number | undefined {
  const text = bytes.toString('latin1')
  const pages = text.match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length
  if (pages !== undefined) return pages
  const [, count] = /\/Type\s*\/Pages[^>]*\/Count\s+(\d+)/.exec(text) ?? []
  return count === undefined ? undefined : Number(count)
}

/** Why the processing of a file fails; null when it does not. */
export function failureOf({ kind, parts, size }: Pick<Media, 'kind' | 'parts' | 'size'>): string | null {
  const format = parts[0]?.facts.format ?? ''
  if (!formats[kind].includes(format)) return 'The file is not of a format that can be processed'
  if (kind === 'video') {
    const seconds = parts.find(({ facts }) => facts.seconds !== undefined)?.facts.seconds
    if (seconds === undefined) return 'The length of the video could not be read'
    if (seconds < videoSeconds.min || seconds > videoSeconds.max)
      return `A video lasts from ${videoSeconds.min} seconds to ${videoSeconds.max / 60} minutes`
    if (size < videoBytes.min) return 'The video is too small'
  }
  if (kind === 'document') {
    if (size > maxDocumentBytes) return 'The document is larger than 100 MB'
    if ((parts[0]?.facts.pages ?? 1) > maxPages) return `The document has more than ${maxPages} pages`
  }
  return null
}
