import type { Db } from '../../db/connect.ts'
import type { PreparedMedia } from '../../platforms/media.ts'

/** What a file turned out to be: all that the steps of an ad depend on, but for its bytes. */
export type MediaFacts = Omit<PreparedMedia, 'url' | 'open'>

/**
 * Kept for as long as the batch is: an ad that is taken up again after a crash goes on with the same media, and needs their address only
 * where the bytes were not sent yet.
 */
export interface MediaMemory {
  load(batchId: number, url: string): Promise<MediaFacts | null>
  save(batchId: number, url: string, facts: MediaFacts): Promise<void>
}

export function createMediaMemory(db: Db): MediaMemory {
  return {
    async load(batchId, url) {
      const row = await db
        .selectFrom('batch_media')
        .select('facts')
        .where('batch_id', '=', batchId)
        .where('url', '=', url)
        .executeTakeFirst()
      return (row?.facts as MediaFacts | undefined) ?? null
    },
    async save(batchId, url, facts) {
      await db
        .insertInto('batch_media')
        .values({ batch_id: batchId, url, facts: JSON.stringify(facts) })
        .onConflict((conflict) => conflict.columns(['batch_id', 'url']).doNothing())
        .execute()
    },
  }
}
