import type { Readable } from 'node:stream'

/** What an ad can be made of. Not every platform takes all of them: `Platform.mediaKinds` tells. */
export const mediaKinds = ['image', 'video', 'document'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** What every platform takes. */
export const usualKinds: readonly MediaKind[] = ['image', 'video']

/** A media file that is at hand, checked and measured. */
export interface PreparedMedia {
  kind: MediaKind
  sha256: string
  size: number
  contentType: string
  filename: string
  width: number | null
  height: number | null
  /** How long a video plays; null or absent: nobody knows. */
  seconds?: number | null
  /** How many pages a document has. */
  pages?: number | null
  /** Where it came from. */
  url: string
  open: (range?: { start: number; end: number }) => Readable
}
