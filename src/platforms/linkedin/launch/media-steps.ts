import type { Step, StepContext } from '../../contract/launch.ts'
import type { MediaWait } from '../../kit/media-wait.ts'
import type { Api, CallOptions } from '../client.ts'
import { organizationUrn } from '../map.ts'
import type { OwnItem } from './fields.ts'
import { uploadMedia } from './upload.ts'

export function callOptions(item: OwnItem, { sendBefore, signal }: StepContext): CallOptions {
  return { accountId: item.accountId, signal, sendBefore, maxWaitMs: 2_000 }
}

export function readOptions(item: OwnItem, context: StepContext): CallOptions {
  return { ...callOptions(item, context), sendBefore: undefined }
}

/** Files belong to the organization: each is sent once for it, whichever ads show it. */
export function mediaSteps(api: Api, wait: MediaWait, item: OwnItem): Step[] {
  const { organization = '' } = item.facts
  return item.media.map((media, index) => ({
    kind: 'media',
    name: `media:${index}`,
    key: `media:${organization}:${media.sha256}`,
    asks: { sha256: media.sha256, organization },
    send: (context) => uploadMedia(api, organizationUrn(organization), media, callOptions(item, context)),
    readBack: { kind: 'repeatable', because: 'a second upload only makes a file that nothing shows' },
    settle: (context, { id }) => wait(id, item.batchLabel, readOptions(item, context)),
  }))
}
