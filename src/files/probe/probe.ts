import { createFairShare } from '../../async/fair-share.ts'
import { convertWebp } from './convert-webp.ts'
import type { Converted } from './convert-webp.ts'
import { isImage } from './formats.ts'
import type { Format } from './formats.ts'
import { probeImage } from './image.ts'
import type { ImageDimensions } from './image.ts'
import { probeVideo } from './video.ts'
import type { VideoDimensions } from './video.ts'
import { createVideoAnalyser } from './video-analyser.ts'

export type Dimensions = ImageDimensions | VideoDimensions

/** Measures files, with a fair share for every company: a picture that is slow to decode holds up its own company alone. */
export interface Prober {
  /** Checks that a file is whole and sound, and measures it. Refuses it with INVALID_FORMAT otherwise. */
  probe(companyId: number, path: string, format: Format, signal?: AbortSignal): Promise<Dimensions>
  /** Makes a WebP picture one that platforms take, in its place. */
  convertWebp(companyId: number, path: string, signal?: AbortSignal): Promise<Converted>
  close(): void
}

/** Few, because of the memory that a large picture takes, and because of what a process for a video costs. */
const limits = { places: 2, placesPerCompany: 1, maxWaitMs: 120_000 }

export function createProber(): Prober {
  const pictures = createFairShare({ what: 'Pictures that are checked', ...limits })
  const videos = createFairShare({ what: 'Videos that are checked', ...limits })
  const analysers = Array.from({ length: limits.places }, createVideoAnalyser)
  const idle = [...analysers]

  async function probeByIdle(path: string, format: VideoDimensions['format']): Promise<VideoDimensions> {
    // There are as many as places.
    const analyser = idle.pop()!
    try {
      return await probeVideo(analyser, path, format)
    } finally {
      idle.push(analyser)
    }
  }

  return {
    probe: (companyId, path, format, signal) =>
      isImage(format)
        ? pictures.run(companyId, () => probeImage(path, format), signal)
        : videos.run(companyId, () => probeByIdle(path, format), signal),
    convertWebp: (companyId, path, signal) => pictures.run(companyId, () => convertWebp(path), signal),
    close() {
      for (const analyser of analysers) analyser.close()
    },
  }
}

/** Width and height as a viewer sees them: what placements are chosen by. */
export function displaySize(dimensions: Dimensions): { width: number; height: number } {
  const { width, height } = dimensions
  const isTurned =
    ('rotation' in dimensions && Math.round(Math.abs(dimensions.rotation ?? 0)) % 180 === 90) ||
    ('orientation' in dimensions && (dimensions.orientation ?? 1) >= 5)
  return isTurned ? { width: height, height: width } : { width, height }
}
