import type { Readable } from 'node:stream'
import type { Db } from '../../db/connect.ts'
import { MediaError } from '../../files/media-error.ts'
import { formatSize } from '../../files/store/names.ts'
import type { Dimensions } from '../../files/probe/probe.ts'
import { discard } from '../../files/store/receive.ts'
import type { Context } from '../context.ts'
import { keepUpload } from './keep.ts'
import type { MediaArrival, KeepDeps } from './keep.ts'
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

interface SentFile {
  stream: Readable
  filename: string | undefined
}

type Sender = Pick<Context, 'company' | 'signal'>

interface Upload {
  /** Whether documents pass; absent: pictures and videos alone do. */
  takesDocuments?: boolean
  /** Runs in the transaction that makes the upload exist. */
  onKept: (trx: Db, uploaded: UploadedFile) => Promise<void>
}

export interface FormUpload extends Upload {
  /** The files of the form, one after the other. */
  nextFile: () => Promise<SentFile | null>
  /** Throws when the content was sent before, or something else was under the same name. */
  claimContent: (content: object) => Promise<void>
}

/** Takes the one file of a form. `nextFile` is asked a second time, because only then is it known to be the only one. */
export async function uploadFile(
  deps: KeepDeps,
  { company, signal }: Sender,
  { nextFile, claimContent, onKept, takesDocuments }: FormUpload,
): Promise<UploadedFile> {
  const file = await nextFile()
  if (!file) throw fileRequired('The form has no file in its field "file".', 'no_file')
  const { intake, tempDir, idleTimeoutMs } = deps.media
  const options = { tempDir, maxBytes: maxFileBytes, idleTimeoutMs, signal, takesDocuments }
  const received = await intake.receive(company.id, file.stream, options).catch((error: unknown) => {
    throw signal.aborted ? fileRequired('The sender hung up before the end of the file.', 'hung_up') : error
  })
  try {
    if (await nextFile()) throw fileRequired('Send one file at a time.', 'several_files')
    await claimContent({ sha256: received.sha256, name: file.filename ?? '' })
  } catch (error) {
    await discard(received)
    throw error
  }
  return keep(deps, { companyId: company.id, name: file.filename, received }, onKept)
}

export async function uploadFromUrl(
  deps: KeepDeps,
  { company, signal }: Sender,
  { url, onKept, takesDocuments }: Upload & { url: string },
): Promise<UploadedFile> {
  const { tempDir, intake } = deps.media
  const received = await intake.receiveUrl(company.id, url, { tempDir, maxBytes: maxFileBytes, signal, takesDocuments })
  return keep(deps, { companyId: company.id, name: nameIn(url), received }, onKept)
}

function fileRequired(message: string, reason: string): MediaError {
  return new MediaError('FILE_REQUIRED', message, { field: 'file', reason })
}

async function keep(
  deps: KeepDeps,
  arrival: Omit<MediaArrival, 'onKept'>,
  onKept: Upload['onKept'],
): Promise<UploadedFile> {
  const { received } = arrival
  const describe = (kept: KeptMedia): UploadedFile => ({
    id: kept.id,
    url: deps.media.urlOf(kept.objectKey),
    filename: kept.filename,
    originalName: kept.originalName,
    wasRenamed: kept.wasRenamed,
    dimensions: received.dimensions,
    size: received.size,
    sizeFormatted: formatSize(received.size),
  })
  return describe(await keepUpload(deps, { ...arrival, onKept: (trx, kept) => onKept(trx, describe(kept)) }))
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
