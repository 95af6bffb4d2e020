import { PlatformError } from '../../../errors.ts'
import type { StepResult } from '../../contract/launch.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import type { OutboundAnswer } from '../../kit/http/http.ts'
import type { Api, CallOptions } from '../client.ts'
import { platformName } from '../name.ts'
import { AnythingWire, DocumentStartWire, ImageStartWire, VideoStartWire } from '../wire.ts'

/** The slowest line that an upload is given time for. */
const slowestBytesPerSecond = 64 * 1024
/** Up to this, the time that any call is given is enough. */
const usualMs = 30_000
/** Giving up between two parts would mean to send them all again. */
const betweenPartsMs = 60_000

/** Has the platform make a place for the file, then fills it. Answers the file's URN. */
export function uploadMedia(api: Api, owner: string, media: PreparedMedia, options: CallOptions): Promise<StepResult> {
  if (media.kind === 'video') return uploadVideo(api, owner, media, options)
  return media.kind === 'image' ? uploadImage(api, owner, media, options) : uploadDocument(api, owner, media, options)
}

const begin = (fields: object) => ({ name: 'initializeUpload', body: { initializeUploadRequest: fields } })

async function uploadImage(api: Api, owner: string, media: PreparedMedia, options: CallOptions): Promise<StepResult> {
  const { value } = await api.action(ImageStartWire, 'images', begin({ owner }), options)
  await put(api, value.uploadUrl, { media }, options)
  return { id: value.image }
}

async function uploadDocument(
  api: Api,
  owner: string,
  media: PreparedMedia,
  options: CallOptions,
): Promise<StepResult> {
  const { value } = await api.action(DocumentStartWire, 'documents', begin({ owner }), options)
  await put(api, value.uploadUrl, { media }, options)
  return { id: value.document }
}

/** The platform cuts a video into parts, and wants to be told the tag that each of them was answered with. */
async function uploadVideo(api: Api, owner: string, media: PreparedMedia, options: CallOptions): Promise<StepResult> {
  const asked = { owner, fileSizeBytes: media.size, uploadCaptions: false, uploadThumbnail: false }
  const { value } = await api.action(VideoStartWire, 'videos', begin(asked), options)
  const { video, uploadToken, uploadInstructions } = value
  const uploadedPartIds: string[] = []
  for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
    const { headers } = await put(api, uploadUrl, { media, range: { start: firstByte, end: lastByte } }, options)
    uploadedPartIds.push((headers.etag ?? '').replace(/^(W\/)?"|"$/g, ''))
  }
  const body = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } }
  await api.action(AnythingWire, 'videos', { name: 'finalizeUpload', body }, later(options))
  return { id: video }
}

/**
 * A long upload outlives the time within which a write must have left. That limit keeps a write from being made twice; a file
 * that is sent twice is only sent in vain.
 */
function later(options: CallOptions): CallOptions {
  return { ...options, sendBefore: undefined, maxWaitMs: betweenPartsMs }
}

interface Piece {
  media: PreparedMedia
  /** Both bytes included; absent: all of it. */
  range?: { start: number; end: number }
}

async function put(api: Api, url: string, { media, range }: Piece, { signal }: CallOptions): Promise<OutboundAnswer> {
  const size = range ? range.end - range.start + 1 : media.size
  const neededMs = Math.ceil((size / slowestBytesPerSecond) * 1000)
  const answer = await api.outside({
    method: 'PUT',
    url,
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
    body: media.open(range),
    isWrite: true,
    timeoutMs: neededMs > usualMs ? neededMs : undefined,
    signal,
  })
  if (answer.status >= 300) throw notTaken(answer.status)
  return answer
}

function notTaken(status: number): PlatformError {
  return new PlatformError({
    platform: platformName,
    // An address that ended is had anew with the next try.
    kind: status >= 500 || status === 403 || status === 404 ? 'transient' : 'rejected',
    code: status,
    message: `The platform's store did not take the file (HTTP ${status}).`,
    field: 'media',
  })
}
