import { buffer } from 'node:stream/consumers'
import { PlatformError } from '../../../errors.ts'
import type { Found, SentIntent, Step, StepContext } from '../../contract/launch.ts'
import type { OwnItem } from './fields.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import { taggedLink } from '../../kit/tagged-link.ts'
import type { Api } from '../client.ts'
import { callOptions, readOptions } from './media-steps.ts'
import { seek } from '../seek.ts'
import { IdWire, PinWire } from '../wire.ts'

/** "Not permitted": also said of a video that is not yet everywhere although it was reported as ready. */
const notPermitted = 29
const maxAltTextLength = 500

/** The pin is the ad's creative: made for one ad, promoted by it in all its ad sets. */
export function pinStep(api: Api, item: OwnItem): Step {
  return {
    kind: 'creative',
    name: 'creative',
    key: `creative:${item.adToken}`,
    asks: {
      ...pinFields(item),
      media: [...item.media, ...item.thumbnails].map((each) => each?.sha256),
    },
    async send(context) {
      const body = { ...pinFields(item), media_source: await sourceOf(item, context) }
      const query = { ad_account_id: item.accountId }
      return api.post(IdWire, 'pins', body, { ...callOptions(item, context), query }).catch(refuseEarlyVideo(item))
    },
    readBack: { kind: 'find', find: (context, intent) => findPin(api, item, context, intent) },
  }
}

/**
 * No field of a pin is for its maker alone. The alternative text is the least visible one that can be read back, so the
 * mark by which the pin is found again stands at its end.
 */
export function altTextOf({ ad, adToken }: Pick<OwnItem, 'ad' | 'adToken'>): string {
  const mark = ` [${adToken}]`
  return `${(ad.title ?? ad.adName).slice(0, maxAltTextLength - mark.length)}${mark}`
}

export function pinFields(item: OwnItem): Record<string, string | undefined> {
  const { boardId, title, description } = item.ad
  return { board_id: boardId, title, description, link: taggedLink(item.ad), alt_text: altTextOf(item) }
}

async function sourceOf({ media, thumbnails }: OwnItem, { results }: StepContext): Promise<object> {
  const [file] = media
  if (file?.kind === 'image') return { source_type: 'image_base64', ...(await inText(file, '', 'content_type')) }
  const [cover] = thumbnails
  const shown = cover
    ? await inText(cover, 'cover_image_', 'cover_image_content_type')
    : // Without a picture of its own the video shows its first one.
      { cover_image_key_frame_time: 0 }
  return { source_type: 'video_id', media_id: results['media:0']?.id, ...shown }
}

async function inText(file: PreparedMedia, prefix: string, typeField: string): Promise<Record<string, string>> {
  const bytes = await buffer(file.open())
  return { [typeField]: file.contentType, [`${prefix}data`]: bytes.toString('base64') }
}

function refuseEarlyVideo({ media }: OwnItem) {
  return (error: unknown): never => {
    const isEarly = error instanceof PlatformError && error.failure.code === notPermitted && media[0]?.kind === 'video'
    throw isEarly ? new PlatformError({ ...error.failure, kind: 'transient' }) : error
  }
}

/** The board's pins stand newest first. */
async function findPin(api: Api, item: OwnItem, context: StepContext, intent: SentIntent): Promise<Found> {
  const wanted = altTextOf(item)
  return seek(
    async (bookmark) => {
      const query = { ad_account_id: item.accountId, page_size: 250, bookmark }
      const page = await api.page(PinWire, `boards/${item.ad.boardId}/pins`, query, readOptions(item, context))
      return { ...page, items: page.items.map((pin) => ({ ...pin, time: timeOf(pin.created_at) })) }
    },
    (pin) => pin.alt_text === wanted,
    intent,
  )
}

/** Times of pins come with and without a time zone; without one they are UTC. */
export function timeOf(text: string | undefined): number | null {
  if (!text) return null
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(time) ? null : time
}
