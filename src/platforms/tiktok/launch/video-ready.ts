import type { CallOptions } from '../../kit/http/call.ts'
import { createMediaWait } from '../../kit/media-wait.ts'
import type { MediaPatience, MediaState, MediaWait } from '../../kit/media-wait.ts'
import type { Api } from '../client.ts'
import { laterIfNotPermitted } from '../errors.ts'
import { platformName } from '../name.ts'
import { VideosWire } from './wire.ts'

export function createVideoWait(api: Api, patience: MediaPatience): MediaWait {
  return createMediaWait(platformName, (videoId, options) => stateOf(api, videoId, options), patience)
}

/** Ids that cannot be used are left out of the answer without a word; measures appear when a video is ready. */
async function stateOf(api: Api, videoId: string, options: CallOptions): Promise<MediaState> {
  const params = { advertiser_id: options.accountId, video_ids: [videoId] }
  const { list } = await api.get(VideosWire, 'file/video/ad/info', params, options).catch(laterIfNotPermitted)
  const video = list.find((each) => each.video_id === videoId)
  if (!video) return 'missing'
  return video.duration > 0 && video.width > 0 && video.height > 0 ? 'ready' : 'processing'
}
