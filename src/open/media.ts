import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createMediaCache } from '../core/launch/media/media-cache.ts'
import type { MediaCache } from '../core/launch/media/media-cache.ts'
import { keepClean } from '../core/media/leftovers.ts'
import { notifyMediaFolder } from '../core/media/shared-folder.ts'
import { internalUrl } from '../core/media/siblings/addresses.ts'
import { openMediaStorage } from '../core/media/storage.ts'
import type { MediaStorage } from '../core/media/storage.ts'
import { createStoredMedia } from '../core/media/stored.ts'
import type { Seal } from '../core/secrets/seal.ts'
import type { Db } from '../db/connect.ts'
import { createUrlFetcher } from '../files/fetch/fetch-url.ts'
import type { UrlFetcherOptions } from '../files/fetch/fetch-url.ts'
import { createIntake } from '../files/fetch/intake.ts'
import { createSmallPictures } from '../files/fetch/small-picture.ts'
import { createSiblingReader } from '../files/fetch/read-sibling.ts'
import { createProber } from '../files/probe/probe.ts'
import { closing } from './undo.ts'
import type { Undo } from './undo.ts'

/** What users give the address of is fetched through one of these. */
export function openFetcher(config: Config, sandboxUrl: string | null, limits: Partial<UrlFetcherOptions>, undo: Undo) {
  const sandboxHost = sandboxUrl ? [new URL(sandboxUrl).host] : []
  return closing(createUrlFetcher({ ...limits, allowPrivateUrls: [...config.allowPrivateUrls, ...sandboxHost] }), undo)
}

interface MediaDeps {
  db: Db
  log: Logger
  seal: Seal
  sandboxUrl: string | null
  publicUrl: () => string
}

export async function openMedia(config: Config, { sandboxUrl, ...deps }: MediaDeps, undo: Undo): Promise<MediaStorage> {
  const fetcher = openFetcher(config, sandboxUrl, {}, undo)
  const prober = createProber()
  undo.push(async () => prober.close())
  const reader = closing(createSiblingReader(), undo)
  const ways = { intake: createIntake(fetcher, prober), small: createSmallPictures(fetcher, prober) }
  const storage = await openMediaStorage(config, { ...deps, ...ways, reader })
  undo.push(async () => storage.close())
  return storage
}

/** Says where media lie here, and where siblings can ask for them: at the address this process listens on, if it does. */
export async function logMedia(
  config: Config,
  { db, log, media: { siblings } }: Pick<LaunchMediaDeps, 'db' | 'log' | 'media'>,
  url: string | null,
  undo: Undo,
): Promise<void> {
  if (siblings === null) return
  const address = url === null ? {} : { address: internalUrl(config, new URL(url).port) }
  undo.push(await notifyMediaFolder({ db, log }, { dataDir: config.dataDir, store: siblings.own, ...address }))
}

interface LaunchMediaDeps {
  config: Config
  db: Db
  log: Logger
  media: MediaStorage
  alone: boolean
}

export async function openLaunchMedia(
  { config, db, log, media, alone }: LaunchMediaDeps,
  undo: Undo,
): Promise<MediaCache> {
  const { store, intake } = media
  const stopCleaning = await keepClean({ db, log, store }, [media.tempDir, join(config.dataDir, 'fetched')], alone)
  undo.push(async () => stopCleaning())
  return createMediaCache({ db, log, store, intake, stored: createStoredMedia(db, media), dataDir: config.dataDir })
}
