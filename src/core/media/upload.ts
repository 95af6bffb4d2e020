import type { Readable } from 'node:stream'
import type { Db } from '../../db/connect.ts'
import { MediaError } from '../../files/media-error.ts'
import { formatSize } from '../../files/store/names.ts'
import type { Dimensions } from '../../files/probe/probe.ts'
import { discard } from '../../files/store/receive.ts'
import type { Received } from '../../files/store/receive.ts'
import { keepUpload } from './keep.ts'
import type { KeepGround } from './keep.ts'
import type { KeptMedia } from './free-name.ts'
import { maxFileBytes } from './storage.ts'

/** The answer to an upload, in the contract's words. */
export interface UploadedFile {
  id: number
  url: string
  filename: string
  originalName: string
  wasRenamed: boolean
  dimensions: Dimensions
  size: number
  sizeFormatted: string
}

export interface SentFile {
  stream: Readable
  filename: string | undefined
}

export interface UploadCall {
  companyId: number
  signal: AbortSignal
  /** Commits the answer together with the upload. */
  keepAnswer(trx: Db, uploaded: UploadedFile): Promise<void>
  /** Throws when the call is a repeat, or claims to be one of something else. */
  claimContent(content: object): Promise<void>
}

/** Takes the one file of a form. `nextFile` is asked a second time, because only then is it known to be the only one. */
export async function uploadFile(
  ground: KeepGround,
  call: UploadCall,
  nextFile: () => Promise<SentFile | null>,
): Promise<UploadedFile> {
  const file = await nextFile()
  if (!file) throw fileRequired('The form has no file in its field "file".', 'no_file')
  const { intake, tempDir, idleTimeoutMs } = ground.media
  const options = { tempDir, maxBytes: maxFileBytes, idleTimeoutMs, signal: call.signal }
  const received = await intake.receive(call.companyId, file.stream, options).catch((error: unknown) => {
    throw call.signal.aborted ? fileRequired('The sender hung up before the end of the file.', 'hung_up') : error
  })
  try {
    if (await nextFile()) throw fileRequired('Send one file at a time.', 'several_files')
    await call.claimContent({ sha256: received.sha256, name: file.filename ?? '' })
  } catch (error) {
    await discard(received)
    throw error
  }
  return keep(ground, call, file.filename, received)
}

export async function uploadFromUrl(ground: KeepGround, call: UploadCall, url: string): Promise<UploadedFile> {
  const { tempDir, intake } = ground.media
  const received = await intake.receiveUrl(call.companyId, url, {
    tempDir,
    maxBytes: maxFileBytes,
    signal: call.signal,
  })
  return keep(ground, call, nameIn(url), received)
}

export function fileRequired(message: string, reason: string): MediaError {
  return new MediaError('FILE_REQUIRED', message, { field: 'file', reason })
}

async function keep(
  ground: KeepGround,
  call: UploadCall,
  name: string | undefined,
  received: Received,
): Promise<UploadedFile> {
  const describe = (kept: KeptMedia): UploadedFile => ({
    id: kept.id,
    url: ground.media.urlOf(kept.objectKey),
    filename: kept.filename,
    originalName: kept.originalName,
    wasRenamed: kept.wasRenamed,
    dimensions: received.dimensions,
    size: received.size,
    sizeFormatted: formatSize(received.size),
  })
  const onKept = (trx: Db, kept: KeptMedia) => call.keepAnswer(trx, describe(kept))
  return describe(await keepUpload(ground, { companyId: call.companyId, name, received, onKept }))
}

/** The last part of the path, as its server would call the file. */
function nameIn(url: string): string | undefined {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
