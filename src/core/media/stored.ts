import type { Db } from '../../db/connect.ts'
import { contentTypeOf, kindOf } from '../../files/probe/formats.ts'
import { measuresOf } from './measures.ts'
import type { PreparedMedia } from '../../platforms/contract/media.ts'
import { bytesIn, openLate } from './open-late.ts'
import type { MediaStorage } from './storage.ts'

/** Media that lie in our own storage, found by the address that an upload was answered with. */
export interface StoredMedia {
  /** For a batch, only what its company has uploaded. */
  find(url: string, batchId: number | null): Promise<Stored | null>
}

interface Stored {
  media: PreparedMedia
  key: string
  /** False: it was uploaded, but our storage does not have it: another machine keeps its media elsewhere, or it was lost. */
  isHere: boolean
}

export function createStoredMedia(db: Db, storage: MediaStorage): StoredMedia {
  return {
    async find(url, batchId) {
      const key = storage.keyOf(url)
      const row = key === null ? undefined : await findRow(db, key, batchId)
      if (!row) return null
      const media: PreparedMedia = {
        kind: kindOf(row.format),
        sha256: row.sha256,
        size: row.size,
        contentType: contentTypeOf(row.format),
        filename: row.filename,
        ...measuresOf(row.dimensions),
        url,
        open: (range) => openLate({ url, bytes: bytesIn(range, row.size) }, () => storage.store.open(row.key, range)),
      }
      return { media, key: row.key, isHere: (await storage.store.stat(row.key)) !== null }
    },
  }
}

async function findRow(db: Db, key: string, batchId: number | null) {
  const query = db
    .selectFrom('media_objects')
    .innerJoin('media', 'media.object_key', 'media_objects.key')
    .select(['media_objects.key', 'media_objects.sha256', 'media_objects.format', 'media_objects.size'])
    .select(['media_objects.dimensions', 'media.filename'])
    .where('media_objects.key', '=', key)
    .orderBy('media.id')
    .limit(1)
  if (batchId === null) return query.executeTakeFirst()
  return query
    .where('media.company_id', '=', (batch) =>
      batch.selectFrom('batches').select('batches.company_id').where('batches.id', '=', batchId),
    )
    .executeTakeFirst()
}
