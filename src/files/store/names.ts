import { extensionsOf, isExtension } from '../probe/formats.ts'
import type { Format } from '../probe/formats.ts'

const maxNameBytes = 200

/** Marks that reorder or hide the characters around them, so that "gpj.exe" reads as "exe.jpg". */
const hiddenCharacters = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb]/gu
const reservedCharacters = /[<>:"|?*]/g

/** A name that is safe to store, to show and to offer as a download; it always ends in the format's extension. */
export function safeFilename(name: string | undefined, format: Format): string {
  const cleaned = cleanName(name ?? '')
  const allowed = extensionsOf(format)
  const dot = cleaned.lastIndexOf('.')
  const given = cleaned.slice(dot + 1)
  const isRight = dot > 0 && allowed.includes(given.toLowerCase())
  const extension = isRight ? given : allowed[0]
  // The extension of another format that is stored here says something wrong, and gives way.
  const hasOwn = isRight || (dot > 0 && isExtension(given.toLowerCase()))
  const stem = trimToBytes(hasOwn ? cleaned.slice(0, dot) : cleaned, maxNameBytes - extension.length - 1)
  return `${stem || 'file'}.${extension}`
}

function cleanName(name: string): string {
  const lastPart = name.toWellFormed().slice(-8192).split(/[/\\]/).at(-1) ?? ''
  return lastPart
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .replace(hiddenCharacters, '')
    .replace(reservedCharacters, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/(?<![. ])[. ]+$/, '')
}

/** Cuts between characters as a reader sees them, so that no accent or emoji is split. */
function trimToBytes(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text
  let kept = ''
  let used = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += Buffer.byteLength(segment)
    if (used > limit) break
    kept += segment
  }
  return kept.trimEnd()
}

const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** "512 B", "340 KB", "1.2 MB". */
export function formatSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (unit < units.length - 1 && roundForDisplay(value, unit) >= 1024) {
    value /= 1024
    unit += 1
  }
  return `${roundForDisplay(value, unit)} ${units[unit] ?? ''}`
}

/** Kilobytes are whole numbers from ten on; larger units always keep one decimal. */
function roundForDisplay(value: number, unit: number): number {
  return unit <= 1 && value >= 10 ? Math.round(value) : Math.round(value * 10) / 10
}
