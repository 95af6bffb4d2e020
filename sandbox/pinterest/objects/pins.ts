import { z } from 'zod'
import { keepPicture } from '../../core/media/kept-pictures.ts'
import { loadSharp } from '../../core/media/sharp.ts'
import { boardIn, checkActingFor, userOf } from './accounts.ts'
import { readBody } from './batch.ts'
import { ApiError, invalid, refused } from '../errors.ts'
import { pageOf } from '../lists.ts'
import type { Page } from '../lists.ts'
import { mediaIn, mediaStatus } from './media.ts'
import type { Pin } from './objects.ts'
import { newId } from '../world.ts'
import type { ApiCall } from '../world.ts'

const maxImageBytes = 20 * 1024 * 1024
const ContentType = z.enum(['image/jpeg', 'image/png'])
const Base64 = z.string().regex(/^[a-zA-Z0-9+/=]+$/)

const Source = z.discriminatedUnion('source_type', [
  z.object({ source_type: z.literal('image_url'), url: z.url({ protocol: /^https?$/ }) }),
  z.object({ source_type: z.literal('image_base64'), content_type: ContentType, data: Base64 }),
  z.object({
    source_type: z.literal('video_id'),
    media_id: z.string().regex(/^\d+$/),
    cover_image_url: z.url().optional(),
    cover_image_content_type: ContentType.optional(),
    cover_image_data: Base64.optional(),
    cover_image_key_frame_time: z.int().min(0).optional(),
  }),
])

const PinBody = z.object({
  board_id: z.string().regex(/^\d+$/).optional(),
  title: z.string().max(100).nullable().optional(),
  description: z.string().max(800).nullable().optional(),
  link: z.url().max(2048).nullable().optional(),
  alt_text: z.string().max(500).nullable().optional(),
  media_source: Source.optional(),
})

type Shown = Pick<Pin, 'kind' | 'width' | 'height' | 'media_id'>

/** The description of the interface requires nothing of a pin; the platform wants a board and something to show. */
export async function createPin(call: ApiCall): Promise<object> {
  checkActingFor(call)
  const { world, tenant } = call
  const { board_id, media_source, ...texts } = readBody(call, PinBody)
  if (!board_id) throw invalid('board_id is required')
  if (!media_source) throw invalid('media_source is required')
  const board = boardIn(call, board_id)
  const shown = await shownBy(call, media_source)
  const now = world.now()
  const { title = null, description = null, link = null, alt_text = null } = texts
  const pin: Pin = {
    id: newId(world),
    tenant,
    created: now,
    updated: now,
    board_id: board.id,
    title,
    description,
    link,
    alt_text,
    promoted: false,
    ...shown,
  }
  const data =
    'data' in media_source ? media_source.data : 'cover_image_data' in media_source && media_source.cover_image_data
  if (data) await keepPicture(world.pictures, pin.id, Buffer.from(data, 'base64'))
  world.boards.put(board.id, { ...board, updated: now })
  return render(world.pins.put(pin.id, pin))
}

async function shownBy(call: ApiCall, source: z.output<typeof Source>): Promise<Shown> {
  switch (source.source_type) {
    case 'image_url':
      return { kind: 'image', width: null, height: null, media_id: null }
    case 'image_base64':
      return { kind: 'image', ...(await measure(source.data, source.content_type)), media_id: null }
    case 'video_id': {
      const media = mediaIn(call, source.media_id)
      if (mediaStatus(call.world, media) !== 'succeeded') throw refused('The video is not ready yet.')
      const { cover_image_url: url, cover_image_data: data, cover_image_content_type: type } = source
      if (url === undefined && data === undefined && source.cover_image_key_frame_time === undefined)
        throw refused('A video pin needs a cover image.')
      const size = data === undefined ? { width: null, height: null } : await measure(data, type)
      return { kind: 'video', ...size, media_id: media.id }
    }
  }
}

async function measure(data: string, type: string | undefined): Promise<Pick<Pin, 'width' | 'height'>> {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > maxImageBytes) throw refused('The image is too large.')
  const sharp = await loadSharp()
  const facts = await sharp(bytes)
    .metadata()
    .catch(() => null)
  if (!facts || `image/${facts.format}` !== type) throw refused('The image could not be read.')
  return { width: facts.width, height: facts.height }
}

function render(pin: Pin): object {
  const { width, height } = pin
  const images = { '600x': { url: `https://i.pinimg.example/600x/${pin.id}.jpg`, width, height } }
  return {
    id: pin.id,
    created_at: new Date(pin.created).toISOString(),
    board_id: pin.board_id,
    board_section_id: null,
    board_owner: { username: userOf(pin.tenant).username },
    title: pin.title,
    description: pin.description,
    link: pin.link,
    alt_text: pin.alt_text,
    creative_type: pin.kind === 'video' ? 'VIDEO' : 'REGULAR',
    media:
      pin.kind === 'video'
        ? { media_type: 'video', images, duration: 6000, video_url: null }
        : { media_type: 'image', images },
    dominant_color: '#6E7874',
    parent_pin_id: null,
    is_owner: true,
    is_standard: true,
    has_been_promoted: pin.promoted,
    pin_metrics: null,
  }
}

export function readPin(call: ApiCall, [id = '']: string[]): object {
  checkActingFor(call)
  const pin = call.world.pins.get(id)
  if (pin?.tenant !== call.tenant) throw new ApiError(404, 50, 'Pin not found.')
  return render(pin)
}

/** Newest first. */
export function listBoardPins(call: ApiCall, [boardId = '']: string[]): Page {
  checkActingFor(call)
  const board = boardIn(call, boardId)
  return pageOf(call, call.world.pins.lookup('board', board.id).toReversed(), render)
}
