import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { extensionsOf } from '../../files/probe/formats.ts'
import type { Format } from '../../files/probe/formats.ts'
import type { Intake } from '../../files/fetch/intake.ts'
import type { SmallPictures } from '../../files/fetch/small-picture.ts'
import { createDiskStore, isMediaKey, unfinishedDir } from '../../files/store/store.ts'
import type { MediaStore } from '../../files/store/store.ts'
import { mustShareMedia, readMark } from './shared-folder.ts'
import { holds } from './siblings/signed-path.ts'
import type { SignedQuery } from './siblings/signed-path.ts'
import { withSiblings } from './siblings/store.ts'
import type { SiblingDeps } from './siblings/store.ts'

/** The largest file, by the contract. */
export const maxFileBytes = 104_857_600

/** Where media come in, lie, and are found again. */
export interface MediaStorage {
  store: MediaStore
  intake: Intake
  /** For pictures that are only looked at. */
  small: SmallPictures
  /** For files that are still arriving. */
  tempDir: string
  idleTimeoutMs: number
  /** The address under which everybody can read a stored file. */
  urlOf(key: string): string
  /** The key behind one of our own addresses. */
  keyOf(url: string): string | null
  /** null: nobody needs to ask this process. */
  siblings: SiblingAddress | null
  close(): void
}

/** What siblings may be answered with: nothing but what lies in this very folder. */
export interface SiblingAddress {
  admits: (key: string, query: SignedQuery) => boolean
  own: MediaStore
}

type FolderDeps = Omit<SiblingDeps, 'tempDir' | 'folderId'>

interface StorageDeps extends FolderDeps {
  intake: Intake
  small: SmallPictures
  publicUrl: () => string
}

export async function openMediaStorage(config: Config, deps: StorageDeps): Promise<MediaStorage> {
  const dir = join(config.dataDir, 'media')
  const s3 = config.s3 ? await openBucket(config.s3) : null
  const ownRoot = () => `${deps.publicUrl()}/media`
  const own = createDiskStore(dir)
  const isApart = mustShareMedia(config)
  return {
    store: s3 ?? (isApart ? openShared(config, own, deps) : own),
    siblings: isApart ? { admits: (key, query) => holds(deps.seal, key, query), own } : null,
    intake: deps.intake,
    small: deps.small,
    // Beside the stored files, so that storing one on disk is a hard link.
    tempDir: unfinishedDir(dir),
    idleTimeoutMs: config.uploadIdleMs,
    urlOf: (key) => `${config.mediaPublicUrl ?? ownRoot()}/${key}`,
    keyOf: (url) => keyUnder([ownRoot(), ...(config.mediaPublicUrl ? [config.mediaPublicUrl] : [])], url),
    close: () => s3?.close(),
  }
}

/** A folder, with what siblings have. */
export function openShared({ dataDir }: Config, own: MediaStore, deps: FolderDeps): MediaStore {
  const tempDir = unfinishedDir(join(dataDir, 'media'))
  return withSiblings(own, { ...deps, tempDir, folderId: () => readMark(dataDir) })
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
