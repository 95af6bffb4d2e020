import { PlatformError } from '../../../errors.ts'
import type { Step, StepContext } from '../../contract/launch.ts'
import type { OwnItem } from './fields.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import type { MediaWait } from '../../kit/media-wait.ts'
import type { Api, CallOptions } from '../client.ts'
import { laterIfNotPermitted } from '../errors.ts'
import { platformName } from '../name.ts'
import { findVideo, uploadImage, uploadVideo } from './upload.ts'
import { CoversWire, ImagesWire } from './wire.ts'

export function callOptions(item: OwnItem, { sendBefore, signal }: StepContext): CallOptions {
  return { accountId: item.accountId, signal, sendBefore, maxWaitMs: 2_000 }
}

export function readOptions(item: OwnItem, context: StepContext): CallOptions {
  return { ...callOptions(item, context), sendBefore: undefined }
}

/** Media are known by their content: the same file is sent to an account once, whichever ads show it. */
export function mediaSteps(api: Api, wait: MediaWait, item: OwnItem): Step[] {
  return item.media.flatMap((media, index) => {
    if (media.kind === 'image')
      return [
        imageStep(api, item, media, { name: `media:${index}`, card: item.facts.musicId === undefined ? null : index }),
      ]
    const given = item.thumbnails[index]
    const cover = given
      ? imageStep(api, item, given, { name: `cover:${index}`, card: null })
      : ownCoverStep(api, item, media, index)
    return [videoStep(api, wait, item, { media, index }), cover]
  })
}

function imageStep(
  api: Api,
  item: OwnItem,
  media: PreparedMedia,
  { name, card }: { name: string; card: number | null },
): Step {
  return {
    kind: 'media',
    name,
    key: `media:${media.sha256}`,
    asks: { sha256: media.sha256 },
    send: async (context) => ({ id: await uploadImage(api, item.accountId, media, callOptions(item, context)) }),
    readBack: { kind: 'repeatable', because: 'a second upload only makes a picture that nothing shows' },
    ...(card === null ? {} : { settle: (context, { id }) => requireCarouselUse(api, item, { id, card }, context) }),
  }
}

/** On the main feed a single picture is a carousel of one, and not every picture may be in one. */
async function requireCarouselUse(
  api: Api,
  item: OwnItem,
  { id, card }: { id: string; card: number },
  context: StepContext,
): Promise<void> {
  const params = { advertiser_id: item.accountId, image_ids: [id] }
  const { list } = await api.get(ImagesWire, 'file/image/ad/info', params, readOptions(item, context))
  if (list.find((image) => image.image_id === id)?.is_carousel_usable !== false) return
  throw new PlatformError({
    platform: platformName,
    kind: 'rejected',
    message: 'The platform does not show this picture in ads of this kind.',
    field: `media.${card}.url`,
    hint: 'Use a picture of at least 640 by 640 pixels, or a video.',
  })
}

function videoStep(
  api: Api,
  wait: MediaWait,
  item: OwnItem,
  { media, index }: { media: PreparedMedia; index: number },
): Step {
  const { accountId } = item
  return {
    kind: 'media',
    name: `media:${index}`,
    key: `media:${media.sha256}`,
    asks: { sha256: media.sha256 },
    send: async (context) => ({ id: await uploadVideo(api, accountId, media, callOptions(item, context)) }),
    readBack: {
      kind: 'find',
      async find(context) {
        const id = await findVideo(api, accountId, media, readOptions(item, context))
        return id === null ? 'absent' : { found: { id } }
      },
    },
    settle: (context, { id }) => wait(id, item.batchLabel, readOptions(item, context)),
  }
}

/** A video without a cover is refused: the platform's own choice is taken when the caller made none. */
function ownCoverStep(api: Api, item: OwnItem, media: PreparedMedia, index: number): Step {
  return {
    kind: 'media',
    name: `cover:${index}`,
    key: `cover:${media.sha256}`,
    asks: { coverOf: media.sha256 },
    async send(context) {
      const videoId = context.results[`media:${index}`]?.id
      const params = { advertiser_id: item.accountId, video_id: videoId, poster_number: 1 }
      const asked = api.get(CoversWire, 'file/video/suggestcover', params, readOptions(item, context))
      const { list } = await asked.catch(laterIfNotPermitted)
      const id = list[0]?.id
      if (id) return { id }
      throw new PlatformError({
        platform: platformName,
        kind: 'transient',
        message: 'The platform offers no cover for the video yet.',
        hint: 'Give the video a thumbnail of your own in media[].thumbnail.',
      })
    },
    readBack: { kind: 'repeatable', because: 'it only asks for a picture' },
  }
}
