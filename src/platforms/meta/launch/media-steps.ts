import { PlatformError } from '../../../errors.ts'
import { MediaError } from '../../../files/media-error.ts'
import type { Step, StepContext, StepResult } from '../../contract/launch.ts'
import type { OwnItem } from './fields.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import type { MediaWait } from '../../kit/media-wait.ts'
import type { CallOptions, Graph } from '../client.ts'
import { nodeId } from '../map.ts'
import { platformName } from '../name.ts'
import { uploadVideo } from './upload.ts'
import { ThumbnailWire } from './wire.ts'
import { ImagesWire } from '../wire.ts'

export function callOptions(item: OwnItem, { sendBefore, signal }: StepContext): CallOptions {
  return { accountId: nodeId(item.accountId), signal, sendBefore, maxWaitMs: 2_000 }
}

export function readOptions(item: OwnItem, context: StepContext): CallOptions {
  return { ...callOptions(item, context), sendBefore: undefined }
}

/** Media are known by their content: the same file is sent to an account once, whichever ads show it. */
export function mediaSteps(graph: Graph, wait: MediaWait, item: OwnItem): Step[] {
  return item.media.flatMap((media, index) => {
    if (media.kind === 'image') return [imageStep(graph, item, media, `media:${index}`)]
    const given = item.thumbnails[index]
    const thumbnail = given
      ? imageStep(graph, item, given, `thumbnail:${index}`)
      : ownThumbnailStep(graph, item, media, index)
    return [videoStep(graph, wait, item, { media, index }), thumbnail]
  })
}

const sameBytesSameHash = {
  kind: 'repeatable' as const,
  because: 'identical bytes get the same hash in the same account',
}

function imageStep(graph: Graph, item: OwnItem, media: PreparedMedia, name: string): Step {
  return {
    kind: 'media',
    name,
    key: `media:${media.sha256}`,
    asks: { sha256: media.sha256 },
    send: (context) => uploadImage(graph, nodeId(item.accountId), media, callOptions(item, context)),
    readBack: sameBytesSameHash,
  }
}

async function uploadImage(
  graph: Graph,
  account: string,
  { filename, contentType, size, open }: PreparedMedia,
  options: CallOptions,
): Promise<StepResult> {
  const file = { field: 'filename', filename, contentType, size, open }
  const { images } = await graph.post(ImagesWire, `${account}/adimages`, {}, { ...options, file })
  const image = Object.values(images)[0]
  if (!image)
    throw new PlatformError({ platform: platformName, kind: 'rejected', message: 'The image was not stored.' })
  return { id: image.hash }
}

function videoStep(
  graph: Graph,
  wait: MediaWait,
  item: OwnItem,
  { media, index }: { media: PreparedMedia; index: number },
): Step {
  return {
    kind: 'media',
    name: `media:${index}`,
    key: `media:${media.sha256}`,
    asks: { sha256: media.sha256 },
    send: (context) => uploadVideo(graph, nodeId(item.accountId), media, callOptions(item, context)),
    readBack: { kind: 'repeatable', because: 'a second upload only makes a video that nothing shows' },
    settle: (context, { id }) => wait(id, item.batchLabel, readOptions(item, context)),
  }
}

/** A video without a preview picture is refused: the platform's own choice is taken when the caller made none. */
function ownThumbnailStep(graph: Graph, item: OwnItem, media: PreparedMedia, index: number): Step {
  return {
    kind: 'media',
    name: `thumbnail:${index}`,
    key: `thumbnail:${media.sha256}`,
    asks: { thumbnailOf: media.sha256 },
    async send(context) {
      const options = readOptions(item, context)
      const videoId = context.results[`media:${index}`]?.id
      const params = { fields: 'uri,is_preferred' }
      const offered = await graph.list(ThumbnailWire, `${videoId}/thumbnails`, params, { ...options, limit: 50 })
      const chosen = offered.find((thumbnail) => thumbnail.is_preferred) ?? offered[0]
      if (!chosen) throw noThumbnail('offers none yet')
      // Its address is good for a while only, so the picture is taken over into the account.
      const picture = await context.fetchMedia(chosen.uri).catch(refuseUnread)
      return uploadImage(graph, nodeId(item.accountId), picture, options)
    },
    readBack: sameBytesSameHash,
  }
}

function refuseUnread(error: unknown): never {
  throw error instanceof MediaError ? noThumbnail(`cannot be read: ${error.message}`) : error
}

function noThumbnail(why: string): PlatformError {
  return new PlatformError({
    platform: platformName,
    kind: 'transient',
    message: `The platform's own preview picture of the video ${why}.`,
    hint: 'Give the video a thumbnail of your own in media[].thumbnail.',
  })
}
