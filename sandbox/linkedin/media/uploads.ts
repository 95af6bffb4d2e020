import { createHash } from 'node:crypto'
import { keepPicture } from '../../core/media/kept-pictures.ts'
import type { SimReply, SimRequest } from '../../core/simulator.ts'
import type { Media } from '../objects/objects.ts'
import type { World } from '../world.ts'
import { factsOf } from './files.ts'
import { process, uploadPath } from './media.ts'

function refusal(status: number, message: string): SimReply {
  return { status, headers: { 'content-type': 'text/plain' }, body: message }
}

/** The store behind the upload addresses: whoever has the address may send the bytes, once they are meant to come. */
export async function receiveUpload(world: World, request: SimRequest): Promise<SimReply> {
  const { method, path, body } = request
  const [, rawId = '', place = ''] = new RegExp(`^${uploadPath}/([^/]+)/(\\w+)$`).exec(path) ?? []
  const media = world.media.get(decodeURIComponent(rawId))
  if (!media || request.query.get('m') !== String(media.created)) return refusal(404, 'Not found')
  if (method !== 'PUT') return refusal(405, 'Method not allowed')
  if (world.now() >= media.uploadEnds) return refusal(403, 'The upload address has expired')
  if (media.uploaded !== null) return refusal(409, 'The upload is over')
  if (place === 'thumbnail' || place === 'captions')
    return media.kind === 'video' && body.raw.length > 0 ? taken(body.raw) : refusal(400, 'There is nothing here')
  const part = media.parts[Number(place)]
  if (!part) return refusal(404, 'Not found')
  const bytes = body.raw
  if (bytes.length === 0) return refusal(400, 'The body is empty')
  if (media.kind === 'video' && bytes.length !== part.last - part.first + 1)
    return refusal(400, 'The body is not as long as the part')
  const reply = taken(bytes)
  const etag = reply.headers!['etag']!.replaceAll('"', '')
  const sent = { ...part, etag, facts: factsOf(media.kind, bytes) }
  const next: Media = { ...media, parts: media.parts.with(part.index, sent), updated: world.now() }
  world.media.put(media.id, next)
  if (media.kind === 'video') return reply
  if (media.kind === 'image') await keepPicture(world.pictures, media.id, bytes)
  process(world, { ...next, size: bytes.length })
  return { ...reply, status: 201 }
}

function taken(bytes: Buffer): SimReply {
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
  return { status: 200, headers: { etag }, body: '' }
}
