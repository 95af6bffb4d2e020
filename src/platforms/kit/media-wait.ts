import { setTimeout as delay } from 'node:timers/promises'
import { PlatformError } from '../../errors.ts'
import type { CallOptions } from './http/call.ts'
import { Unusable } from '../contract/launch.ts'

/**
 * What a platform says about a file that was sent to it. missing: it does not have it (yet, or any more); unnoticed: it
 * expects the file and has not seen it come.
 */
export type MediaState = 'ready' | 'processing' | 'missing' | 'unnoticed'

export interface MediaPatience {
  pollMs: number
  deadlineMs: number
  /** How long a file may be missing before it counts as gone; absent: not at all. */
  missingMs?: number
}

export type MediaWait = (mediaId: string, batch: string, options: CallOptions) => Promise<void>

const rememberMs = 5 * 60_000
const maxRemembered = 2_000

/** Waits for files to be processed. Within a batch, one that was ready a moment ago is not asked about again. */
export function createMediaWait(
  platform: string,
  look: (mediaId: string, options: CallOptions) => Promise<MediaState>,
  { pollMs, deadlineMs, missingMs = 0 }: MediaPatience,
): MediaWait {
  const readyUntil = new Map<string, number>()

  return async (mediaId, batch, options) => {
    const known = `${batch} ${mediaId}`
    if ((readyUntil.get(known) ?? 0) > performance.now()) return
    const began = performance.now()
    for (;;) {
      const state = await look(mediaId, options)
      if (state === 'ready') break
      const waited = performance.now() + pollMs - began
      if (state === 'missing' && waited > missingMs) throw gone(platform, mediaId)
      if (waited > deadlineMs)
        throw state === 'unnoticed' ? gone(platform, mediaId) : tooSlow(platform, mediaId, deadlineMs)
      await delay(pollMs, undefined, { signal: options.signal })
    }
    if (readyUntil.size >= maxRemembered) readyUntil.clear()
    readyUntil.set(known, performance.now() + rememberMs)
  }
}

/** The file is there and will never be usable; what is wrong with it is the caller's to mend. */
export function unusableFile(platform: string, message: string, hint: string): Unusable {
  return new Unusable({ platform, kind: 'rejected', message, field: 'media', hint })
}

function gone(platform: string, mediaId: string): Unusable {
  const message = `The platform does not have the file ${mediaId} (any more); it is uploaded again.`
  return new Unusable({ platform, kind: 'transient', message })
}

function tooSlow(platform: string, mediaId: string, deadlineMs: number): PlatformError {
  return new PlatformError({
    platform,
    kind: 'rejected',
    message: `The platform was still processing the file ${mediaId} after ${Math.round(deadlineMs / 1000)} seconds.`,
    field: 'media',
    hint: 'Launch this ad again later: the file stays where it is and is used as soon as it is ready.',
  })
}
