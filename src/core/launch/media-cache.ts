import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import type { UrlFetcher } from '../../media/fetch-url.ts'
import { isImage } from '../../media/formats.ts'
import { safeFilename } from '../../media/names.ts'
import { displaySize } from '../../media/probe.ts'
import { receiveUrl } from '../../media/receive-url.ts'
import { discard } from '../../media/receive.ts'
import type { Received } from '../../media/receive.ts'
import type { PreparedMedia } from '../../platforms/media.ts'
import { maxFileBytes as maxBytes } from '../media/storage.ts'
import type { StoredMedia } from '../media/stored.ts'

/**
 * Media of running batches. What lies in our own storage is read from there; any other address is fetched once per
 * batch, whatever number of ads and accounts need it.
 */
export interface MediaCache {
  get(batchId: number, url: string): Promise<PreparedMedia>
  /** Media that are only looked at, for a limited time; they are gone when the visit ends. */
  visit(mostMs: number): Visit
  /** The batches that media are held for. */
  batches(): number[]
  /** Removes what was fetched for a batch. */
  forget(batchId: number): Promise<void>
  close(): Promise<void>
}

export interface Visit {
  get(url: string): Promise<PreparedMedia>
  end(): Promise<void>
}

export function createMediaCache(fetcher: UrlFetcher, dataDir: string, stored: StoredMedia): MediaCache {
  const batches = new Map<number, Map<string, Promise<Received>>>()
  const tempDir = join(dataDir, 'fetched')

  async function forget(batchId: number): Promise<void> {
    const fetched = [...(batches.get(batchId)?.values() ?? [])]
    batches.delete(batchId)
    await discardAll(fetched)
  }

  return {
    async get(batchId, url) {
      const own = await stored.find(url, batchId)
      if (own) return own
      const files = batches.get(batchId) ?? new Map<string, Promise<Received>>()
      batches.set(batchId, files)
      const file = files.get(url) ?? receiveUrl(fetcher, url, { tempDir, maxBytes })
      files.set(url, file)
      // A failure is not kept: the next try fetches anew.
      file.catch(() => files.delete(url))
      return prepare(await file, url)
    },
    visit(mostMs) {
      const signal = AbortSignal.timeout(mostMs)
      const files: Promise<Received>[] = []
      return {
        async get(url) {
          // Whose it is does not matter to a look: what is stored is open to everybody who knows its address.
          const own = await stored.find(url, null)
          if (own) return own
          const file = receiveUrl(fetcher, url, { tempDir, maxBytes, signal })
          files.push(file)
          return prepare(await file, url)
        },
        end: () => discardAll(files),
      }
    },
    batches: () => [...batches.keys()],
    forget,
    async close() {
      for (const batchId of [...batches.keys()]) await forget(batchId)
    },
  }
}

async function discardAll(files: Promise<Received>[]): Promise<void> {
  for (const file of await Promise.allSettled(files)) if (file.status === 'fulfilled') await discard(file.value)
}

function prepare(file: Received, url: string): PreparedMedia {
  const { width, height } = displaySize(file.dimensions)
  return {
    kind: isImage(file.format) ? 'image' : 'video',
    sha256: file.sha256,
    size: file.size,
    contentType: file.contentType,
    filename: safeFilename(basename(new URL(url).pathname), file.format),
    width,
    height,
    url,
    open: (range) => createReadStream(file.tempPath, range),
  }
}
