import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { createMediaCache } from '../core/launch/media/media-cache.ts'
import type { MediaCache } from '../core/launch/media/media-cache.ts'
import { keepClean } from '../core/media/leftovers.ts'
import { mustShareMedia, notifyMediaFolder } from '../core/media/shared-folder.ts'
import { openMediaStorage } from '../core/media/storage.ts'
import type { MediaStorage } from '../core/media/storage.ts'
import { createStoredMedia } from '../core/media/stored.ts'
import type { Db } from '../db/connect.ts'
import { createUrlFetcher } from '../files/fetch/fetch-url.ts'
import type { UrlFetcherOptions } from '../files/fetch/fetch-url.ts'
import { createIntake } from '../files/fetch/intake.ts'
import { createProber } from '../files/probe/probe.ts'
import { closing } from './undo.ts'
import type { Undo } from './undo.ts'

/** What users give the address of is fetched through one of these. */
export function openFetcher(config: Config, sandboxUrl: string | null, limits: Partial<UrlFetcherOptions>, undo: Undo) {
  const sandboxHost = sandboxUrl ? [new URL(sandboxUrl).host] : []
  return closing(createUrlFetcher({ ...limits, allowPrivateUrls: [...config.allowPrivateUrls, ...sandboxHost] }), undo)
}

export async function openMedia(config: Config, sandboxUrl: string | null, publicUrl: () => string, undo: Undo) {
  const fetcher = openFetcher(config, sandboxUrl, {}, undo)
  const prober = createProber()
  undo.push(async () => prober.close())
  const storage = await openMediaStorage(config, createIntake(fetcher, prober), publicUrl)
  undo.push(async () => storage.close())
  return storage
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
  if (mustShareMedia(config)) {
    const stopTelling = await notifyMediaFolder({ db, log }, config.dataDir)
    undo.push(async () => stopTelling())
  }
  return createMediaCache({ db, log, store, intake, stored: createStoredMedia(db, media), dataDir: config.dataDir })
}
