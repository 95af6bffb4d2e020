import { stat } from 'node:fs/promises'
import type { VideoFormat } from './formats.ts'
import { invalidFormat } from '../media-error.ts'
import type { VideoFacts } from './mediainfo-process.ts'
import type { Analyser } from './file-analyser.ts'
import { checkVideoStructure } from './video-structure.ts'

export interface VideoDimensions {
  format: VideoFormat
  size: number
  width: number
  height: number
  /** Seconds. Null only for a fragmented file that does not say. */
  duration: number | null
  /** Bits per second, of all tracks together. */
  bitrate: number | null
  framerate: number | null
  /** Degrees by which a player turns the picture, present when it does; width and height are those stored. */
  rotation?: number
}

export async function probeVideo(
  analyser: Analyser<VideoFacts>,
  path: string,
  format: VideoFormat,
): Promise<VideoDimensions> {
  const structure = await checkVideoStructure(path, format)
  if (structure.problem) throw invalidFormat(format, structure.problem)
  const { size } = await stat(path)
  const facts = await analyser.analyse(path)
  if (!facts) throw invalidFormat(format, 'unreadable')
  if (!facts.hasVideo || !facts.width || !facts.height) throw invalidFormat(format, 'no_video_track')
  if (!facts.duration && !structure.fragmented) throw invalidFormat(format, 'no_duration')
  return describe(facts, { format, size, width: facts.width, height: facts.height })
}

type Basics = Pick<VideoDimensions, 'format' | 'size' | 'width' | 'height'>

function describe(facts: VideoFacts, basics: Basics): VideoDimensions {
  const duration = facts.duration || null
  const average = duration ? Math.round((basics.size * 8) / duration) : null
  const dimensions: VideoDimensions = {
    ...basics,
    duration,
    bitrate: facts.bitrate ?? average,
    framerate: facts.framerate,
  }
  if (facts.rotation) dimensions.rotation = facts.rotation
  return dimensions
}
