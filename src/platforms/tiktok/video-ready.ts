import { setTimeout as delay } from 'node:timers/promises'
import { PlatformError } from '../../errors.ts'
import { Unusable } from '../launch.ts'
import type { Api, CallOptions } from './client.ts'
import { platformName } from './name.ts'
import { VideosWire } from './wire-media.ts'

const rememberMs = 5 * 60_000
const mostRemembered = 2_000

export interface VideoPatience {
  pollMs: number
  deadlineMs: number
  /** How long a video may stay out of sight before it counts as gone: new ones appear late. */
  missingMs: number
}

export type VideoWait = (videoId: string, batch: string, options: CallOptions) => Promise<void>

/** Waits for videos to be processed. Within a batch, one that was ready a moment ago is not asked about again. */
export function createVideoWait(api: Api, { pollMs, deadlineMs, missingMs }: VideoPatience): VideoWait {
  const readyUntil = new Map<string, number>()

  return async (videoId, batch, options) => {
    const known = `${batch} ${videoId}`
    if ((readyUntil.get(known) ?? 0) > Date.now()) return
    const began = Date.now()
    for (;;) {
      const state = await stateOf(api, videoId, options)
      if (state === 'ready') break
      const waited = Date.now() - began
      if (state === 'missing' && waited >= missingMs) throw gone(videoId)
      if (waited + pollMs > deadlineMs) throw tooSlow(videoId, deadlineMs)
      await delay(pollMs, undefined, { signal: options.signal })
    }
    if (readyUntil.size >= mostRemembered) readyUntil.clear()
    readyUntil.set(known, Date.now() + rememberMs)
  }
}

/** Ids that cannot be used are left out of the answer without a word; measures appear when a video is ready. */
async function stateOf(api: Api, videoId: string, options: CallOptions): Promise<'ready' | 'processing' | 'missing'> {
  const params = { advertiser_id: options.accountId, video_ids: [videoId] }
  const { list } = await api.get(VideosWire, 'file/video/ad/info', params, options)
  const video = list.find((each) => each.video_id === videoId)
  if (!video) return 'missing'
  return video.duration > 0 && video.width > 0 && video.height > 0 ? 'ready' : 'processing'
}

function gone(videoId: string): Unusable {
  const message = `The video ${videoId} cannot be used (any more); it is uploaded again.`
  return new Unusable({ platform: platformName, kind: 'transient', message })
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
