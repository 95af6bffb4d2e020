/** A process of its own, started by file-analyser.ts: it is sent paths and answers with facts. */
import { open } from 'node:fs/promises'
import mediaInfoFactory from 'mediainfo.js'
import type { AnalyserAnswer } from './file-analyser.ts'

/** The facts of a video as MediaInfo states them; what it does not state is null. */
export interface VideoFacts {
  hasVideo: boolean
  width: number | null
  height: number | null
  duration: number | null
  bitrate: number | null
  framerate: number | null
  rotation: number | null
}

const mediaInfo = await mediaInfoFactory({ format: 'object', chunkSize: 64 * 1024 })

async function analyse(path: string): Promise<VideoFacts> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const chunk = Buffer.allocUnsafe(mediaInfo.options.chunkSize)
    const result = await mediaInfo.analyzeData(size, async (length, offset) => {
      const { bytesRead } = await handle.read(chunk, 0, length, offset)
      return chunk.subarray(0, bytesRead)
    })
    return readFacts(result.media?.track ?? [])
  } finally {
    // Frees what the parser gathered about this file; the instance itself serves the next one.
    mediaInfo.reset()
    await handle.close()
  }
}

function readFacts(tracks: object[]): VideoFacts {
  const general = tracks.find((track) => '@type' in track && track['@type'] === 'General')
  const video = tracks.find((track) => '@type' in track && track['@type'] === 'Video')
  return {
    hasVideo: video !== undefined,
    width: numberAt(video, 'Width'),
    height: numberAt(video, 'Height'),
    duration: numberAt(general, 'Duration') ?? numberAt(video, 'Duration'),
    bitrate: numberAt(general, 'OverallBitRate') ?? numberAt(video, 'BitRate'),
    framerate: numberAt(video, 'FrameRate') ?? numberAt(general, 'FrameRate'),
    rotation: numberAt(video, 'Rotation'),
  }
}

/** MediaInfo gives some numbers as strings. */
function numberAt(track: object | undefined, key: string): number | null {
  const value: unknown = track === undefined ? undefined : (track as Record<string, unknown>)[key]
  const number = typeof value === 'string' ? Number.parseFloat(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

process.on('message', (path: string) => {
  const answer = (facts: VideoFacts | null) => process.send?.({ facts } satisfies AnalyserAnswer<VideoFacts>)
  void analyse(path).then(answer, () => answer(null))
})
