import { GraphError } from '../errors.ts'

export interface VideoFacts {
  size: number
  /** Seconds. */
  length: number
  width: number
  height: number
}

const largestDownload = 256 * 1024 * 1024

/** Downloads a video as the platform does: it must be reachable and a film. */
export async function fetchVideo(url: string): Promise<VideoFacts> {
  let bytes: Buffer
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) })
    if (!response.ok) throw new Error(`status ${response.status}`)
    bytes = Buffer.from(await response.arrayBuffer())
  } catch {
    throw new GraphError({ code: 389, message: '(#389) Unable to fetch video file from URL.' })
  }
  if (bytes.length > largestDownload)
    throw new GraphError({ code: 352, message: '(#352) The video file is too large.' })
  return measureVideo(bytes, bytes.length)
}

export async function measureVideo(bytes: Buffer, size: number): Promise<VideoFacts> {
  // Few look at videos, and loading it takes room.
  const { default: mediaInfoFactory } = await import('mediainfo.js')
  const mediaInfo = await mediaInfoFactory({ format: 'object' })
  try {
    const result = await mediaInfo.analyzeData(size, (length: number, offset: number) =>
      bytes.subarray(offset, offset + length),
    )
    const track = result.media?.track.find((candidate) => candidate['@type'] === 'Video')
    if (track?.['@type'] !== 'Video')
      throw new GraphError({
        code: 352,
        message: '(#352) The video file you selected is in a format that is not supported.',
      })
    return {
      size,
      length: Number(track.Duration ?? 0),
      width: Number(track.Width ?? 0),
      height: Number(track.Height ?? 0),
    }
  } finally {
    mediaInfo.close()
  }
}
