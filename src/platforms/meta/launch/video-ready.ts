import { PlatformError } from '../../../errors.ts'
import type { CallOptions } from '../../kit/http/call.ts'
import { createMediaWait, unusableFile } from '../../kit/media-wait.ts'
import type { MediaPatience, MediaState, MediaWait } from '../../kit/media-wait.ts'
import type { Graph } from '../client.ts'
import { platformName } from '../name.ts'
import { VideoWire } from './wire.ts'

export function createVideoWait(graph: Graph, patience: MediaPatience): MediaWait {
  return createMediaWait(platformName, (videoId, options) => stateOf(graph, videoId, options), patience)
}

async function stateOf(graph: Graph, videoId: string, options: CallOptions): Promise<MediaState> {
  const video = await graph.get(VideoWire, videoId, { fields: 'status' }, options).catch(nullWhenGone)
  if (!video) return 'missing'
  const { status } = video
  if (status.video_status === 'ready') return 'ready'
  if (status.video_status !== 'error' && status.video_status !== 'expired') return 'processing'
  const errors = [...(status.uploading_phase?.errors ?? []), ...(status.processing_phase?.errors ?? [])]
  const reasons = errors.flatMap(({ message }) => message ?? []).join(' ')
  throw unusableFile(
    platformName,
    `The platform could not process the video (${status.video_status}). ${reasons}`.trim(),
    'Check that the video plays and is an MP4 or MOV file with H.264 video, then launch this ad again.',
  )
}

/** Deleted on the platform since it was uploaded. */
function nullWhenGone(error: unknown): null {
  if (error instanceof PlatformError && error.failure.code === 100 && error.failure.subcode === 33) return null
  throw error
}
