import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SimReply, SimRequest } from '../../core/simulator.ts'
import { readBody } from './batch.ts'
import { missing } from '../errors.ts'
import type { Media } from './objects.ts'
import { newId, prefix } from '../world.ts'
import type { ApiCall, World } from '../world.ts'

/** Where uploaded bytes go: on the platform a store of somebody else's, here a folder beside the interface. */
export const uploadPath = '/_uploads'

/** POST /media: a place for a video, with what the store wants to see before it takes the bytes. */
export function registerMedia(call: ApiCall): object {
  const { world, tenant, request } = call
  readBody(call, z.object({ media_type: z.enum(['video']) }))
  const id = newId(world)
  const now = world.now()
  const { videoSeconds, failVideos } = world.settings()
  world.media.put(id, {
    id,
    tenant,
    created: now,
    updated: now,
    size: 0,
    uploaded: null,
    ready: null,
    seconds: request.effects.slowVideoSeconds ?? videoSeconds,
    fails: failVideos,
  })
  return {
    media_id: id,
    media_type: 'video',
    upload_url: `${request.origin}${prefix}${uploadPath}`,
    upload_parameters: uploadParameters(id),
  }
}

function uploadParameters(id: string): Record<string, string> {
  return {
    'x-amz-date': '20260101T000000Z',
    'x-amz-signature': createHash('sha256').update(`upload ${id}`).digest('hex'),
    'x-amz-security-token': Buffer.from(`session ${id}`).toString('base64'),
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    key: `uploads/3:video:${id}`,
    policy: Buffer.from(`policy ${id}`).toString('base64'),
    'x-amz-credential': 'SANDBOX/20260101/us-east-1/s3/aws4_request',
    'Content-Type': 'multipart/form-data',
  }
}

/** The store behind upload_url: every parameter as it was given, the file after them, and no token of the platform. */
export function receiveUpload(world: World, request: SimRequest): SimReply {
  const { body } = request
  const { key } = body.fields
  const [, id = ''] = /^uploads\/3:video:(\d+)$/.exec(typeof key === 'string' ? key : '') ?? []
  const media = world.media.get(id)
  const file = body.files.find(({ field }) => field === 'file')
  if (request.headers.authorization !== undefined) return storeError(400, 'InvalidArgument')
  if (body.kind !== 'multipart' || body.malformed || !file) return storeError(400, 'MalformedPOSTRequest')
  const expected = Object.entries(uploadParameters(id))
  if (!media || expected.some(([name, value]) => body.fields[name] !== value)) return storeError(403, 'AccessDenied')
  const now = world.now()
  world.media.put(id, { ...media, size: file.size, uploaded: now, ready: now + media.seconds * 1000, updated: now })
  return { status: 204, body: '' }
}

function storeError(status: number, code: string): SimReply {
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`,
  }
}

export function mediaStatus(world: World, { uploaded, ready, fails }: Media): string {
  if (uploaded === null || ready === null) return 'registered'
  if (world.now() < uploaded + world.settings().noticeSeconds * 1000) return 'registered'
  if (world.now() < ready) return 'processing'
  return fails ? 'failed' : 'succeeded'
}

export function mediaIn(call: ApiCall, id: string): Media {
  const media = call.world.media.get(id)
  if (media?.tenant !== call.tenant) throw missing('Media')
  return media
}

export function readMedia(call: ApiCall, [id = '']: string[]): object {
  const media = mediaIn(call, id)
  return { media_id: media.id, media_type: 'video', status: mediaStatus(call.world, media) }
}
