import { setTimeout as delay } from 'node:timers/promises'
import { PlatformError } from '../../errors.ts'
import { Unusable } from '../launch.ts'
import type { CallOptions, Graph } from './client.ts'
import { platformName } from './name.ts'
import { VideoWire } from './wire-launch.ts'

const rememberMs = 5 * 60_000
const mostRemembered = 2_000

export interface VideoPatience {
  pollMs: number
  deadlineMs: number
}

/** Waits for videos to be processed. Within a batch, one that was ready a moment ago is not asked about again. */
export function createVideoWait(graph: Graph, { pollMs, deadlineMs }: VideoPatience) {
  const readyUntil = new Map<string, number>()

  return async (videoId: string, batch: string, options: CallOptions): Promise<void> => {
    const known = `${batch} ${videoId}`
    if ((readyUntil.get(known) ?? 0) > Date.now()) return
    const deadline = Date.now() + deadlineMs
    while (!(await isReady(graph, videoId, options))) {
      if (Date.now() + pollMs > deadline) throw tooSlow(videoId, deadlineMs)
      await delay(pollMs, undefined, { signal: options.signal })
    }
    if (readyUntil.size >= mostRemembered) readyUntil.clear()
    readyUntil.set(known, Date.now() + rememberMs)
  }
}

async function isReady(graph: Graph, videoId: string, options: CallOptions): Promise<boolean> {
  const { status } = await graph.get(VideoWire, videoId, { fields: 'status' }, options).catch(refuseGone(videoId))
  if (status.video_status === 'ready') return true
  if (status.video_status !== 'error' && status.video_status !== 'expired') return false
  const errors = [...(status.uploading_phase?.errors ?? []), ...(status.processing_phase?.errors ?? [])]
  const reasons = errors.flatMap(({ message }) => message ?? []).join(' ')
  throw new Unusable({
    platform: platformName,
    kind: 'rejected',
    message: `The platform could not process the video (${status.video_status}). ${reasons}`.trim(),
    field: 'media',
    hint: 'Check that the video plays and is an MP4 or MOV file with H.264 video, then launch this ad again.',
  })
}

/** Deleted on the platform since it was uploaded: the next attempt uploads it again. */
function refuseGone(videoId: string) {
  return (error: unknown): never => {
    const isGone = error instanceof PlatformError && error.failure.code === 100 && error.failure.subcode === 33
    if (!isGone) throw error
    const message = `The video ${videoId} is no longer there; it is uploaded again.`
    throw new Unusable({ platform: platformName, kind: 'transient', message })
  }
}

function tooSlow(videoId: string, deadlineMs: number): PlatformError {
  return new PlatformError({
    platform: platformName,
    kind: 'rejected',
    message: `The platform was still processing the video ${videoId} after ${Math.round(deadlineMs / 1000)} seconds.`,
    field: 'media',
    hint: 'Launch this ad again later: the video stays where it is and is used as soon as it is ready.',
  })
}
