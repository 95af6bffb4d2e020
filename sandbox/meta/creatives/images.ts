import { createHash } from 'node:crypto'
import type { KeptPicture } from '../../core/look.ts'
import { keepPicture } from '../../core/media/kept-pictures.ts'
import { drawSampleImage } from '../../core/media/sample-image.ts'
import { loadSharp } from '../../core/media/sharp.ts'
import type { SimReply } from '../../core/simulator.ts'
import type { GraphCall } from '../call.ts'
import { GraphError, badParameter, missingParameter, refusal } from '../errors.ts'
import type { World } from '../world.ts'
import type { Account, Image } from '../campaigns/objects.ts'
import { isGiven, objectParam, requiredText, textOf, textParam } from '../graph/params.ts'

const zipSignature = Buffer.from('PK\u0003\u0004', 'latin1')

interface Upload {
  key: string
  bytes: Buffer
}

/** Bytes in base64, files of a multipart form, or a copy from another account. The same bytes give the same hash. */
export async function uploadImages(call: GraphCall, account: Account): Promise<object> {
  if (isGiven(call.params, 'copy_from')) return answer(call, [copyImage(call, account)])
  const uploads = readUploads(call)
  if (uploads.length === 0) throw missingParameter('bytes')
  const images: [string, Image][] = []
  for (const upload of uploads) images.push([upload.key, await storeImage(call.world, account, upload)])
  return answer(call, images)
}

function readUploads(call: GraphCall): Upload[] {
  const files = call.files.map((file) => ({ key: file.filename || file.field, bytes: file.bytes }))
  for (const { key } of files)
    if (!/\.\w+$/.test(key)) throw badParameter('The file name needs an extension', 'filename')
  const text = textParam(call.params, 'bytes')
  if (text === undefined) return files
  // A form that forgets to encode the plus sign sends a space in its place.
  return [{ key: 'bytes', bytes: Buffer.from(text.replaceAll(' ', '+'), 'base64') }, ...files]
}

export async function storeImage(world: World, account: Account, { key, bytes }: Upload): Promise<Image> {
  if (bytes.subarray(0, 4).equals(zipSignature))
    throw refusal(1815814, 'ZIP files are not accepted', 'Upload each image on its own.')
  const hash = createHash('md5').update(bytes).digest('hex')
  const id = `${account.account_id}:${hash}`
  const known = world.images.get(id)
  if (known?.status === 'ACTIVE') return known
  const { width, height, format } = await measure(bytes)
  await keepPicture(imageBytes(world), id, bytes)
  const now = world.now()
  return world.images.put(id, {
    id,
    tenant: account.tenant,
    account_id: account.account_id,
    created: now,
    updated: now,
    hash,
    name: key,
    width,
    height,
    original_width: width,
    original_height: height,
    size: bytes.length,
    format,
    status: 'ACTIVE',
  })
}

async function measure(bytes: Buffer): Promise<{ width: number; height: number; format: string }> {
  const sharp = await loadSharp()
  try {
    const { width, height, format } = await sharp(bytes).metadata()
    return { width, height, format }
  } catch {
    throw new GraphError({
      code: 100,
      message: 'Invalid parameter',
      title: 'The file is not an image',
      userMessage: 'Upload a picture in a format such as JPEG or PNG.',
      blame: [['bytes']],
    })
  }
}

function copyImage(call: GraphCall, account: Account): [string, Image] {
  const from = objectParam(call.params, 'copy_from') ?? {}
  const source = call.world.images.get(
    `${textOf(from['source_account_id'])?.replace(/^act_/, '')}:${textOf(from['hash'])}`,
  )
  if (source?.tenant !== call.tenant || source.status === 'DELETED')
    throw refusal(undefined, 'Image not found', 'The image to copy does not exist in the source account.', 'copy_from')
  const id = `${account.account_id}:${source.hash}`
  const kept = imageBytes(call.world).get(source.id)
  if (kept) imageBytes(call.world).put(id, kept)
  const now = call.world.now()
  const copy = { ...source, id, account_id: account.account_id, created: now, updated: now }
  return [source.hash, call.world.images.put(id, copy)]
}

function answer(call: GraphCall, images: [string, Image][]): object {
  const described = images.map(([key, image]) => {
    const url = imageUrl(call.request.origin, image)
    const shown = { hash: image.hash, url, url_128: url, url_256: url, url_256_height: '256', url_256_width: '256' }
    return [key, { ...shown, height: image.height, width: image.width, name: key }]
  })
  return { images: Object.fromEntries(described) as object }
}

export function deleteImage(call: GraphCall, account: Account): object {
  const hash = requiredText(call.params, 'hash')
  const image = call.world.images.get(`${account.account_id}:${hash}`)
  if (!image || image.status === 'DELETED')
    throw refusal(undefined, 'Image not found', `There is no image ${hash} in this ad account.`, 'hash')
  call.world.images.put(image.id, { ...image, status: 'DELETED', updated: call.world.now() })
  imageBytes(call.world).remove(image.id)
  return { success: true }
}

/** A picture belongs to one account: another account's hash does not exist here. */
export function requireImage(world: World, account: Account, hash: string, ...blame: string[]): Image {
  const image = world.images.get(`${account.account_id}:${hash}`)
  if (image?.status === 'ACTIVE') return image
  throw refusal(undefined, 'Image not found', `There is no image with the hash ${hash} in this ad account.`, ...blame)
}

export function imageBytes(world: World) {
  return world.context.store.collection<KeptPicture>('meta.imageBytes')
}

/** `GET /meta/images/<id>`: what `url` points at. Needs no token, like the platform's own picture host. */
export async function serveImage(world: World, id: string): Promise<SimReply> {
  const image = world.images.get(id)
  if (!image) return { status: 404, body: { error: 'There is no such picture' } }
  const kept = imageBytes(world).get(id)
  const bytes = kept
    ? Buffer.from(kept.base64, 'base64')
    : await drawSampleImage(image.width, image.height, parseInt(image.hash.slice(0, 4), 16))
  return { status: 200, headers: { 'content-type': kept ? typeOf(kept, image.format) : 'image/png' }, body: bytes }
}

/** Those kept by an older sandbox do not say. */
export function typeOf({ type }: Partial<KeptPicture>, format: string): string {
  return type ?? `image/${format}`
}

export function imageUrl(origin: string, image: Pick<Image, 'id'>): string {
  return `${origin}/meta/images/${encodeURIComponent(image.id)}`
}
