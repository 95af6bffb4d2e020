import { setTimeout as delay } from 'node:timers/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { CompanyId } from '../../../db/company-id.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { UnreadableMedia } from '../../../errors.ts'
import type { Intake, ReceiveUrl } from '../../../files/fetch/intake.ts'
import { MediaError, urlNotAccessible } from '../../../files/media-error.ts'
import { discard } from '../../../files/store/receive.ts'
import { MissingObjectError } from '../../../files/store/store.ts'
import type { ByteRange } from '../../../files/store/store.ts'
import { required } from '../../../lookup.ts'
import type { PreparedMedia } from '../../../platforms/contract/media.ts'
import { removeLoose } from '../../media/loose.ts'
import { bytesIn, openLate } from '../../media/open-late.ts'
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
  visit(companyId: CompanyId): Visit
  /** Forgets batches that have ended, and removes what was fetched for them. */
  clear(): Promise<void>
  /** Forgets what this process knows of a batch; the storage still has it. */
  forget(batchId: number): void
}

/** A batch, and the company whose share its media are fetched in. */
interface BatchRef {
  batchId: number
  companyId: CompanyId
}

export interface MediaCacheDeps extends FetchedDeps {
  intake: Intake
  stored: StoredMedia
  dataDir: string
}

/** A file whose facts are known; its bytes are in the storage, or are fetched when somebody wants them. */
interface CachedMedia {
  facts: MediaFacts
  open: (range?: ByteRange) => Promise<Readable>
}

const lookAgainMs = 200

export function createMediaCache(given: MediaCacheDeps): MediaCache {
  const deps: VisitDeps = { ...given, tempDir: join(given.dataDir, 'fetched') }
  const batches = new Map<number, Map<string, Promise<CachedMedia>>>()

  async function get(batch: BatchRef, url: string): Promise<PreparedMedia> {
    const known = batches.get(batch.batchId) ?? new Map<string, Promise<CachedMedia>>()
    batches.set(batch.batchId, known)
    const entry = known.get(url) ?? know(deps, batch, url)
    known.set(url, entry)
    // A failure is not kept: the next try fetches anew.
    entry.catch(() => known.delete(url))
    const { facts, open } = await entry
    return { ...facts, url, open: (range) => openLate({ url, bytes: bytesIn(range, facts.size) }, () => open(range)) }
  }

  return {
    async get(batch, url) {
      const own = await deps.stored.find(url, batch.batchId)
      if (own?.isHere) return own.media
      // Its address may lead to a machine that has it.
      return get(batch, url).catch((error: unknown) => {
        throw own && error instanceof MediaError ? new UnreadableMedia(url, new MissingObjectError(own.key)) : error
      })
    },
    async known({ batchId }, url) {
      const own = await deps.stored.find(url, batchId)
      if (own) return own.media
      const fetched = await findFetched(deps, batchId, url)
      if (!fetched) throw urlNotAccessible(url, 'not_known')
      const { facts, key } = fetched
      const open = async (range?: ByteRange) => {
        if (key === null) throw urlNotAccessible(url, 'not_kept')
        return deps.store.open(key, range)
      }
      return { ...facts, url, open: (range) => openLate({ url, bytes: bytesIn(range, facts.size) }, () => open(range)) }
    },
    visit: (companyId) => createVisit(deps, companyId),
    async clear() {
      if (batches.size > 0) {
        const ended = await everyCompany(deps.db)
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

/**
 * A file may be gone from the storage: its batch had ended and was launched again, another machine fetched it into a storage of its own, or
 * somebody removed it. Then it is fetched anew, once for all who read it at the time.
 */
async function know(deps: VisitDeps, batch: BatchRef, url: string): Promise<CachedMedia> {
  const { facts, key: firstKey, isHere } = await findOrFetch(deps, batch, url)
  let here: Promise<string> | null = isHere ? Promise.resolve(required(firstKey, 'key of the file')) : null
  let lostKey = firstKey

  function fetchAnew(): Promise<string> {
    const again = { batchId: batch.batchId, url, same: facts, insteadOf: lostKey }
    const fetching = deps.intake.inTurn(batch.companyId, async (receive) =>
      required((await fetchFor(deps, receive, again)).key, 'key of the file'),
    )
    // A failure is not kept: whoever reads next tries again.
    fetching.catch(() => (here = null))
    return fetching
  }

  async function open(range?: ByteRange, isAgain = false): Promise<Readable> {
    const asked = (here ??= fetchAnew())
    const key = await asked
    try {
      return await deps.store.open(key, range)
    } catch (error) {
      if (!(error instanceof MissingObjectError) || isAgain) throw error
      // Unless another reader noticed it first.
      if (here === asked) here = null
      lostKey = key
      return open(range, true)
    }
  }

  return { facts, open: (range) => open(range) }
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

interface Wanted {
  batchId: number
  url: string
  /** What is known of it: it must still be the same file. */
  same?: MediaFacts
  /** The one that our storage does not have. */
  insteadOf?: string | null
}

/** Fetches the file and makes it the batch's. */
async function fetchFor(
  deps: VisitDeps,
  receive: ReceiveUrl,
  { batchId, url, same, insteadOf }: Wanted,
): Promise<FetchedMedia> {
  const received = await receive(url, { tempDir: deps.tempDir, maxBytes, convertsWebp: true, takesDocuments: true })
  try {
    if (same && received.sha256 !== same.sha256) throw urlNotAccessible(url, 'changed_since_the_launch_began')
    const facts = same ?? factsOf(received, url)
    const key = await storeFetched(deps, received)
    if (await ownFetched(deps.db, batchId, url, { facts, key, insteadOf })) return { facts, key, isHere: true }
    const others = await findFetched(deps, batchId, url)
    if (others?.isHere) {
      await removeLoose(deps, key)
      return others
    }
    // Two machines that cannot read each other's files: each keeps its own, which is swept like everything that nobody owns.
    return { facts, key, isHere: true }
  } finally {
    await discard(received)
  }
}
