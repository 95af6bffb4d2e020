import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { UrlFetcher } from '../../media/fetch-url.ts'
import { isImage } from '../../media/formats.ts'
import { urlNotAccessible } from '../../media/media-error.ts'
import { safeFilename } from '../../media/names.ts'
import { displaySize } from '../../media/probe.ts'
import { receiveUrl } from '../../media/receive-url.ts'
import { discard } from '../../media/receive.ts'
import type { Received } from '../../media/receive.ts'
import type { PreparedMedia } from '../../platforms/media.ts'
import { maxFileBytes as maxBytes } from '../media/storage.ts'
import type { StoredMedia } from '../media/stored.ts'
import type { MediaFacts, MediaMemory } from './media-facts.ts'

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

/** A file whose facts are known; its bytes are here, or are fetched when somebody wants them. */
interface Known {
  facts: MediaFacts
  file: () => Promise<Received>
}

export function createMediaCache(
  fetcher: UrlFetcher,
  dataDir: string,
  stored: StoredMedia,
  memory: MediaMemory,
): MediaCache {
  const batches = new Map<number, Map<string, Promise<Known>>>()
  const files = new Map<number, Promise<Received>[]>()
  const tempDir = join(dataDir, 'fetched')

  function fetch(batchId: number, url: string): Promise<Received> {
    const file = receiveUrl(fetcher, url, { tempDir, maxBytes })
    files.set(batchId, [...(files.get(batchId) ?? []), file])
    return file
  }

  async function know(batchId: number, url: string): Promise<Known> {
    const remembered = await memory.load(batchId, url)
    if (remembered) return { facts: remembered, file: onceOnly(() => fetchSame(batchId, url, remembered)) }
    const file = await fetch(batchId, url)
    const facts = factsOf(file, url)
    await memory.save(batchId, url, facts)
    return { facts, file: () => Promise.resolve(file) }
  }

  async function fetchSame(batchId: number, url: string, facts: MediaFacts): Promise<Received> {
    const file = await fetch(batchId, url)
    if (file.sha256 !== facts.sha256) throw urlNotAccessible(url, 'changed_since_the_launch_began')
    return file
  }

  async function forget(batchId: number): Promise<void> {
    batches.delete(batchId)
    const fetched = files.get(batchId) ?? []
    files.delete(batchId)
    await discardAll(fetched)
  }

  return {
    async get(batchId, url) {
      const own = await stored.find(url, batchId)
      if (own) return own
      const known = batches.get(batchId) ?? new Map<string, Promise<Known>>()
      batches.set(batchId, known)
      const entry = known.get(url) ?? know(batchId, url)
      known.set(url, entry)
      // A failure is not kept: the next try fetches anew.
      entry.catch(() => known.delete(url))
      const { facts, file } = await entry
      return { ...facts, url, open: (range) => openWhenRead(file, range) }
    },
    visit(mostMs) {
      const signal = AbortSignal.timeout(mostMs)
      const visited: Promise<Received>[] = []
      return {
        async get(url) {
          // Whose it is does not matter to a look: what is stored is open to everybody who knows its address.
          const own = await stored.find(url, null)
          if (own) return own
          const file = receiveUrl(fetcher, url, { tempDir, maxBytes, signal })
          visited.push(file)
          const received = await file
          return { ...factsOf(received, url), url, open: (range) => createReadStream(received.tempPath, range) }
        },
        end: () => discardAll(visited),
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

function factsOf(file: Received, url: string): MediaFacts {
  const { width, height } = displaySize(file.dimensions)
  return {
    kind: isImage(file.format) ? 'image' : 'video',
    sha256: file.sha256,
    size: file.size,
    contentType: file.contentType,
    filename: safeFilename(basename(new URL(url).pathname), file.format),
    width,
    height,
  }
}

function onceOnly<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}

function openWhenRead(file: () => Promise<Received>, range: { start: number; end: number } | undefined): Readable {
  async function* read(): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream((await file()).tempPath, range)) yield chunk as Buffer
  }
  return Readable.from(read(), { objectMode: false })
}
