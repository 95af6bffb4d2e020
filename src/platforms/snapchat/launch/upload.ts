import { z } from 'zod'
import type { StepResult } from '../../contract/launch.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import type { FilePart } from '../../kit/http/form.ts'
import type { CallOptions, Snap } from '../client.ts'
import { IdWire, UploadedWire, UploadStartWire } from '../wire.ts'

/** Larger files go in pieces of this size. */
const largestPiece = 32 * 1024 * 1024 - 1024
/** The slowest line that an upload is given time for. */
const slowestBytesPerSecond = 64 * 1024
/** Up to this, the time that any call is given is enough. */
const usualMs = 30_000
/** Giving up between two pieces would mean to send them all again. */
const betweenPiecesMs = 60_000
const maxNameLength = 375

/** Makes a place for the file, then fills it. */
export async function uploadMedia(
  snap: Snap,
  accountId: string,
  media: PreparedMedia,
  options: CallOptions,
): Promise<StepResult> {
  const place = { name: nameOf(media), type: media.kind === 'image' ? 'IMAGE' : 'VIDEO', ad_account_id: accountId }
  const { id } = await snap.create({ kind: 'media', schema: IdWire }, `adaccounts/${accountId}/media`, place, options)
  if (media.size > largestPiece) await uploadInPieces(snap, id, media, later(options))
  else {
    const file = piece(media, 0, media.size)
    await snap.upload(UploadedWire, `media/${id}/upload`, { file }, withTime(later(options), file.size))
  }
  return { id }
}

/** Names are free here: the file's digest tells what it is. */
function nameOf({ sha256, filename }: PreparedMedia): string {
  return [...`flightdeck ${sha256.slice(0, 16)} ${filename}`].slice(0, maxNameLength).join('')
}

async function uploadInPieces(snap: Snap, id: string, media: PreparedMedia, options: CallOptions): Promise<void> {
  const count = Math.ceil(media.size / largestPiece)
  const start = { file_name: media.filename, file_size: String(media.size), number_of_parts: String(count) }
  const init = `media/${id}/multipart-upload-v2?action=INIT`
  const { upload_id, add_path, finalize_path } = await snap.upload(UploadStartWire, init, { fields: start }, options)
  for (let number = 1; number <= count; number++) {
    const file = piece(media, (number - 1) * largestPiece, Math.min(number * largestPiece, media.size))
    const fields = { upload_id, part_number: String(number) }
    await snap.upload(z.unknown(), add_path, { fields, file }, withTime(options, file.size))
  }
  await snap.upload(UploadedWire, finalize_path, { fields: { upload_id } }, options)
}

/**
 * A long upload outlives the time within which a write must have left. That limit keeps a write from being made twice;
 * a file that is sent twice is only sent in vain.
 */
function later(options: CallOptions): CallOptions {
  return { ...options, sendBefore: undefined, maxWaitMs: betweenPiecesMs }
}

function withTime(options: CallOptions, size: number): CallOptions {
  const neededMs = Math.ceil((size / slowestBytesPerSecond) * 1000)
  return { ...options, timeoutMs: neededMs > usualMs ? neededMs : undefined }
}

function piece(media: PreparedMedia, start: number, end: number): FilePart {
  const { filename, contentType } = media
  return { field: 'file', filename, contentType, size: end - start, open: () => media.open({ start, end: end - 1 }) }
}
