import { createHash } from 'node:crypto'
import { loadSharp } from '../../core/media/sharp.ts'
import { optionalText, requiredText } from '../call.ts'
import type { Call } from '../call.ts'
import { TikTokError } from '../errors.ts'

export interface SourceFile {
  name: string
  bytes: Buffer
  size: number
  md5: string
}

const uploadTypes = ['UPLOAD_BY_FILE', 'UPLOAD_BY_URL', 'UPLOAD_BY_FILE_ID']
const maxNameLength = 100

/** The file of an upload, by whichever of the three ways it comes. */
export async function readSource(call: Call, kind: 'image' | 'video'): Promise<SourceFile> {
  const type = optionalText(call.params, 'upload_type') ?? 'UPLOAD_BY_FILE'
  if (!uploadTypes.includes(type))
    throw new TikTokError(40002, `upload_type: Must be one of: ${uploadTypes.join(', ')}.`)
  const name = optionalText(call.params, 'file_name')
  if (name !== undefined && name.length > maxNameLength)
    throw new TikTokError(40002, `file_name: Longer than maximum length ${maxNameLength}.`)
  const source =
    type === 'UPLOAD_BY_URL'
      ? await fromUrl(requiredText(call.params, `${kind}_url`))
      : type === 'UPLOAD_BY_FILE_ID'
        ? fromFileId(call)
        : fromForm(call, kind)
  return { ...source, name: name ?? source.name }
}

function fromForm({ files, params }: Call, kind: 'image' | 'video'): SourceFile {
  const file = files.find((each) => each.field === `${kind}_file`)
  if (!file) throw new TikTokError(40905, 'The file is missing.')
  if (file.size === 0) throw new TikTokError(40906, 'The file is empty.')
  if (requiredText(params, `${kind}_signature`).toLowerCase() !== file.md5)
    throw new TikTokError(40900, 'The file signature does not match.')
  return { name: file.filename, bytes: file.bytes, size: file.size, md5: file.md5 }
}

async function fromUrl(url: string): Promise<SourceFile> {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
  if (!response?.ok) throw new TikTokError(40902, 'Failed to fetch the file from the URL.')
  if (response.headers.get('content-type')?.startsWith('text/'))
    throw new TikTokError(40908, 'The file type is not supported.')
  const bytes = Buffer.from(await response.arrayBuffer())
  const name = new URL(url).pathname.split('/').at(-1) || 'file'
  return { name, bytes, size: bytes.length, md5: md5(bytes) }
}

function fromFileId({ world, params, tenant, opened }: Call): SourceFile {
  const upload = world.uploads.get(requiredText(params, 'file_id'))
  const isOwn = upload && world.advertisers.get(upload.advertiser)?.tenant === tenant && opened.opens(upload.advertiser)
  if (!isOwn || !upload.isFinished) throw new TikTokError(40905, 'The file does not exist.')
  if (world.now() - upload.created > 24 * 3600_000) throw new TikTokError(40910, 'The file has expired.')
  const bytes = Buffer.concat(upload.pieces.map((piece) => Buffer.from(piece, 'base64')))
  return { name: upload.name, bytes, size: upload.size, md5: md5(bytes) }
}

export function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('hex')
}

/** A file name can be used once in an ad account. */
export function refuseTakenName(files: { fileName: string }[], name: string): void {
  if (files.some((file) => file.fileName === name))
    throw new TikTokError(40911, 'Duplicated material name. Please rename the file.')
}

export async function measureImage(bytes: Buffer): Promise<{ width: number; height: number; format: string }> {
  const sharp = await loadSharp()
  const { width, height, format } = await sharp(bytes)
    .metadata()
    .catch(() => ({ width: 0, height: 0, format: '' }))
  if (format !== 'png' && format !== 'jpeg') throw new TikTokError(40904, 'The image is illegal.')
  return { width, height, format }
}

export async function measureVideo(bytes: Buffer, size: number) {
  // Few look at videos, and loading it takes room.
  const { default: mediaInfoFactory } = await import('mediainfo.js')
  const mediaInfo = await mediaInfoFactory({ format: 'object' })
  try {
    const found = await mediaInfo.analyzeData(size, (length: number, offset: number) =>
      bytes.subarray(offset, offset + length),
    )
    const track = found.media?.track.find((candidate) => candidate['@type'] === 'Video')
    if (track?.['@type'] !== 'Video') throw new TikTokError(40908, 'The file type is not supported.')
    return {
      width: Number(track.Width ?? 0),
      height: Number(track.Height ?? 0),
      duration: Number(track.Duration ?? 0),
    }
  } finally {
    mediaInfo.close()
  }
}
