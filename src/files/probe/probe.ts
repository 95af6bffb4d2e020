import { createFairShare } from '../../async/fair-share.ts'
import { required } from '../../lookup.ts'
import { convertWebp } from './convert-webp.ts'
import type { ConvertedFile } from './convert-webp.ts'
import { probeDocument } from './document.ts'
import type { DocumentDimensions } from './document.ts'
import { createAnalyser } from './file-analyser.ts'
import { isDocument, isImage } from './formats.ts'
import type { Format } from './formats.ts'
import { probeImage } from './image.ts'
import type { ImageDimensions } from './image.ts'
import { probeVideo } from './video.ts'
import type { VideoDimensions } from './video.ts'
import type { VideoFacts } from './mediainfo-process.ts'
import type { DocumentFacts } from './pdf-process.ts'

export type Dimensions = ImageDimensions | VideoDimensions | DocumentDimensions

/** Measures files, with a fair share for every company: a picture that is slow to decode holds up its own company alone. */
export interface Prober {
  /** Checks that a file is whole and sound, and measures it. Refuses it with INVALID_FORMAT otherwise. */
  probe(companyId: number, path: string, format: Format, signal?: AbortSignal): Promise<Dimensions>
  /** Makes a WebP picture one that platforms take, in its place. */
  convertWebp(companyId: number, path: string, signal?: AbortSignal): Promise<ConvertedFile>
  close(): void
}

/** Few, because of the memory that a large picture takes, and because of what a process for a video or a document costs. */
const limits = { places: 2, placesPerCompany: 1, maxWaitMs: 120_000 }

export function createProber(): Prober {
  const pictures = createFairShare({ what: 'Pictures that are checked', ...limits })
  const videos = createFairShare({ what: 'Videos that are checked', ...limits })
  const documents = createFairShare({ what: 'Documents that are checked', ...limits })
  const videoReaders = poolOf(() => createAnalyser<VideoFacts>('mediainfo-process.ts'))
  const pageCounters = poolOf(() => createAnalyser<DocumentFacts>('pdf-process.ts'))

  return {
    probe(companyId, path, format, signal) {
      if (isImage(format)) return pictures.run(companyId, () => probeImage(path, format), signal)
      if (isDocument(format))
        return documents.run(companyId, () => pageCounters.use((reader) => probeDocument(reader, path)), signal)
      return videos.run(companyId, () => videoReaders.use((reader) => probeVideo(reader, path, format)), signal)
    },
    convertWebp: (companyId, path, signal) => pictures.run(companyId, () => convertWebp(path), signal),
    close() {
      videoReaders.close()
      pageCounters.close()
    },
  }
}

/** As many of them as there are places, so one is always idle for whoever has a place. */
function poolOf<T extends { close(): void }>(create: () => T) {
  const all = Array.from({ length: limits.places }, create)
  const idle = [...all]
  return {
    async use<R>(work: (one: T) => Promise<R>): Promise<R> {
      const one = required(idle.pop(), 'idle process')
      try {
        return await work(one)
      } finally {
        idle.push(one)
      }
    },
    close() {
      for (const one of all) one.close()
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
