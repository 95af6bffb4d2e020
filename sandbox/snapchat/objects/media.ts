import { keepPicture } from '../../core/media/kept-pictures.ts'
import { loadSharp } from '../../core/media/sharp.ts'
import type { UploadedFile } from '../../core/simulator.ts'
import { requireEntity } from '../call.ts'
import type { SnapCall } from '../call.ts'
import { badRequest, newRequestId, notFound, SnapError } from '../errors.ts'
import { showMedia } from './show.ts'
import type { MediaFile, Upload } from '../world.ts'
import { required } from '../../core/required.ts'

const largestPiece = 32 * 1024 * 1024
const largestImage = 5 * 1024 * 1024

/** The whole file in one call. */
export async function uploadFile(call: SnapCall, id: string): Promise<object> {
  const media = requireMedia(call, id)
  const file = requireFile(call)
  if (file.size >= largestPiece) throw badRequest('Files of 32 MB and more are uploaded in parts')
  const measured = await measure(media, file)
  if (media.fields['type'] === 'IMAGE') await keepPicture(call.world.pictures, media.id, file.bytes)
  return finish(call, media, { name: file.filename, size: file.size, sha256: file.sha256, ...measured })
}

export function multipartUpload(call: SnapCall, id: string): object {
  const media = requireMedia(call, id)
  switch (call.request.query.get('action')) {
    case 'INIT':
      return startUpload(call, media)
    case 'ADD':
      return addPart(call, media)
    case 'FINALIZE':
      return finishUpload(call, media)
    default:
      throw badRequest('action must be INIT, ADD or FINALIZE')
  }
}

function requireMedia(call: SnapCall, id: string): MediaFile {
  requireEntity(call, 'media', id)
  return required(call.world.media.get(id), 'media')
}

function requireFile(call: SnapCall): UploadedFile {
  const { kind, files } = call.request.body
  const file = files.find(({ field }) => field === 'file')
  if (kind !== 'multipart') throw unsupportedType()
  if (!file) throw badRequest('The part file is missing')
  if (file.contentType === 'application/octet-stream') throw unsupportedType()
  return file
}

function unsupportedType(): SnapError {
  return new SnapError({ status: 415, code: 'E1006', message: 'Unsupported media type' })
}

async function measure(
  media: MediaFile,
  { bytes, size }: UploadedFile,
): Promise<{ width?: number; height?: number; isBroken: boolean }> {
  if (media.fields['type'] === 'VIDEO') return { isBroken: !looksLikeVideo(bytes) }
  const sharp = await loadSharp()
  try {
    const { width, height, format } = await sharp(bytes).metadata()
    return { width, height, isBroken: size > largestImage || (format !== 'png' && format !== 'jpeg') }
  } catch {
    return { isBroken: true }
  }
}

function looksLikeVideo(bytes: Buffer): boolean {
  return bytes.subarray(4, 8).toString('latin1') === 'ftyp'
}

function finish(call: SnapCall, media: MediaFile, file: NonNullable<MediaFile['file']>): object {
  const { world, request } = call
  const isVideo = media.fields['type'] === 'VIDEO'
  const seconds = isVideo ? (request.effects.slowVideoSeconds ?? world.settings().videoSeconds) : 0
  const now = world.now()
  const stored = world.media.put(media.id, { ...media, file, ready: now + seconds * 1000, updated: now })
  return { request_status: 'SUCCESS', request_id: newRequestId(), result: showMedia(world, stored) }
}

function startUpload(call: SnapCall, media: MediaFile): object {
  const { fields } = call.request.body
  const number = (name: string) => {
    const value = Number(fields[name])
    if (!Number.isSafeInteger(value) || value < 1) throw badRequest(`${name} must be a whole number`)
    return value
  }
  const upload: Upload = {
    id: call.world.newId(),
    media_id: media.id,
    file_name: typeof fields['file_name'] === 'string' ? fields['file_name'] : '',
    file_size: number('file_size'),
    number_of_parts: number('number_of_parts'),
    parts: {},
    isBroken: false,
  }
  call.world.uploads.put(upload.id, upload)
  // From the root of the host, with a region in front: that is how the platform answers.
  const path = (region: string, action: string) =>
    `/snapchat${region}/v1/media/${media.id}/multipart-upload-v2?action=${action}`
  return {
    request_status: 'SUCCESS',
    request_id: newRequestId(),
    upload_id: upload.id,
    add_path: path('/us', 'ADD'),
    finalize_path: path('', 'FINALIZE'),
  }
}

function requireUpload(call: SnapCall, media: MediaFile): Upload {
  const upload = call.world.uploads.get(String(call.request.body.fields['upload_id']))
  if (upload?.media_id !== media.id) throw notFound('upload')
  return upload
}

function addPart(call: SnapCall, media: MediaFile): object {
  const file = requireFile(call)
  const upload = requireUpload(call, media)
  const number = Number(call.request.body.fields['part_number'])
  if (!Number.isInteger(number) || number < 1 || number > upload.number_of_parts)
    throw badRequest(`part_number must be from 1 to ${upload.number_of_parts}`)
  if (file.size > largestPiece) throw badRequest('A part is at most 32 MB')
  const isBroken = upload.isBroken || (number === 1 && !looksLikeVideo(file.bytes))
  call.world.uploads.put(upload.id, { ...upload, isBroken, parts: { ...upload.parts, [number]: file.size } })
  return { request_status: 'SUCCESS', request_id: newRequestId() }
}

function finishUpload(call: SnapCall, media: MediaFile): object {
  const upload = requireUpload(call, media)
  const sizes = Object.values(upload.parts)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (sizes.length !== upload.number_of_parts || total !== upload.file_size)
    throw badRequest(`${sizes.length} of ${upload.number_of_parts} parts have arrived, ${total} bytes`)
  const { file_name: name, file_size: size, isBroken } = upload
  return finish(call, media, { name, size, sha256: upload.id, isBroken })
}
