import { createHash } from 'node:crypto'
import { memberOfBody, missingKey } from '../call.ts'
import type { ApiAnswer, ApiCall, Operations } from '../call.ts'
import { refused } from '../errors.ts'
import { batchAnswer, projected } from '../lists.ts'
import { listOf, textOf } from '../objects/objects.ts'
import type { Fields, Media, MediaKind, MediaPart } from '../objects/objects.ts'
import { speakingOrganization } from '../objects/organizations.ts'
import { prefix } from '../world.ts'
import type { World } from '../world.ts'
import { allow, idsParam } from '../restli/params.ts'
import { checkRequired, checkShape } from '../restli/shape.ts'
import type { Shape } from '../restli/shape.ts'
import { failureOf, videoBytes } from './files.ts'

/** Where bytes go: on the platform another host, here a folder beside the interface. */
export const uploadPath = '/dms-uploads'
const uploadHours = 24
/** There is a field for it, and nothing in it. */
const noToken = ''

const request: Record<MediaKind, Shape> = {
  image: { owner: 'text', mediaLibraryMetadata: { associatedAccount: 'text', assetName: 'text' } },
  video: {
    owner: 'text',
    fileSizeBytes: 'long',
    uploadCaptions: 'flag',
    uploadThumbnail: 'flag',
    purpose: 'text',
    templateUrn: 'text',
    mediaLibraryMetadata: { associatedAccount: 'text', assetName: 'text' },
  },
  document: { owner: 'text' },
}
const starts: Record<MediaKind, string> = { image: 'C4E10AQ', video: 'C5F10AQ', document: 'C4D10AQ' }

function initialize(kind: MediaKind) {
  return (call: ApiCall): ApiAnswer => {
    const { world, tenant } = call
    allow(call, ['action'])
    const asked = memberOfBody(call, 'initializeUploadRequest')
    checkShape(asked, request[kind], '/initializeUploadRequest')
    checkRequired(asked, kind === 'video' ? ['owner', 'fileSizeBytes'] : ['owner'], '/initializeUploadRequest')
    speakingOrganization(call, asked['owner'])
    const size = kind === 'video' ? Number(asked['fileSizeBytes']) : 0
    if (kind === 'video' && (size < videoBytes.min || size > videoBytes.max))
      throw refused(400, `fileSizeBytes must be from ${videoBytes.min} to ${videoBytes.max}`)
    const number = world.newId()
    const mark = createHash('sha256').update(`${kind} ${number}`).digest('base64url').slice(0, 12)
    const media: Media = {
      id: `urn:li:${kind}:${starts[kind]}${mark}${number}`,
      tenant,
      created: world.now(),
      updated: world.now(),
      kind,
      owner: textOf(asked['owner']),
      size,
      uploadEnds: world.now() + uploadHours * 3_600_000,
      parts: partsOf(kind, size, world.settings().partBytes),
      uploaded: null,
      ready: null,
      seconds: processingSeconds(call, kind),
      failure: null,
    }
    world.media.put(media.id, media)
    return { body: { value: describeMedia(call, media, asked) } }
  }
}

function processingSeconds({ world, request: { effects } }: ApiCall, kind: MediaKind): number {
  const { imageSeconds, videoSeconds, documentSeconds } = world.settings()
  if (kind === 'video') return effects.slowVideoSeconds ?? videoSeconds
  return kind === 'image' ? imageSeconds : documentSeconds
}

function partsOf(kind: MediaKind, size: number, partBytes: number): MediaPart[] {
  const count = kind === 'video' ? Math.ceil(size / partBytes) : 1
  return Array.from({ length: count }, (_, index) => ({
    index,
    first: index * partBytes,
    last: kind === 'video' ? Math.min(size, (index + 1) * partBytes) - 1 : -1,
    etag: null,
    facts: {},
  }))
}

function describeMedia({ request: { origin } }: ApiCall, media: Media, asked: Fields): Fields {
  const { id, kind, uploadEnds } = media
  const address = (part: string) =>
    `${origin}${prefix}${uploadPath}/${encodeURIComponent(id)}/${part}?m=${media.created}`
  if (kind !== 'video') return { uploadUrlExpiresAt: uploadEnds, uploadUrl: address('0'), [kind]: id }
  return {
    video: id,
    uploadToken: noToken,
    uploadUrlsExpireAt: uploadEnds,
    uploadInstructions: media.parts.map(({ index, first, last }) => ({
      uploadUrl: address(String(index)),
      firstByte: first,
      lastByte: last,
    })),
    ...(asked['uploadThumbnail'] === true ? { thumbnailUploadUrl: address('thumbnail') } : {}),
    ...(asked['uploadCaptions'] === true ? { captionsUploadUrl: address('captions') } : {}),
  }
}

function finalize(call: ApiCall): ApiAnswer {
  const { world, tenant } = call
  allow(call, ['action'])
  const asked = memberOfBody(call, 'finalizeUploadRequest')
  const place = '/finalizeUploadRequest'
  checkShape(asked, { video: 'text', uploadToken: 'text', uploadedPartIds: ['text'] }, place)
  checkRequired(asked, ['video', 'uploadToken', 'uploadedPartIds'], place)
  const media = world.media.get(textOf(asked['video']))
  if (media?.tenant !== tenant || media.kind !== 'video') throw missingKey({ ...call, key: textOf(asked['video']) })
  if (media.uploaded !== null) throw refused(400, 'The upload is finalized already')
  if (asked['uploadToken'] !== noToken) throw refused(400, 'The uploadToken is not that of the upload')
  const etags = media.parts.map(({ etag }) => etag)
  const given = listOf(asked['uploadedPartIds'])
  if (etags.includes(null) || given.length !== etags.length || given.some((etag, index) => etag !== etags[index]))
    throw refused(400, 'uploadedPartIds are not the ETags of all parts in their order')
  process(world, media)
  return { status: 200 }
}

/** Everything is there: the processing begins. */
export function process(world: World, media: Media): void {
  const now = world.now()
  const failure = world.settings().failMedia ? 'The file could not be processed' : failureOf(media)
  world.media.put(media.id, { ...media, uploaded: now, updated: now, ready: now + media.seconds * 1000, failure })
}

export function statusOf(world: World, { uploaded, ready, failure }: Media): string {
  if (uploaded === null || ready === null) return 'WAITING_UPLOAD'
  if (world.now() < ready) return 'PROCESSING'
  return failure === null ? 'AVAILABLE' : 'PROCESSING_FAILED'
}

function show({ world, request: { origin } }: ApiCall, media: Media): Fields {
  const status = statusOf(world, media)
  const sample = media.kind === 'video' ? 'square.mp4' : 'square.png'
  return {
    id: media.id,
    owner: media.owner,
    status,
    ...(status === 'AVAILABLE'
      ? { downloadUrl: `${origin}/_assets/${sample}`, downloadUrlExpiresAt: world.now() + 3_600_000 }
      : {}),
    ...(status === 'PROCESSING_FAILED' ? { processingFailureReason: media.failure } : {}),
  }
}

export function mediaOperations(kind: MediaKind): Operations {
  const find = ({ world, tenant }: ApiCall, id: string): Media | undefined => {
    const media = world.media.get(id)
    return media?.tenant === tenant && media.kind === kind ? media : undefined
  }
  const reading = ['r_organization_social', 'w_organization_social', 'rw_ads', 'r_ads']
  const writing = ['w_organization_social', 'rw_ads']
  return {
    GET: {
      scopes: reading,
      handle(call) {
        allow(call, [])
        const media = find(call, call.key)
        if (!media) throw missingKey(call)
        return { body: projected(call, show(call, media)) }
      },
    },
    BATCH_GET: {
      scopes: reading,
      handle(call) {
        allow(call, ['ids'])
        return batchAnswer(call, idsParam(call), (id) => {
          const media = find(call, id)
          return media && show(call, media)
        })
      },
    },
    'ACTION-initializeUpload': { scopes: writing, handle: initialize(kind) },
    ...(kind === 'video' ? { 'ACTION-finalizeUpload': { scopes: writing, handle: finalize } } : {}),
  }
}
