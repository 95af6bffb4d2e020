import { setTimeout as delay } from 'node:timers/promises'
import { PlatformError } from '../../../errors.ts'
import type { Found, Step, StepContext, StepResult } from '../../contract/launch.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import { createMediaWait, unusableFile } from '../../kit/media-wait.ts'
import type { MediaPatience, MediaState, MediaWait } from '../../kit/media-wait.ts'
import { z } from 'zod'
import type { Api, CallOptions } from '../client.ts'
import { platformName } from '../name.ts'
import { AssetWire, UploadResultWire, UploadWire } from '../wire.ts'
import type { OwnItem } from './fields.ts'

/** More of the account's files are not looked through for one: a second upload only makes a file that nothing shows. */
const maxPages = 50

export function callOptions(item: OwnItem, { sendBefore, signal }: StepContext): CallOptions {
  return { accountId: item.accountId, signal, sendBefore, maxWaitMs: 2_000 }
}

export function readOptions(item: OwnItem, context: StepContext): CallOptions {
  return { ...callOptions(item, context), sendBefore: undefined }
}

export interface FileWork {
  api: Api
  patience: MediaPatience
  wait: MediaWait
  /** Files that were found to be good a moment ago, by asset. */
  fresh: Set<string>
}

const maxFresh = 2_000

export function createFileWork(api: Api, patience: MediaPatience): FileWork {
  const wait = createMediaWait(platformName, (id, options) => stateOf(api, id, options), patience)
  return { api, patience, wait, fresh: new Set() }
}

/** A file is sent once per account, whichever ads show it. */
export function mediaSteps(work: FileWork, item: OwnItem): Step[] {
  return item.media.map((media, index) => ({
    kind: 'media',
    name: `media:${index}`,
    key: `media:${media.sha256}`,
    asks: { sha256: media.sha256 },
    send: (context) => upload(work, item, media, context),
    readBack: { kind: 'find', find: (context) => findAsset(work.api, media, readOptions(item, context)) },
    settle: (context, { id }) => settle(work, id, item, context),
  }))
}

/** What came of an upload was just told. What is known from an earlier launch may have been rejected since. */
async function settle({ wait, fresh }: FileWork, id: string, item: OwnItem, context: StepContext): Promise<void> {
  if (!fresh.delete(id)) await wait(id, item.batchLabel, readOptions(item, context))
}

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
}

/** The name is the mark by which a file is found again: it is made of what is in the file. */
function markedName({ sha256, contentType }: Pick<PreparedMedia, 'sha256' | 'contentType'>): string {
  return `fd-${sha256.slice(0, 32)}.${endings[contentType] ?? 'bin'}`
}

async function upload(
  { api, patience, fresh }: FileWork,
  item: OwnItem,
  media: PreparedMedia,
  context: StepContext,
): Promise<StepResult> {
  const file = { ...media, field: 'files', filename: markedName(media), open: () => media.open() }
  const { upload_id: uploadId } = await api.upload(UploadWire, 'asset/upload', file, callOptions(item, context))
  const options = readOptions(item, context)
  const ends = performance.now() + patience.deadlineMs
  for (;;) {
    const id = await assetIn(api, uploadId, options)
    if (id !== null) {
      if (fresh.size < maxFresh) fresh.add(id)
      return { id }
    }
    if (performance.now() + patience.pollMs > ends) throw notKnown('The platform was still looking at the file.')
    await delay(patience.pollMs, undefined, { signal: context.signal })
  }
}

/** The asset that the upload became; null: not yet. The file has arrived, so whatever goes wrong here, it may be there. */
async function assetIn(api: Api, uploadId: string, options: CallOptions): Promise<string | null> {
  const result = await api
    .get(UploadResultWire, 'asset/upload_result', { upload_id: uploadId }, options)
    .catch((error: unknown) => {
      throw error instanceof PlatformError && error.kind === 'transient' ? notKnown(error.message) : error
    })
  const [file] = result.details
  if (!file || file.file_status === 'PENDING') return null
  if (file.file_status === 'SUCCESS' && file.id) return file.id
  api.noteTurnedDown(options.accountId)
  throw new PlatformError({
    platform: platformName,
    kind: 'rejected',
    message: `The platform turned the file down: ${file.error_message ?? 'it gave no reason'}.`,
    field: 'media',
    hint: 'Check that the file opens and is a JPEG, PNG, GIF, MP4 or MOV of at most 1 GB, then launch again.',
  })
}

function notKnown(message: string): PlatformError {
  return new PlatformError({ platform: platformName, kind: 'unknown', message })
}

async function findAsset(api: Api, media: PreparedMedia, options: CallOptions): Promise<Found> {
  const wanted = markedName(media)
  let pages = 0
  for await (const page of api.pages(AssetWire, 'asset/list', { resource_type: media.kind }, options)) {
    const mine = page.find(({ name, status }) => name === wanted && status !== 'REJECTED')
    if (mine) return { found: { id: mine.id } }
    if (++pages === maxPages) break
  }
  return 'absent'
}

async function stateOf(api: Api, id: string, options: CallOptions): Promise<MediaState> {
  const [asset] = await api.get(z.array(AssetWire), 'asset/list', { ids: id }, options)
  if (!asset) return 'missing'
  if (asset.status !== 'REJECTED') return 'ready'
  const reasons = asset.violation_reasons?.join(', ')
  throw unusableFile(
    platformName,
    `The platform has rejected the file${reasons ? ` (${reasons})` : ''}.`,
    'Change the picture or video, then launch again.',
  )
}
