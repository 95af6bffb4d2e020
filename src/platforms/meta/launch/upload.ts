import { PlatformError } from '../../../errors.ts'
import type { StepResult } from '../../contract/launch.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import type { CallOptions, Graph } from '../client.ts'
import type { FilePart } from '../../kit/http/form.ts'
import { platformName } from '../name.ts'
import { SuccessWire, UploadPieceWire, UploadStartWire } from './wire.ts'
import { CreatedWire } from '../wire.ts'

/** Files up to this size go in one call. */
const oneCallBytes = 4 * 1024 * 1024
/** The slowest line that an upload is given time for. */
const slowestBytesPerSecond = 64 * 1024
/** Up to this, the time that any call is given is enough. */
const usualMs = 30_000
/** The platform could not take the bytes. It may still be able to fetch them. */
const uploadTrouble = new Set<unknown>([6000, 6001])

/** Sends the file piece by piece from disk. Where the platform cannot take it so, it is asked to fetch it itself. */
export async function uploadVideo(
  graph: Graph,
  account: string,
  media: PreparedMedia,
  options: CallOptions,
): Promise<StepResult> {
  const path = `${account}/advideos`
  try {
    if (media.size > oneCallBytes) return await uploadInPieces(graph, path, media, options)
    const file = piece('source', media, 0, media.size)
    return await graph.post(CreatedWire, path, { name: media.filename }, withFile(options, file))
  } catch (error) {
    if (!(error instanceof PlatformError) || !uploadTrouble.has(error.failure.code)) throw error
    return graph.post(CreatedWire, path, { file_url: media.url, name: media.filename }, later(options))
  }
}

async function uploadInPieces(
  graph: Graph,
  path: string,
  media: PreparedMedia,
  options: CallOptions,
): Promise<StepResult> {
  const start = { upload_phase: 'start', file_size: media.size }
  const session = await graph.post(UploadStartWire, path, start, options)
  const { upload_session_id, video_id } = session
  let next = { start: session.start_offset, end: session.end_offset }
  while (!session.skip_upload && next.start < next.end) {
    const file = piece('video_file_chunk', media, next.start, Math.min(next.end, media.size))
    const params = { upload_phase: 'transfer', upload_session_id, start_offset: next.start }
    const wanted = await graph.post(UploadPieceWire, path, params, withFile(later(options), file))
    if (wanted.start_offset <= next.start) throw stuck(next.start)
    next = { start: wanted.start_offset, end: wanted.end_offset }
  }
  const finish = { upload_phase: 'finish', upload_session_id, title: media.filename }
  await graph.post(SuccessWire, path, finish, later(options))
  return { id: video_id }
}

/**
 * A long upload outlives the time within which a write must have left. That limit keeps a write from being made twice;
 * a video that is sent twice is only sent in vain.
 */
function later(options: CallOptions): CallOptions {
  return { ...options, sendBefore: undefined }
}

function withFile(options: CallOptions, file: FilePart): CallOptions {
  const neededMs = (file.size / slowestBytesPerSecond) * 1000
  return { ...options, file, timeoutMs: neededMs > usualMs ? neededMs : undefined }
}

function piece(field: string, media: PreparedMedia, start: number, end: number): FilePart {
  const { filename, contentType } = media
  return { field, filename, contentType, size: end - start, open: () => media.open({ start, end: end - 1 }) }
}

function stuck(offset: number): PlatformError {
  return new PlatformError({
    platform: platformName,
    kind: 'transient',
    message: `The platform asked for the same piece of the video again (at byte ${offset}).`,
  })
}
