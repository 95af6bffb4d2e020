import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import type { UrlFetcher } from '../../media/fetch-url.ts'
import { isImage } from '../../media/formats.ts'
import { safeFilename } from '../../media/names.ts'
import { receiveUrl } from '../../media/receive-url.ts'
import { discard } from '../../media/receive.ts'
import type { Received } from '../../media/receive.ts'
import type { PreparedMedia } from '../../platforms/media.ts'

/** Media of running batches: each address is fetched once per batch, whatever number of ads and accounts need it. */
export interface MediaCache {
  get(batchId: number, url: string): Promise<PreparedMedia>
  /** The batches that media are held for. */
  batches(): number[]
  /** Removes what was fetched for a batch. */
  forget(batchId: number): Promise<void>
  close(): Promise<void>
}

const maxBytes = 104_857_600

export function createMediaCache(fetcher: UrlFetcher, dataDir: string): MediaCache {
  const batches = new Map<number, Map<string, Promise<Received>>>()
  const tempDir = join(dataDir, 'fetched')

  async function forget(batchId: number): Promise<void> {
    const fetched = [...(batches.get(batchId)?.values() ?? [])]
    batches.delete(batchId)
    for (const file of await Promise.allSettled(fetched)) if (file.status === 'fulfilled') await discard(file.value)
  }

  return {
    async get(batchId, url) {
      const files = batches.get(batchId) ?? new Map<string, Promise<Received>>()
      batches.set(batchId, files)
      const file = files.get(url) ?? receiveUrl(fetcher, url, { tempDir, maxBytes })
      files.set(url, file)
      // A failure is not kept: the next try fetches anew.
      file.catch(() => files.delete(url))
      return prepare(await file, url)
    },
    batches: () => [...batches.keys()],
    forget,
    async close() {
      for (const batchId of [...batches.keys()]) await forget(batchId)
    },
  }
}

function prepare(file: Received, url: string): PreparedMedia {
  const { width = null, height = null } = file.dimensions as { width?: number; height?: number }
  return {
    kind: isImage(file.format) ? 'image' : 'video',
    sha256: file.sha256,
    size: file.size,
    contentType: file.contentType,
    filename: safeFilename(basename(new URL(url).pathname), file.format),
    width,
    height,
    open: () => createReadStream(file.tempPath),
  }
}
