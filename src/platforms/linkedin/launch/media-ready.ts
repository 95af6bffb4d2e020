import type { CallOptions } from '../../kit/http/call.ts'
import { createMediaWait, unusableFile } from '../../kit/media-wait.ts'
import type { MediaPatience, MediaState, MediaWait } from '../../kit/media-wait.ts'
import { nullWhenMissing } from '../client.ts'
import type { Api } from '../client.ts'
import { platformName } from '../name.ts'
import { segment } from '../restli.ts'
import { MediaWire } from '../wire.ts'

/** A post with a file that is not ready is refused, so every file is waited for. */
export function createReadyWait(api: Api, patience: MediaPatience): MediaWait {
  return createMediaWait(platformName, (urn, options) => stateOf(api, urn, options), patience)
}

async function stateOf(api: Api, urn: string, options: CallOptions): Promise<MediaState> {
  const [, , kind] = urn.split(':')
  const media = await api.get(MediaWire, `${kind}s/${segment(urn)}`, {}, options).catch(nullWhenMissing)
  if (!media) return 'missing'
  if (media.status === 'AVAILABLE') return 'ready'
  if (media.status === 'WAITING_UPLOAD') return 'unnoticed'
  if (media.status !== 'PROCESSING_FAILED') return 'processing'
  throw unusableFile(
    platformName,
    `The platform could not process the file${media.processingFailureReason ? `: ${media.processingFailureReason}` : ''}.`,
    'Check that the file opens elsewhere: a video is an MP4 of 3 seconds to 30 minutes, a document a PDF of at most 300 pages. Then launch again.',
  )
}
