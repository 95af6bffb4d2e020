import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { PlatformError } from '../../../errors.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import type { Api, CallOptions } from '../client.ts'
import { codes } from '../errors.ts'
import { ChunkWire, ImageWire, UploadedFileWire, UploadedVideosWire, UploadStartWire, VideosWire } from './wire.ts'

/** From this size on the platform takes files in pieces; a piece has a time limit of its own. */
const chunkedFrom = 20 * 1024 * 1024
/** Beyond the usual limit for a call: a whole file is on its way. */
const uploadMs = 120_000
const maxChunks = 5_000
/** Giving up between two pieces would mean to send them all again. */
const betweenPiecesMs = 60_000

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/x-msvideo': 'avi',
}

/** Names are unique in an account; this one says what is in the file, so that it can be found again. */
function contentName({ sha256 }: PreparedMedia): string {
  return `flightdeck-${sha256.slice(0, 24)}`
}

function extensionOf({ contentType, kind }: PreparedMedia): string {
  return extensions[contentType] ?? (kind === 'video' ? 'mp4' : 'jpg')
}

function anotherName(media: PreparedMedia): string {
  return `${contentName(media)}-${Date.now().toString(36)}.${extensionOf(media)}`
}

async function md5Of(stream: Readable): Promise<string> {
  const hash = createHash('md5')
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}

function patient(options: CallOptions): CallOptions {
  return { ...options, timeoutMs: uploadMs }
}

/** Every upload gets a name of its own: a name cannot be used twice, and pictures cannot be looked for by name. */
export async function uploadImage(
  api: Api,
  accountId: string,
  media: PreparedMedia,
  options: CallOptions,
): Promise<string> {
  const { contentType, size, open } = media
  const filename = anotherName(media)
  const fields = {
    advertiser_id: accountId,
    file_name: filename,
    upload_type: 'UPLOAD_BY_FILE',
    image_signature: await md5Of(open()),
  }
  const file = { field: 'image_file', filename, contentType, size, open: () => open() }
  return (await api.upload(ImageWire, 'file/image/ad/upload', { fields, file }, patient(options))).image_id
}

export async function uploadVideo(
  api: Api,
  accountId: string,
  media: PreparedMedia,
  options: CallOptions,
): Promise<string> {
  const name = `${contentName(media)}.${extensionOf(media)}`
  try {
    return await sendVideo(api, accountId, { media, name }, options)
  } catch (error) {
    if (!(error instanceof PlatformError) || error.failure.code !== codes.duplicateFileName) throw error
    const known = await findVideo(api, accountId, media, options)
    // The name may be taken by a video that was deleted.
    return known ?? sendVideo(api, accountId, { media, name: anotherName(media) }, options)
  }
}

interface NamedMedia {
  media: PreparedMedia
  name: string
}

async function sendVideo(
  api: Api,
  accountId: string,
  { media, name }: NamedMedia,
  options: CallOptions,
): Promise<string> {
  const fields = { advertiser_id: accountId, file_name: name }
  const path = 'file/video/ad/upload'
  if (media.size >= chunkedFrom) {
    const fileId = await sendInChunks(api, accountId, { media, name }, options)
    const body = { ...fields, upload_type: 'UPLOAD_BY_FILE_ID', file_id: fileId }
    // The pieces took their time; from here on only this call can make the video.
    const last = { ...patient(options), sendBefore: undefined }
    return (await api.post(UploadedVideosWire, path, body, last))[0]!.video_id
  }
  const { contentType, size, open } = media
  const file = { field: 'video_file', filename: name, contentType, size, open: () => open() }
  const signed = { ...fields, upload_type: 'UPLOAD_BY_FILE', video_signature: await md5Of(open()) }
  return (await api.upload(UploadedVideosWire, path, { fields: signed, file }, patient(options)))[0]!.video_id
}

/** The platform says which bytes it wants next, until it wants none. */
async function sendInChunks(
  api: Api,
  accountId: string,
  { media, name }: NamedMedia,
  options: CallOptions,
): Promise<string> {
  const { size, contentType, open } = media
  const about = { advertiser_id: accountId }
  const beginning = { ...about, size, content_type: 'video', name }
  const { upload_id: uploadId, ...first } = await api.post(UploadStartWire, 'file/start/upload', beginning, options)
  let wanted: { start_offset: number; end_offset: number } = first
  const later = { ...patient(options), sendBefore: undefined, maxWaitMs: betweenPiecesMs }
  for (let count = 0; wanted.start_offset < wanted.end_offset && count < maxChunks; count++) {
    const { start_offset: start, end_offset: end } = wanted
    const piece = () => open({ start, end: end - 1 })
    const fields = { ...about, upload_id: uploadId, start_offset: start, signature: await md5Of(piece()) }
    const file = { field: 'file', filename: name, contentType, size: end - start, open: piece }
    wanted = await api.upload(ChunkWire, 'file/transfer/upload', { fields, file }, later)
  }
  const { file_id: fileId } = await api.post(
    UploadedFileWire,
    'file/finish/upload',
    { ...about, upload_id: uploadId },
    later,
  )
  return fileId
}

/** A video with the same content is as good as the one that was lost. */
export async function findVideo(
  api: Api,
  accountId: string,
  media: PreparedMedia,
  options: CallOptions,
): Promise<string | null> {
  const name = contentName(media)
  const params = { advertiser_id: accountId, filtering: { video_name: name }, page: 1, page_size: 100 }
  const { list } = await api.get(VideosWire, 'file/video/ad/search', params, options)
  return list.find((video) => video.file_name?.startsWith(name))?.video_id ?? null
}
