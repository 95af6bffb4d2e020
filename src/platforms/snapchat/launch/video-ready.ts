import type { CallOptions } from '../../kit/http/call.ts'
import { createMediaWait as createWait, unusableFile } from '../../kit/media-wait.ts'
import type { MediaPatience, MediaState, MediaWait } from '../../kit/media-wait.ts'
import type { Snap } from '../client.ts'
import { isMissing } from '../manage/read.ts'
import { platformName } from '../name.ts'
import { MediaWire } from '../wire.ts'

/** The platform's word while a file is processed is the same as before it has come. */
const stillComing = 'PENDING_UPLOAD'

export function createMediaWait(snap: Snap, patience: MediaPatience): MediaWait {
  return createWait(platformName, (mediaId, options) => stateOf(snap, mediaId, options), patience)
}

async function stateOf(snap: Snap, mediaId: string, options: CallOptions): Promise<MediaState> {
  const media = await snap.read({ kind: 'media', schema: MediaWire }, mediaId, {}, options).catch(nullWhenGone)
  if (!media) return 'missing'
  const { media_status: status } = media
  if (status === 'READY') return 'ready'
  if (status === stillComing || status === 'PROCESSING') return 'processing'
  throw unusableFile(
    platformName,
    `The platform could not process the file (${status}).`,
    'Check that the file opens: a PNG or JPEG picture up to 5 MB, or a video with H.264. Then launch this ad again.',
  )
}

/** Gone on the platform since it was uploaded. */
function nullWhenGone(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}
