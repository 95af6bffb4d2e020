import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { keepPicture } from '../../core/media/kept-pictures.ts'
import { loadSharp } from '../../core/media/sharp.ts'
import type { UploadedFile } from '../../core/simulator.ts'
import { invalid } from '../errors.ts'
import { IdInput, readBody } from './body.ts'
import { pageOf, wantedIds } from './lists.ts'
import type { Asset, AssetType, ResourceType, Upload } from './objects.ts'
import { newId, timeText } from '../world.ts'
import type { ApiCall, World } from '../world.ts'
import { required } from '../../core/required.ts'

const maxFiles = 40
const largestFile = 1024 ** 3
const resourceOf: Record<string, ResourceType> = {
  'text/html': 'HTML',
  'image/gif': 'IMAGE',
  'image/jpeg': 'IMAGE',
  'image/png': 'IMAGE',
  'video/mp4': 'VIDEO',
  'video/quicktime': 'VIDEO',
}
/** Width to height from which a picture is a banner. */
const bannerRatio = 4

export function listAssets(call: ApiCall): object[] {
  const { world, account, request } = call
  const isWanted = wantedIds(call)
  const kind = request.query.get('resource_type')?.toUpperCase()
  const own = world.assets
    .lookup('account', account.id)
    .filter((asset) => asset.ready <= world.now() && (!isWanted || isWanted(asset.id)))
    .filter(({ resource_type: type }) => kind === undefined || type === kind)
  return pageOf(call, own).map(showAsset)
}

function showAsset(asset: Asset): object {
  const { id, name, asset_type, resource_type, created, isRejected } = asset
  return {
    id,
    name,
    url: urlOf(asset),
    status: statusOf(asset),
    asset_type,
    resource_type,
    upload_time: timeText(created),
    violation_reasons: isRejected ? ['MISLEADING_CONTENT'] : [],
  }
}

export function urlOf({ id }: Asset): string {
  return `https://assets.example/${id}`
}

export function statusOf({ isRejected }: Asset): 'ACTIVE' | 'REJECTED' {
  return isRejected ? 'REJECTED' : 'ACTIVE'
}

export function assetIn({ world, account }: Pick<ApiCall, 'world' | 'account'>, id: string): Asset | undefined {
  const asset = world.assets.get(id)
  return asset?.account_id === account.id && asset.ready <= world.now() ? asset : undefined
}

/** Answers at once with a number; what became of each file is told by the result. */
export async function uploadAssets(call: ApiCall): Promise<object> {
  const { world, account, request, limiter } = call
  const { kind, malformed, files } = request.body
  if (kind !== 'multipart' || malformed) throw invalid('the body must be multipart/form-data')
  if (files.length === 0 || files.some(({ field }) => field !== 'files')) throw invalid('files is required')
  if (files.length > maxFiles) throw invalid(`at most ${maxFiles} files`)
  if (files.some(({ size }) => size > largestFile)) throw invalid('a file is at most 1 GB')
  const now = world.now()
  const due = now + (request.effects.slowVideoSeconds ?? world.settings().assetSeconds) * 1000
  const upload: Upload = { id: randomBytes(16).toString('hex'), account_id: account.id, due, files: [] }
  for (const file of files) {
    const kept = await keep(call, file, due)
    if (kept.error !== null) limiter.noteError(account.id)
    upload.files.push({ name: file.filename, uploaded: now, ...kept })
  }
  world.uploads.put(upload.id, upload)
  return { upload_id: upload.id }
}

async function keep({ world, account }: ApiCall, file: UploadedFile, ready: number) {
  const type = await typeOf(file)
  if (world.settings().failAssets) return { assetId: null, error: 'The file can not be processed' }
  if (!type) return { assetId: null, error: `Unsupported file: ${file.contentType}` }
  const id = newId(world)
  const now = world.now()
  if (resourceOf[file.contentType] === 'IMAGE') await keepPicture(world.pictures, id, file.bytes)
  world.assets.put(id, {
    id,
    account_id: account.id,
    created: now,
    updated: now,
    name: file.filename,
    asset_type: type,
    resource_type: required(resourceOf[file.contentType], 'type of the file'),
    ready,
    isRejected: world.settings().rejectAssets,
  })
  return { assetId: id, error: null }
}

async function typeOf({ contentType, bytes }: UploadedFile): Promise<AssetType | null> {
  switch (resourceOf[contentType]) {
    case 'HTML':
      return 'HOSTED_HTML'
    case 'VIDEO':
      return bytes.subarray(4, 8).toString('latin1') === 'ftyp' ? 'VID_SHORT_P' : null
    case 'IMAGE': {
      const sharp = await loadSharp()
      const { width, height } = await sharp(bytes)
        .metadata()
        .catch(() => ({ width: 0, height: 0 }))
      if (!width || !height) return null
      return width / height >= bannerRatio ? 'IMG_BANNER' : 'IMG_INTER_P'
    }
    default:
      return null
  }
}

export function uploadResult({ world, account, request }: ApiCall): object {
  const upload = world.uploads.get(request.query.get('upload_id') ?? '')
  if (upload?.account_id !== account.id) throw invalid('upload_id does not exist')
  const isOver = world.now() >= upload.due
  const details = upload.files.map((file) => fileResult(world, file, isOver))
  const count = (status: string) => details.filter(({ file_status: each }) => each === status).length
  return {
    upload_status: isOver ? 'FINISHED' : 'PENDING',
    summary: {
      total: details.length,
      success: count('SUCCESS'),
      failed: count('FAILURE'),
      pending: count('PENDING'),
    },
    details,
  }
}

/** An asset has its id when it has been looked at. */
function fileResult(world: World, { name, uploaded, assetId, error }: Upload['files'][number], isOver: boolean) {
  const asset = isOver && assetId !== null ? world.assets.get(assetId) : undefined
  return {
    id: asset?.id ?? null,
    name,
    uploadTime: timeText(uploaded),
    url: asset ? urlOf(asset) : null,
    resource_type: asset?.resource_type ?? null,
    file_status: isOver ? (error === null ? 'SUCCESS' : 'FAILURE') : 'PENDING',
    error_message: isOver ? error : null,
  }
}

const AddInput = z.strictObject({
  asset_ids: z.array(IdInput).min(1).max(10),
  creative_set_ids: z.array(IdInput).min(1).max(50),
})
const RemoveInput = z.strictObject({ asset_id: IdInput, creative_set_ids: AddInput.shape.creative_set_ids })
const RemoveAllInput = z.strictObject({ asset_ids: AddInput.shape.asset_ids })

/** Which assets leave or enter which sets; null: all sets. */
interface AssetChange {
  asset_ids: string[]
  creative_set_ids: string[] | null
  isAdded: boolean
}

export function readAssetChange(call: ApiCall, kind: 'add' | 'remove' | 'remove-all'): AssetChange {
  if (kind === 'add') return { ...readBody(call, AddInput), isAdded: true }
  if (kind === 'remove-all') return { ...readBody(call, RemoveAllInput), creative_set_ids: null, isAdded: false }
  const { asset_id: id, creative_set_ids } = readBody(call, RemoveInput)
  return { asset_ids: [id], creative_set_ids, isAdded: false }
}
