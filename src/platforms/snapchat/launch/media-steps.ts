import type { Step, StepContext } from '../../contract/launch.ts'
import type { OwnItem } from './fields.ts'
import type { MediaWait } from '../../kit/media-wait.ts'
import type { CallOptions, Snap } from '../client.ts'
import { uploadMedia } from './upload.ts'

export function callOptions(item: OwnItem, { sendBefore, signal }: StepContext): CallOptions {
  return { accountId: item.accountId, signal, sendBefore, maxWaitMs: 2_000 }
}

export function readOptions(item: OwnItem, context: StepContext): CallOptions {
  return { ...callOptions(item, context), sendBefore: undefined }
}

/** Media are known by their content: the same file is sent to an account once, whichever ads show it. */
export function mediaSteps(snap: Snap, wait: MediaWait, item: OwnItem): Step[] {
  return item.media.map((media, index) => ({
    kind: 'media',
    name: `media:${index}`,
    key: `media:${media.sha256}`,
    asks: { sha256: media.sha256 },
    send: (context) => uploadMedia(snap, item.accountId, media, callOptions(item, context)),
    readBack: { kind: 'repeatable', because: 'a second upload only makes a file that nothing shows' },
    settle: (context, { id }) => wait(id, item.batchLabel, readOptions(item, context)),
  }))
}
