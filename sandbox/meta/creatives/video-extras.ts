import type { SimReply } from '../../core/simulator.ts'
import type { GraphCall } from '../call.ts'
import { missingParameter } from '../errors.ts'
import { newMediaId } from '../world.ts'
import type { World } from '../world.ts'
import { storeImage, imageUrl } from './images.ts'
import type { Target } from '../graph/target.ts'
import type { Account, GraphObject, Video } from '../campaigns/objects.ts'
import { booleanParam, isGiven } from '../graph/params.ts'
import { virtualNode } from '../graph/read/shown-node.ts'

/** POST <video>/thumbnails: a picture of one's own. */
export async function uploadThumbnail(call: GraphCall, { object }: Target, account: Account): Promise<object> {
  const file = call.files.find(({ field }) => field === 'source') ?? call.files[0]
  if (!file) throw missingParameter('source')
  const { world, params } = call
  const image = await storeImage(world, account, { key: file.filename || 'thumbnail.png', bytes: file.bytes })
  const isPreferred = isGiven(params, 'is_preferred') && booleanParam(params, 'is_preferred') === true
  if (isPreferred)
    for (const other of world.thumbnails.lookup('video', object.id))
      world.thumbnails.put(other.id, { ...other, is_preferred: false })
  const id = newMediaId(world)
  const now = world.now()
  const base = { id, tenant: account.tenant, created: now, updated: now }
  const size = { height: image.height, width: image.width }
  world.thumbnails.put(id, { ...base, ...size, video_id: object.id, image_id: image.id, is_preferred: isPreferred })
  return { success: true }
}

export function ownThumbnails(video: Video, { world, request }: GraphCall): GraphObject[] {
  return world.thumbnails.lookup('video', video.id).map((thumbnail) => ({
    ...thumbnail,
    uri: imageUrl(request.origin, { id: thumbnail.image_id }),
    scale: 1,
    name: '',
  }))
}

/** One track, made by listening, once the video is processed. */
export function captionsOf(video: Video, { world, request }: GraphCall): GraphObject[] {
  if (video.ready === undefined || world.now() < video.ready) return []
  const uri = `${request.origin}/meta/captions/${video.id}.srt`
  const language = { locale: 'en_US', locale_name: 'English (US)' }
  return [virtualNode(`${video.id}1`, { ...language, uri, is_auto_generated: true, is_default: true })]
}

/** `GET /meta/captions/<video>.srt`, without a token like the platform's own file host. */
export function serveCaptions(world: World, videoId: string): SimReply {
  const video = world.videos.get(videoId)
  if (!video) return { status: 404, body: { error: 'There are no such captions' } }
  const end = new Date(Math.max(1, Math.round(video.length)) * 1000).toISOString().slice(11, 23).replace('.', ',')
  const text = `1\n00:00:00,000 --> ${end}\n${video.title || 'Sample video'}\n`
  return { status: 200, headers: { 'content-type': 'application/x-subrip; charset=utf-8' }, body: text }
}
