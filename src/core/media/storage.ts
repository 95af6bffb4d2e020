import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { extensionsOf } from '../../files/probe/formats.ts'
import type { Format } from '../../files/probe/formats.ts'
import type { Intake } from '../../files/fetch/intake.ts'
import { createDiskStore, isMediaKey, unfinishedDir } from '../../files/store/store.ts'
import type { MediaStore } from '../../files/store/store.ts'

/** The largest file, by the contract. */
export const maxFileBytes = 104_857_600

/** Where media come in, lie, and are found again. */
export interface MediaStorage {
  store: MediaStore
  intake: Intake
  /** For files that are still arriving. */
  tempDir: string
  idleTimeoutMs: number
  /** The address under which everybody can read a stored file. */
  urlOf(key: string): string
  /** The key behind one of our own addresses. */
  keyOf(url: string): string | null
  close(): void
}

export async function openMediaStorage(config: Config, intake: Intake, publicUrl: () => string): Promise<MediaStorage> {
  const dir = join(config.dataDir, 'media')
  const s3 = config.s3 ? await openBucket(config.s3) : null
  const ownRoot = () => `${publicUrl()}/media`
  return {
    store: s3 ?? createDiskStore(dir),
    intake,
    // Beside the stored files, so that storing one on disk is a hard link.
    tempDir: unfinishedDir(dir),
    idleTimeoutMs: config.uploadIdleMs,
    urlOf: (key) => `${config.mediaPublicUrl ?? ownRoot()}/${key}`,
    keyOf: (url) => keyUnder([ownRoot(), ...(config.mediaPublicUrl ? [config.mediaPublicUrl] : [])], url),
    close: () => s3?.close(),
  }
}

/** Only who keeps media in a bucket loads what speaks to one. */
async function openBucket(settings: NonNullable<Config['s3']>) {
  const { createS3Store } = await import('../../files/store/s3.ts')
  return createS3Store(settings)
}

function keyUnder(roots: string[], url: string): string | null {
  const address = URL.parse(url)
  if (!address) return null
  for (const root of roots.map((text) => new URL(text))) {
    const start = `${root.pathname.replace(/\/+$/, '')}/`
    if (address.origin !== root.origin || !address.pathname.startsWith(start)) continue
    const key = address.pathname.slice(start.length)
    if (isMediaKey(key)) return key
  }
  return null
}

/** Says what is in it, for tags of caches and for people, and is never the same twice. */
export function newMediaKey(sha256: string, format: Format): string {
  const name = `${sha256}-${randomBytes(6).toString('hex')}.${extensionsOf(format)[0]}`
  return `${sha256.slice(0, 2)}/${name}`
}
