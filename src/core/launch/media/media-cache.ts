import { setTimeout as delay } from 'node:timers/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Intake, ReceiveUrl } from '../../../files/fetch/intake.ts'
import { urlNotAccessible } from '../../../files/media-error.ts'
import { discard } from '../../../files/store/receive.ts'
import type { ByteRange, MediaStore } from '../../../files/store/store.ts'
import type { PreparedMedia } from '../../../platforms/contract/media.ts'
import { removeLoose } from '../../media/loose.ts'
import { maxFileBytes as maxBytes } from '../../media/storage.ts'
import type { StoredMedia } from '../../media/stored.ts'
import {
  claimFetch,
  clearFetched,
  factsOf,
  findFetched,
  ownFetched,
  storeFetched,
  whileClaimed,
} from './fetched-media.ts'
import type { FetchedDeps, FetchedMedia, MediaFacts } from './fetched-media.ts'
import { createVisit } from './media-visit.ts'
import type { Visit, VisitDeps } from './media-visit.ts'

/**
 * Media of running batches. What lies in our own storage is read from there; any other address is fetched once per
 * batch, whatever number of ads, accounts and workers need it.
 */
export interface MediaCache {
  get(batch: BatchRef, url: string): Promise<PreparedMedia>
  /** The same of what is known already: nothing is fetched for it. Refused where it is not. */
  known(batch: BatchRef, url: string): Promise<PreparedMedia>
  /** For media that are looked at before their launch is accepted. */
  visit(companyId: number): Visit
  /** Forgets batches that have ended, and removes what was fetched for them. */
  clear(): Promise<void>
  /** Forgets what this process knows of a batch; the storage still has it. */
  forget(batchId: number): void
}

/** A batch, and the company whose share its media are fetched in. */
interface BatchRef {
  batchId: number
  companyId: number
}

export interface MediaCacheDeps extends FetchedDeps {
  intake: Intake
  stored: StoredMedia
  dataDir: string
}

/** A file whose facts are known; its bytes are in the storage, or are fetched when somebody wants them. */
interface Known {
  facts: MediaFacts
  key: () => Promise<string | null>
}

const lookAgainMs = 200

export function createMediaCache(given: MediaCacheDeps): MediaCache {
  const deps: VisitDeps = { ...given, tempDir: join(given.dataDir, 'fetched') }
  const batches = new Map<number, Map<string, Promise<Known>>>()

  async function know(batch: BatchRef, url: string): Promise<Known> {
    const { facts, key } = await findOrFetch(deps, batch, url)
    // Its file was removed when its batch ended, which was since launched again.
    const fetchAgain = () =>
      deps.intake.inTurn(
        batch.companyId,
        async (receive) => (await fetchFor(deps, receive, { batchId: batch.batchId, url, same: facts })).key,
      )
    return { facts, key: onceOnly(() => (key === null ? fetchAgain() : Promise.resolve(key))) }
  }

  return {
    async get(batch, url) {
      const { batchId } = batch
      const own = await deps.stored.find(url, batchId)
      if (own) return own
      const known = batches.get(batchId) ?? new Map<string, Promise<Known>>()
      batches.set(batchId, known)
      const entry = known.get(url) ?? know(batch, url)
      known.set(url, entry)
      // A failure is not kept: the next try fetches anew.
      entry.catch(() => known.delete(url))
      const { facts, key } = await entry
      return { ...facts, url, open: (range) => openWhenRead(deps.store, key, range) }
    },
    async known({ batchId }, url) {
      const own = await deps.stored.find(url, batchId)
      if (own) return own
      const fetched = await findFetched(deps, batchId, url)
      if (!fetched) throw urlNotAccessible(url, 'not_known')
      return {
        ...fetched.facts,
        url,
        open: (range) => openWhenRead(deps.store, () => Promise.resolve(fetched.key), range),
      }
    },
    visit: (companyId) => createVisit(deps, companyId),
    async clear() {
      if (batches.size > 0) {
        const ended = await deps.db
          .selectFrom('batches')
          .select('id')
          .where('id', 'in', [...batches.keys()])
          .where('finished_at', 'is not', null)
          .execute()
        for (const { id } of ended) batches.delete(id)
      }
      await clearFetched(deps)
    },
    forget: (batchId) => void batches.delete(batchId),
  }
}

async function findOrFetch(deps: VisitDeps, batch: BatchRef, url: string): Promise<FetchedMedia> {
  const { batchId, companyId } = batch
  for (;;) {
    const known = await findFetched(deps, batchId, url)
    if (known) return known
    // The place first: whoever stands in line claims nothing, and has no claim to keep alive.
    const fetched = await deps.intake.inTurn(companyId, async (receive) => {
      if (!(await claimFetch(deps.db, batchId, url))) return null
      return whileClaimed(deps.db, batchId, url, () => fetchFor(deps, receive, { batchId, url }))
    })
    if (fetched) return fetched
    await delay(lookAgainMs)
  }
}

/** Fetches the file and makes it the batch's. With facts, it must still be the same file. */
async function fetchFor(
  deps: VisitDeps,
  receive: ReceiveUrl,
  { batchId, url, same }: { batchId: number; url: string; same?: MediaFacts },
): Promise<FetchedMedia> {
  const received = await receive(url, { tempDir: deps.tempDir, maxBytes, convertsWebp: true, takesDocuments: true })
  try {
    if (same && received.sha256 !== same.sha256) throw urlNotAccessible(url, 'changed_since_the_launch_began')
    const facts = same ?? factsOf(received, url)
    const key = await storeFetched(deps, received)
    if (await ownFetched(deps.db, batchId, url, { facts, key })) return { facts, key }
    await removeLoose(deps, key)
    return { facts, key: (await findFetched(deps, batchId, url))?.key ?? null }
  } finally {
    await discard(received)
  }
}

function onceOnly<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}

function openWhenRead(store: MediaStore, key: Known['key'], range: ByteRange | undefined): Readable {
  async function* read(): AsyncGenerator<Buffer> {
    for await (const chunk of await store.open((await key())!, range)) yield chunk as Buffer
  }
  return Readable.from(read(), { objectMode: false })
}
