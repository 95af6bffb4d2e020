import type { StoredMedia } from '../../../../client/src/index.ts'
import { decimals } from '../../ui/words/format.ts'
import { t } from '../../languages/t.ts'

/** Width by height, length, pages: what is known of a file. */
export function measuresOf({ dimensions, sizeFormatted }: StoredMedia): string {
  const { width, height } = dimensions
  const length =
    'duration' in dimensions && dimensions.duration
      ? t('{duration} s', { duration: decimals(dimensions.duration, 1) })
      : null
  const pages = 'pages' in dimensions ? t('{pages} pages', { pages: dimensions.pages }) : null
  return [width && height ? `${width} × ${height}` : null, length, pages, sizeFormatted].filter(Boolean).join(' · ')
}
