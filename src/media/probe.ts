import { isImage } from './formats.ts'
import type { Format } from './formats.ts'
import { probeImage } from './probe-image.ts'
import type { ImageDimensions } from './probe-image.ts'
import { probeVideo } from './probe-video.ts'
import type { VideoDimensions } from './probe-video.ts'

export type Dimensions = ImageDimensions | VideoDimensions

/** Checks that a file is whole and sound, and measures it. Refuses it with INVALID_FORMAT otherwise. */
export async function probe(path: string, format: Format): Promise<Dimensions> {
  return isImage(format) ? probeImage(path, format) : probeVideo(path, format)
}

/** Width and height as a viewer sees them: what placements are chosen by. */
export function displaySize(dimensions: Dimensions): { width: number; height: number } {
  const { width, height } = dimensions
  const isTurned =
    ('rotation' in dimensions && Math.round(Math.abs(dimensions.rotation ?? 0)) % 180 === 90) ||
    ('orientation' in dimensions && (dimensions.orientation ?? 1) >= 5)
  return isTurned ? { width: height, height: width } : { width, height }
}
