import { createReadStream } from 'node:fs'
import type { CompanyId } from '../../../db/company-id.ts'
import type { Db } from '../../../db/connect.ts'
import { UnreadableMedia } from '../../../errors.ts'
import type { Intake } from '../../../files/fetch/intake.ts'
import { MediaError } from '../../../files/media-error.ts'
import { discard } from '../../../files/store/receive.ts'
import type { Received } from '../../../files/store/receive.ts'
import { MissingObjectError } from '../../../files/store/store.ts'
import type { PreparedMedia } from '../../../platforms/contract/media.ts'
import { removeLoose } from '../../media/loose.ts'
import { maxFileBytes as maxBytes } from '../../media/storage.ts'
import type { StoredMedia } from '../../media/stored.ts'
import { factsOf, ownFetched, storeFetched } from './fetched-media.ts'
import type { FetchedDeps } from './fetched-media.ts'

/** Media that are looked at before their launch is accepted. What a batch does not take over is gone when the visit ends. */
export interface Visit {
  get(url: string, signal: AbortSignal): Promise<PreparedMedia>
  /** Whether nothing was fetched: then there is nothing to keep or to hand over. */
  holdsNone(): boolean
  /** Puts what was fetched where all workers can read it, ready to be handed over. */
  keep(): Promise<void>
  /** What was kept is the batch's once the caller's transaction commits. */
  handOver(trx: Db, batchId: number): Promise<void>
  end(): Promise<void>
}

export interface VisitDeps extends FetchedDeps {
  intake: Intake
  stored: StoredMedia
  tempDir: string
}

export function createVisit(deps: VisitDeps, companyId: CompanyId): Visit {
  const { intake, tempDir } = deps
  const visited = new Map<string, Promise<Received>>()
  const kept = new Map<string, { received: Received; key: string }>()

  return {
    async get(url, signal) {
      // Whose it is does not matter to a look: what is stored is open to everybody who knows its address.
      const own = await deps.stored.find(url, null)
      if (own?.isHere) return own.media
      const file =
        visited.get(url) ??
        intake.receiveUrl(companyId, url, { tempDir, maxBytes, signal, convertsWebp: true, takesDocuments: true })
      visited.set(url, file)
      const received = await file.catch((error: unknown) => {
        throw own && error instanceof MediaError ? new UnreadableMedia(url, new MissingObjectError(own.key)) : error
      })
      return { ...factsOf(received, url), url, open: (range) => createReadStream(received.tempPath, range) }
    },
    holdsNone: () => visited.size === 0,
    async keep() {
      await Promise.all(
        [...visited].map(async ([url, file]) => {
          const received = await file.catch(() => null)
          if (received) kept.set(url, { received, key: await storeFetched(deps, received) })
        }),
      )
    },
    async handOver(trx, batchId) {
      for (const [url, { received, key }] of kept)
        await ownFetched(trx, batchId, url, { facts: factsOf(received, url), key })
    },
    async end() {
      for (const file of await Promise.allSettled(visited.values()))
        if (file.status === 'fulfilled') await discard(file.value)
      // Only what nobody owns is removed.
      for (const { key } of kept.values()) await removeLoose(deps, key)
    },
  }
}
