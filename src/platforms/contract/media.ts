import type { Readable } from 'node:stream'

/** A media file that is at hand, checked and measured. */
export interface PreparedMedia {
  kind: 'image' | 'video'
  sha256: string
  size: number
  contentType: string
  filename: string
  width: number | null
  height: number | null
  /** Where it came from. */
  url: string
  open: (range?: { start: number; end: number }) => Readable
}
