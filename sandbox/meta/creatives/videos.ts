import { createHash } from 'node:crypto'
import { Created } from '../call.ts'
import type { GraphCall } from '../call.ts'
import { GraphError, badParameter, missingParameter, notOneOf, refusal } from '../errors.ts'
import { newMediaId } from '../world.ts'
import type { World } from '../world.ts'
import type { Account, UploadSession, Video } from '../campaigns/objects.ts'
import { checkUploadCode } from './partnership.ts'
import { integerParam, requiredText, textOf, textParam } from '../graph/params.ts'
import { fetchVideo, measureVideo } from './video-source.ts'
import type { VideoFacts } from './video-source.ts'

const chunkSize = 1024 * 1024

/** From an address, as a file, or in pieces; each upload makes a new video, even of the same bytes. */
export async function uploadVideo(call: GraphCall, account: Account): Promise<object> {
  const phase = textParam(call.params, 'upload_phase')
  if (phase) return uploadInPieces(call, account, phase)
  const mediaId = textParam(call.params, 'source_instagram_media_id')
  if (mediaId) return videoOfMedia(call, account, mediaId)
  const url = textParam(call.params, 'file_url')
  const file = call.files.find(({ field }) => field === 'source') ?? call.files[0]
  if (!url && !file) throw missingParameter('source')
  const facts = url ? await fetchVideo(url) : await measureVideo(file?.bytes ?? Buffer.alloc(0), file?.size ?? 0)
  const video = newVideo(call, account, facts)
  return new Created('AdVideo', call.world.videos.put(video.id, processed(call, video)))
}

/** An Instagram video, taken over from its post; somebody else's needs a code. */
function videoOfMedia(call: GraphCall, account: Account, mediaId: string): object {
  const media = call.world.instagramMedia.get(mediaId)
  checkUploadCode(call)
  if (media?.tenant !== account.tenant)
    throw badParameter(`The Instagram post ${mediaId} does not exist`, 'source_instagram_media_id')
  const facts = { size: 2_000_000, length: 15, width: 1080, height: 1920 }
  const video = newVideo(call, account, facts)
  return new Created('AdVideo', call.world.videos.put(video.id, processed(call, video)))
}

function newVideo({ world, params }: GraphCall, account: Account, facts: VideoFacts): Video {
  const id = newMediaId(world)
  const now = world.now()
  const title = textParam(params, 'title') ?? textParam(params, 'name') ?? ''
  const description = textParam(params, 'description')
  if (title.length > 255) throw badParameter('Param title must be at most 255 characters long', 'title')
  return {
    id,
    tenant: account.tenant,
    account_id: account.account_id,
    created: now,
    updated: now,
    title,
    ...(description ? { description } : {}),
    status: 'ACTIVE',
    ...facts,
  }
}

/** Starts the processing: the upload is complete from now on. */
function processed({ world, request }: GraphCall, video: Video): Video {
  const seconds =
    request.effects.slowVideoSeconds ?? (video['slow_seconds'] as number | undefined) ?? world.settings().videoSeconds
  return { ...video, uploaded: world.now(), ready: world.now() + seconds * 1000 }
}

function uploadInPieces(call: GraphCall, account: Account, phase: string): object | Promise<object> {
  switch (phase) {
    case 'start':
      return startUpload(call, account)
    case 'transfer':
      return transferPiece(call, account)
    case 'finish':
      return finishUpload(call, account)
    case 'cancel':
      call.world.uploads.remove(findUpload(call, account).id)
      return { success: true }
    default:
      throw notOneOf('upload_phase', ['cancel', 'finish', 'start', 'transfer'])
  }
}

function startUpload(call: GraphCall, account: Account): object {
  const size = integerParam(call.params, 'file_size')
  if (size === undefined) throw missingParameter('file_size')
  if (size < 1 || size > 4 * 1024 ** 3)
    throw badParameter('Param file_size must be between 1 byte and 4 GB', 'file_size')
  const video = newVideo(call, account, { size, length: 0, width: 0, height: 0 })
  const slow = call.request.effects.slowVideoSeconds
  call.world.videos.put(video.id, slow === undefined ? video : { ...video, slow_seconds: slow })
  const id = newMediaId(call.world)
  const now = call.world.now()
  call.world.uploads.put(id, {
    id,
    tenant: account.tenant,
    account_id: account.account_id,
    created: now,
    updated: now,
    video_id: video.id,
    file_size: size,
    received: 0,
  })
  return { upload_session_id: id, video_id: video.id, ...offsets(0, size) }
}

/** The server says which bytes it wants next; both offsets equal means it has everything. */
function offsets(received: number, size: number): { start_offset: string; end_offset: string } {
  return { start_offset: String(received), end_offset: String(Math.min(size, received + chunkSize)) }
}

async function transferPiece(call: GraphCall, account: Account): Promise<object> {
  const upload = findUpload(call, account)
  const start = integerParam(call.params, 'start_offset')
  const piece = call.files.find(({ field }) => field === 'video_file_chunk') ?? call.files[0]
  if (!piece) throw missingParameter('video_file_chunk')
  if (start !== upload.received || upload.received + piece.size > upload.file_size)
    throw new GraphError({
      code: 6001,
      subcode: 1363037,
      message: '(#6001) There was a problem uploading your video file. Please try again.',
      transient: true,
      details: offsets(upload.received, upload.file_size),
    })
  const received = upload.received + piece.size
  const video = call.world.videos.get(upload.video_id)
  if (video && start === 0) {
    // The description of a film stands in its first or last bytes; the first piece is all that is looked at.
    const facts = await measureVideo(piece.bytes, upload.file_size).catch(() => undefined)
    if (facts) call.world.videos.put(video.id, { ...video, ...facts })
  }
  const digest = createHash('md5')
    .update(textOf(upload['digest']) ?? '')
    .update(piece.md5)
    .digest('hex')
  call.world.uploads.put(upload.id, { ...upload, received, digest, updated: call.world.now() })
  return offsets(received, upload.file_size)
}

function finishUpload(call: GraphCall, account: Account): object {
  const upload = findUpload(call, account)
  const video = call.world.videos.get(upload.video_id)
  if (!video || upload.received < upload.file_size)
    throw new GraphError({
      code: 6000,
      message: '(#6000) The video file is not complete: send the missing bytes first.',
    })
  const title = textParam(call.params, 'title') ?? video.title
  call.world.videos.put(video.id, processed(call, { ...video, title, updated: call.world.now() }))
  call.world.uploads.remove(upload.id)
  return { success: true }
}

function findUpload({ world, params }: GraphCall, account: Account): UploadSession {
  const id = requiredText(params, 'upload_session_id')
  const upload = world.uploads.get(id)
  if (upload?.account_id !== account.account_id)
    throw badParameter(`Upload session ${id} does not exist`, 'upload_session_id')
  return upload
}

/** A video that an ad may use now. */
export function requireReadyVideo(world: World, account: Account, id: string, ...blame: string[]): Video {
  const video = world.videos.get(id)
  if (video?.account_id !== account.account_id || video.status === 'DELETED')
    throw refusal(undefined, 'Video not found', `There is no video ${id} in this ad account.`, ...blame)
  if (video.ready === undefined || world.now() < video.ready)
    throw refusal(
      1885252,
      'Video not ready',
      'The video is still being processed. Try again when its status is ready.',
      ...blame,
    )
  return video
}
