import { advertiserOf, numberOr, oneOf, requiredText } from '../call.ts'
import type { Call } from '../call.ts'
import { invalid, TikTokError } from '../errors.ts'
import { md5 } from './file-source.ts'
import type { ChunkedUpload } from './objects.ts'

const min = 20 * 1024 * 1024
const piece = 8 * 1024 * 1024

/** Large files come in pieces; the platform names the bytes that it wants next. */
export function startUpload(call: Call): object {
  const { id: advertiser } = advertiserOf(call)
  const { world, params } = call
  const size = numberOr(params, 'size', 0)
  if (size < min) throw invalid(`size: Must be at least ${min}.`)
  const contentType = oneOf(params, 'content_type', ['image', 'video', 'music', 'playable'], '')
  const name = requiredText(params, 'name')
  const id = world.newId()
  const now = world.now()
  world.uploads.put(id, {
    id,
    advertiser,
    created: now,
    updated: now,
    size,
    name,
    contentType,
    received: 0,
    pieces: [],
    isFinished: false,
  })
  return { upload_id: id, start_offset: 0, end_offset: Math.min(piece, size) }
}

function uploadOf(call: Call): ChunkedUpload {
  const { id: advertiser } = advertiserOf(call)
  const upload = call.world.uploads.get(requiredText(call.params, 'upload_id'))
  if (!upload || upload.advertiser !== advertiser || upload.isFinished)
    throw new TikTokError(40905, 'The upload does not exist.')
  return upload
}

export function transferChunk(call: Call): object {
  const upload = uploadOf(call)
  const file = call.files.find((each) => each.field === 'file')
  if (!file) throw new TikTokError(40905, 'The file is missing.')
  if (requiredText(call.params, 'signature') !== file.md5)
    throw new TikTokError(40900, 'The file signature does not match.')
  if (numberOr(call.params, 'start_offset', -1) !== upload.received)
    throw invalid(`start_offset: ${upload.received} is expected.`)
  const received = upload.received + file.size
  if (received > upload.size) throw new TikTokError(40914, 'The file is invalid.')
  const pieces = [...upload.pieces, file.bytes.toString('base64')]
  call.world.uploads.put(upload.id, { ...upload, received, pieces })
  return { start_offset: received, end_offset: Math.min(received + piece, upload.size) }
}

export function finishUpload(call: Call): object {
  const upload = uploadOf(call)
  if (upload.received !== upload.size) throw new TikTokError(40914, 'The file is incomplete.')
  call.world.uploads.put(upload.id, { ...upload, isFinished: true })
  const bytes = Buffer.concat(upload.pieces.map((each) => Buffer.from(each, 'base64')))
  return { file_id: upload.id, file_name: upload.name, size: upload.size, signature: md5(bytes) }
}
