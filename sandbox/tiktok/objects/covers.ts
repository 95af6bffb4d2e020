import { drawSampleImage } from '../../core/media/sample-image.ts'
import type { SimReply } from '../../core/simulator.ts'
import type { World } from '../world.ts'
import { advertiserOf, numberOr, requiredText } from '../call.ts'
import type { Call } from '../call.ts'
import { TikTokError } from '../errors.ts'

interface Picture {
  advertiser: string
  width: number
  height: number
}

const prefix = 'tos-cover'

/** Frames of a video can be used as pictures by their ids. */
export function coverOf(world: World, id: string): Picture | undefined {
  const [start, videoId = '', frame = ''] = id.split('/')
  return start === prefix && /^\d+$/.test(frame) ? world.videos.get(videoId) : undefined
}

export function suggestCovers(call: Call): object {
  const { id: advertiser } = advertiserOf(call)
  const video = call.world.videos.get(requiredText(call.params, 'video_id'))
  if (!video || video.advertiser !== advertiser) throw new TikTokError(40053, 'The video id is invalid.')
  if (video.ready > call.world.now())
    throw new TikTokError(40901, 'The video is being transcoded. Please try again later.')
  const count = Math.min(10, Math.max(1, numberOr(call.params, 'poster_number', 10)))
  const list = Array.from({ length: count }, (_, frame) => {
    const id = `${prefix}/${video.id}/${frame}`
    return { id, url: pictureUrl(call.request.origin, id), width: video.width, height: video.height }
  })
  return { list }
}

export function pictureUrl(origin: string, id: string): string {
  return `${origin}/tiktok/pictures/${encodeURIComponent(id)}.png`
}

/** What a link to a picture shows: drawn when it is looked at. */
export async function servePicture(world: World, id: string): Promise<SimReply> {
  const picture = coverOf(world, id) ?? world.images.get(id)
  if (!picture) return { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' }
  const bytes = await drawSampleImage(picture.width, picture.height, 0)
  return { status: 200, headers: { 'content-type': 'image/png' }, body: bytes }
}
