import type { StoredMedia } from '../../../../client/src/index.ts'

/** Width by height, length, pages: what is known of a file. */
export function measuresOf({ dimensions, sizeFormatted }: StoredMedia): string {
  const { width, height } = dimensions
  const length = 'duration' in dimensions && dimensions.duration ? `${dimensions.duration.toFixed(1)} s` : null
  const pages = 'pages' in dimensions ? `${dimensions.pages} pages` : null
  return [width && height ? `${width} × ${height}` : null, length, pages, sizeFormatted].filter(Boolean).join(' · ')
}
