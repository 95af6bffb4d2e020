import { setTimeout as delay } from 'node:timers/promises'
import { PlatformError } from '../../errors.ts'
import { Unusable } from '../launch.ts'
import type { Api, CallOptions } from './client.ts'
import { platformName } from './name.ts'
import { MediaWire } from './wire.ts'

const rememberMs = 5 * 60_000
const mostRemembered = 2_000

export interface VideoPatience {
  pollMs: number
  deadlineMs: number
}

export type VideoWait = (mediaId: string, batch: string, options: CallOptions) => Promise<void>

/** Waits for videos to be processed. Within a batch, one that was ready a moment ago is not asked about again. */
export function createVideoWait(api: Api, { pollMs, deadlineMs }: VideoPatience): VideoWait {
  const readyUntil = new Map<string, number>()

  return async (mediaId, batch, options) => {
    const known = `${batch} ${mediaId}`
    if ((readyUntil.get(known) ?? 0) > Date.now()) return
    const deadline = Date.now() + deadlineMs
    for (;;) {
      const status = await readStatus(api, mediaId, options)
      if (status === 'succeeded') break
      if (Date.now() + pollMs > deadline)
        // Not even noticed in all this time: the bytes are lost, and the next attempt uploads them again.
        throw status === 'registered' ? lost(mediaId) : tooSlow(mediaId, deadlineMs)
      await delay(pollMs, undefined, { signal: options.signal })
    }
    if (readyUntil.size >= mostRemembered) readyUntil.clear()
    readyUntil.set(known, Date.now() + rememberMs)
  }
}

async function readStatus(api: Api, mediaId: string, options: CallOptions): Promise<string | undefined> {
  const { status } = await api.get(MediaWire, `media/${mediaId}`, {}, options).catch(refuseGone(mediaId))
  if (status !== 'failed') return status
  throw new Unusable({
    platform: platformName,
    kind: 'rejected',
    message: 'The platform could not process the video.',
    field: 'media',
    hint: 'Check that the video plays, is an MP4 or MOV file and lasts from 4 seconds to 15 minutes, then launch again.',
  })
}

function refuseGone(mediaId: string) {
  return (error: unknown): never => {
    if (!(error instanceof PlatformError) || error.kind !== 'rejected') throw error
    throw lost(mediaId)
  }
}

function lost(mediaId: string): Unusable {
  const message = `The video ${mediaId} is not there (any more); it is uploaded again.`
  return new Unusable({ platform: platformName, kind: 'transient', message })
}

function tooSlow(mediaId: string, deadlineMs: number): PlatformError {
  return new PlatformError({
    platform: platformName,
    kind: 'rejected',
    message: `The platform was still processing the video ${mediaId} after ${Math.round(deadlineMs / 1000)} seconds.`,
    field: 'media',
    hint: 'Launch this ad again later: the video stays where it is and is used as soon as it is ready.',
  })
}
