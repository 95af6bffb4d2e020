import { advertiserOf, isoStamp, optionalList, optionalObject, requiredList, textOf } from '../call.ts'
import type { Call } from '../call.ts'
import { TikTokError } from '../errors.ts'
import { measureVideo, readSource, refuseTakenName } from './file-source.ts'
import { pageOf } from '../lists.ts'
import type { Video } from './objects.ts'

const largest = 500 * 1024 * 1024

/** The same bytes make a new video every time; only the name must differ. */
export async function uploadVideo(call: Call): Promise<object[]> {
  const { id: advertiser } = advertiserOf(call)
  const { world, request } = call
  const { name, bytes, size, md5: signature } = await readSource(call, 'video')
  if (size > largest) throw new TikTokError(40907, 'The file is too large.')
  const measures = await measureVideo(bytes, size)
  refuseTakenName(world.videos.lookup('advertiser', advertiser), name)
  const now = world.now()
  const id = `v10033g5${world.newId()}`
  const seconds = request.effects.slowVideoSeconds ?? world.settings().videoSeconds
  world.videos.put(id, {
    id,
    advertiser,
    created: now,
    updated: now,
    fileName: name,
    size,
    signature,
    format: 'mp4',
    ready: now + seconds * 1000,
    ...measures,
  })
  // Everything but the id is told later, when the video has been processed.
  return [{ video_id: id, file_name: name }]
}

function renderVideo({ world, request }: Call, video: Video): object {
  const known = { video_id: video.id, file_name: video.fileName, material_id: video.id.slice(8) }
  if (video.ready > world.now()) return known
  return {
    ...known,
    width: video.width,
    height: video.height,
    duration: video.duration,
    size: video.size,
    signature: video.signature,
    format: video.format,
    displayable: true,
    allow_download: true,
    video_cover_url: `${request.origin}/tiktok/pictures/${encodeURIComponent(`tos-cover/${video.id}/0`)}.png`,
    create_time: isoStamp(video.created),
    modify_time: isoStamp(video.updated),
  }
}

/** Unknown ids are left out without a word. */
export function videoInfo(call: Call): object {
  const { id: advertiser } = advertiserOf(call)
  const videos = requiredList(call.params, 'video_ids', 60).flatMap((id) => call.world.videos.get(id) ?? [])
  return { list: videos.filter((video) => video.advertiser === advertiser).map((video) => renderVideo(call, video)) }
}

export function searchVideos(call: Call): object {
  const { id: advertiser } = advertiserOf(call)
  const filtering = optionalObject(call.params, 'filtering')
  const ids = optionalList(filtering, 'video_ids', 100)
  const name = textOf(filtering['video_name'])
  const found = call.world.videos
    .lookup('advertiser', advertiser)
    .filter((video) => (!ids || ids.includes(video.id)) && video.fileName.includes(name))
  return pageOf(
    call,
    found.map((video) => renderVideo(call, video)),
    { usual: 20 },
  )
}
