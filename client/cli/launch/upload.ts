import { createHash } from 'node:crypto'
import { CommandProblem } from '../exit.ts'
import { refusalIn } from '../refusal.ts'
import type { Session } from '../session.ts'
import { localPath } from '../sheet/ads.ts'
import type { Sheet } from '../sheet/ads.ts'
import type { LocalFile } from './files.ts'
import { inParallel } from './parallel.ts'

/** How many files are on their way at once. */
export const uploadsAtOnce = 8

/** The service counts uploads by the minute: a folder of hundreds waits, and is not given up. */
const patience = { retries: 30, maxWaitSeconds: 1800 }

interface Uploading {
  session: Session
  signal: AbortSignal
  /** Tells two launches of the same files apart, where somebody wants both. */
  nonce: string
  onSent(bytes: number): void
}

/** Uploads what is there, each content once; answers where each content is now. */
export async function uploadFiles(files: Iterable<LocalFile>, how: Uploading): Promise<Map<string, string>> {
  const distinct = [...new Map([...files].map((file) => [file.sha256, file])).values()]
  const uploaded = await inParallel(distinct, { atOnce: uploadsAtOnce, signal: how.signal }, async (file, signal) => {
    let told = 0
    const tell = (sentBytes: number) => {
      how.onSent(sentBytes - told)
      told = sentBytes
    }
    const { url } = await how.session.flightdeck
      .upload(file.path, {
        ...patience,
        filename: file.name,
        signal,
        idempotencyKey: uploadKey(file, how.nonce),
        onProgress: ({ sentBytes }) => tell(Math.min(sentBytes, file.size)),
      })
      .catch((error: unknown) => {
        throw refused(error, file)
      })
    tell(file.size)
    return [file.sha256, url] as const
  })
  return new Map(uploaded)
}

/** The same content under the same name is the same upload: a repeat gets the address of the first. */
function uploadKey({ sha256, name }: LocalFile, nonce: string): string {
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

/** The same ads with addresses where paths stood. */
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
