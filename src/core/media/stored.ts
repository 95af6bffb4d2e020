import { Readable } from 'node:stream'
import type { Db } from '../../db/connect.ts'
import { contentTypeOf, kindOf } from '../../files/probe/formats.ts'
import { measuresOf } from './measures.ts'
import type { ByteRange, MediaStore } from '../../files/store/store.ts'
import type { PreparedMedia } from '../../platforms/contract/media.ts'
import type { MediaStorage } from './storage.ts'

/** Media that lie in our own storage, found by the address that an upload was answered with. */
export interface StoredMedia {
  /** For a batch, only what its company has uploaded. */
  find(url: string, batchId: number | null): Promise<PreparedMedia | null>
}

export function createStoredMedia(db: Db, storage: MediaStorage): StoredMedia {
  return {
    async find(url, batchId) {
      const key = storage.keyOf(url)
      const row = key === null ? undefined : await findRow(db, key, batchId)
      // A storage that lost the file is said by the attempt to fetch it.
      if (!row || !(await storage.store.stat(row.key))) return null
      return {
        kind: kindOf(row.format),
        sha256: row.sha256,
        size: row.size,
        contentType: contentTypeOf(row.format),
        filename: row.filename,
        ...measuresOf(row.dimensions),
        url,
        open: (range) => openWhenRead(storage.store, row.key, range),
      }
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

function openWhenRead(store: MediaStore, key: string, range: ByteRange | undefined): Readable {
  async function* read(): AsyncGenerator<Buffer> {
    for await (const chunk of await store.open(key, range)) yield chunk as Buffer
  }
  return Readable.from(read(), { objectMode: false })
}
