import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { CommandProblem } from '../exit.ts'
import { refusalIn } from '../refusal.ts'
import type { Session } from '../session.ts'
import { localPath } from '../sheet/ads.ts'
import type { Sheet } from '../sheet/ads.ts'
import type { LocalFile } from './files.ts'
import { inParallel } from './parallel.ts'

/** How many files are on their way at once. */
export const uploadsAtOnce = 8

/** Up to this size a file is read once, into memory, to be named by its content and sent. */
const smallBytes = 8 * 2 ** 20

/** The service counts uploads by the minute: a folder of hundreds waits, and is not given up. */
const patience = { retries: 30, maxWaitSeconds: 1800, timeoutSeconds: 0 }

interface Uploading {
  session: Session
  signal: AbortSignal
  /** Tells two launches of the same files apart, where somebody wants both. */
  nonce: string
  onSent: (bytes: number) => void
}

/** A file that has been uploaded. */
export interface Uploaded {
  /** Of its content: files that are the same are uploaded once. */
  sha256: string
  url: string
}

/** Uploads what is there, each content once; answers where each path is now. */
export async function uploadFiles(files: readonly LocalFile[], how: Uploading): Promise<Map<string, Uploaded>> {
  const hashes = new Map<LocalFile, Promise<string>>()
  const uploads = new Map<string, Promise<string>>()
  const uploaded = await inParallel(files, { atOnce: uploadsAtOnce, signal: how.signal }, async (file, signal) => {
    const reading = readContent(file)
    hashes.set(
      file,
      reading.then(({ sha256 }) => sha256),
    )
    const { sha256, content } = await reading
    const { name } = await firstWith(sha256, file, hashes)
    const twin = uploads.get(sha256)
    const upload = twin ?? uploadOne({ ...file, name, sha256, content }, { ...how, signal })
    uploads.set(sha256, upload)
    const url = await upload
    if (twin) how.onSent(file.size)
    return [file.path, { sha256, url }] as const
  })
  return new Map(uploaded)
}

/** Of files that are the same, the first gives its name, whichever was read first: a repeat must send exactly the same. */
async function firstWith(
  sha256: string,
  file: LocalFile,
  hashes: ReadonlyMap<LocalFile, Promise<string>>,
): Promise<LocalFile> {
  for (const [other, hash] of hashes) {
    if (other === file) break
    // Files of different sizes are different: nobody has to wait for those to be read.
    if (other.size === file.size && (await hash) === sha256) return other
  }
  return file
}

interface ReadFile extends LocalFile {
  sha256: string
  /** null: too large to be held whole. */
  content: Buffer<ArrayBuffer> | null
}

async function readContent({ path, size }: LocalFile): Promise<Pick<ReadFile, 'sha256' | 'content'>> {
  const hash = createHash('sha256')
  const content = size <= smallBytes ? await readFile(path) : null
  if (content) hash.update(content)
  else for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return { sha256: hash.digest('hex'), content }
}

async function uploadOne(file: ReadFile, { session, signal, nonce, onSent }: Uploading): Promise<string> {
  const how = { ...patience, signal, idempotencyKey: uploadKey(file, nonce) }
  let reported = 0
  const report = (sentBytes: number) => {
    onSent(sentBytes - reported)
    reported = sentBytes
  }
  try {
    const { flightdeck } = session
    const { url } = file.content
      ? await flightdeck.uploadMedia({ file: new File([file.content], file.name) }, how)
      : await flightdeck.upload(file.path, {
          ...how,
          filename: file.name,
          onProgress: ({ sentBytes }) => report(Math.min(sentBytes, file.size)),
        })
    report(file.size)
    return url
  } catch (error) {
    throw refused(error, file)
  }
}

/** The same content under the same name is the same upload: a repeat gets the address of the first. */
function uploadKey({ sha256, name }: ReadFile, nonce: string): string {
  return `file-${createHash('sha256')
    .update(JSON.stringify([sha256, name, nonce]))
    .digest('hex')
    .slice(0, 40)}`
}

const ownCodes = ['INVALID_FORMAT', 'FILE_TOO_LARGE', 'FILE_REQUIRED']

function refused(error: unknown, { path }: LocalFile): unknown {
  const refusal = refusalIn(error)
  if (refusal === null || !ownCodes.includes(refusal.code)) return error
  return new CommandProblem(`${path} was not taken: ${refusal.message}`)
}

/** The same ads with other words where paths stood. */
export function withAddresses(sheet: Sheet, addressOf: (path: string) => string): Sheet {
  const mend = (given: unknown) => {
    const path = typeof given === 'string' ? localPath(given, sheet.folder) : null
    return path === null ? given : addressOf(path)
  }
  const ads = sheet.ads.map(({ row, ad }) => {
    if (!ad.media) return { row, ad }
    const media = ad.media.map((item) => ({
      ...item,
      ...(item.url === undefined ? {} : { url: mend(item.url) as string }),
      ...(item.thumbnail === undefined ? {} : { thumbnail: mend(item.thumbnail) }),
    }))
    return { row, ad: { ...ad, media } }
  })
  return { ...sheet, ads }
}
