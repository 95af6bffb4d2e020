import type { Step, StepContext } from '../../contract/launch.ts'
import type { OwnItem } from './fields.ts'
import type { MediaWait } from '../../kit/media-wait.ts'
import type { Api, CallOptions } from '../client.ts'
import { uploadVideo } from './upload.ts'

export function callOptions(item: OwnItem, { sendBefore, signal }: StepContext): CallOptions {
  return { accountId: item.accountId, signal, sendBefore, maxWaitMs: 2_000 }
}

export function readOptions(item: OwnItem, context: StepContext): CallOptions {
  return { ...callOptions(item, context), sendBefore: undefined }
}

/** A picture goes along with its pin. A video is sent ahead, once per account, whichever ads show it. */
export function mediaSteps(api: Api, wait: MediaWait, item: OwnItem): Step[] {
  return item.media
    .filter(({ kind }) => kind === 'video')
    .map((media, index) => ({
      kind: 'media',
      name: `media:${index}`,
      key: `media:${media.sha256}`,
      asks: { sha256: media.sha256 },
      send: (context) => uploadVideo(api, media, callOptions(item, context)),
      readBack: { kind: 'repeatable', because: 'a second upload only makes a video that nothing shows' },
      settle: (context, { id }) => wait(id, item.batchLabel, readOptions(item, context)),
    }))
}
