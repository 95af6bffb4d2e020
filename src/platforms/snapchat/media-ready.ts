import { setTimeout as delay } from 'node:timers/promises'
import { PlatformError } from '../../errors.ts'
import { Unusable } from '../launch.ts'
import type { CallOptions, Snap } from './client.ts'
import { isMissing } from './manage-read.ts'
import { platformName } from './name.ts'
import { MediaWire } from './wire.ts'

const rememberMs = 5 * 60_000
const mostRemembered = 2_000
/** The platform's word while a file is processed is the same as before it has come. */
const stillComing = 'PENDING_UPLOAD'

export type MediaWait = (mediaId: string, batch: string, options: CallOptions) => Promise<void>

/** Waits for files to be processed. Within a batch, one that was ready a moment ago is not asked about again. */
export function createMediaWait(snap: Snap, { pollMs, deadlineMs }: { pollMs: number; deadlineMs: number }): MediaWait {
  const readyUntil = new Map<string, number>()

  return async (mediaId, batch, options) => {
    const known = `${batch} ${mediaId}`
    if ((readyUntil.get(known) ?? 0) > Date.now()) return
    const deadline = Date.now() + deadlineMs
    while (!(await isReady(snap, mediaId, options))) {
      if (Date.now() + pollMs > deadline) throw tooSlow(mediaId, deadlineMs)
      await delay(pollMs, undefined, { signal: options.signal })
    }
    if (readyUntil.size >= mostRemembered) readyUntil.clear()
    readyUntil.set(known, Date.now() + rememberMs)
  }
}

async function isReady(snap: Snap, mediaId: string, options: CallOptions): Promise<boolean> {
  const { media_status: status } = await snap.read('media', MediaWire, mediaId, {}, options).catch(refuseGone(mediaId))
  if (status === 'READY') return true
  if (status === stillComing || status === 'PROCESSING') return false
  throw new Unusable({
    platform: platformName,
    kind: 'rejected',
    message: `The platform could not process the file (${status}).`,
    field: 'media',
    hint: 'Check that the file opens: a PNG or JPEG picture up to 5 MB, or a video with H.264. Then launch this ad again.',
  })
}

/** Gone on the platform since it was uploaded: the next attempt uploads it again. */
function refuseGone(mediaId: string) {
  return (error: unknown): never => {
    if (!isMissing(error)) throw error
    const message = `The file ${mediaId} is no longer there; it is uploaded again.`
    throw new Unusable({ platform: platformName, kind: 'transient', message })
  }
}

function tooSlow(mediaId: string, deadlineMs: number): PlatformError {
  return new PlatformError({
    platform: platformName,
    kind: 'rejected',
    message: `The platform was still processing the file ${mediaId} after ${Math.round(deadlineMs / 1000)} seconds.`,
    field: 'media',
    hint: 'Launch this ad again later: the file stays where it is and is used as soon as it is ready.',
  })
}
