import { PlatformError } from '../../../errors.ts'
import type { CallOptions } from '../../kit/http/call.ts'
import { createMediaWait, unusableFile } from '../../kit/media-wait.ts'
import type { MediaPatience, MediaState, MediaWait } from '../../kit/media-wait.ts'
import type { Api } from '../client.ts'
import { platformName } from '../name.ts'
import { MediaWire } from '../wire.ts'

export function createVideoWait(api: Api, patience: MediaPatience): MediaWait {
  return createMediaWait(platformName, (mediaId, options) => stateOf(api, mediaId, options), patience)
}

async function stateOf(api: Api, mediaId: string, options: CallOptions): Promise<MediaState> {
  const media = await api.get(MediaWire, `media/${mediaId}`, {}, options).catch(nullWhenGone)
  if (!media) return 'missing'
  if (media.status === 'succeeded') return 'ready'
  // Bytes that have come are noticed after a while.
  if (media.status === 'registered') return 'unnoticed'
  if (media.status !== 'failed') return 'processing'
  throw unusableFile(
    platformName,
    'The platform could not process the video.',
    'Check that the video plays, is an MP4 or MOV file and lasts from 4 seconds to 15 minutes, then launch again.',
  )
}

function nullWhenGone(error: unknown): null {
  if (error instanceof PlatformError && error.kind === 'rejected') return null
  throw error
}
