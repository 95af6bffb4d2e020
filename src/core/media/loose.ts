import type { Logger } from 'pino'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import type { MediaStore } from '../../files/store/store.ts'
import { only } from '../../lookup.ts'

interface Deps {
  db: Db
  log: Logger
  store: MediaStore
}

/** Noted before the first byte is stored, so that a crash leaves nothing that nobody knows of. */
export async function noteLoose(db: Db, key: string): Promise<void> {
  await db
    .insertInto('media_loose')
    .values({ key })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes a file that no object stands for. What cannot be removed now is swept later. */
export async function removeLoose({ db, log, store }: Deps, key: string): Promise<boolean> {
  try {
    return await db.transaction().execute(async (trx) => {
      // The lock keeps an upload from claiming the key while its file goes.
      const held = await trx
        .selectFrom('media_loose')
        .select('key')
        .where('key', '=', key)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!held) return false
      await store.remove(key)
      await trx.deleteFrom('media_loose').where('key', '=', key).execute()
      await noteRemoved(trx, key)
      return true
    })
  } catch (error) {
    log.warn({ key, err: error }, 'a file could not be removed from the storage')
    return false
  }
}

/** Removes what crashes left behind, and answers how much it was. */
export async function sweepLoose(deps: Deps, olderThanMs: number): Promise<number> {
  const before = sql<Date>`clock_timestamp() - make_interval(secs => ${olderThanMs / 1000})`
  const rows = await deps.db.selectFrom('media_loose').select('key').where('since', '<=', before).execute()
  let removed = 0
  for (const { key } of rows) if (await removeLoose(deps, key)) removed += 1
  return removed
}

/** Others may have a copy in a folder of their own. */
async function noteRemoved(trx: Db, key: string): Promise<void> {
  await sql`
    INSERT INTO removed_media (key) SELECT ${key} WHERE (SELECT count(*) FROM media_folders) > 1
    ON CONFLICT DO NOTHING`.execute(everyCompany(trx))
}

/** A machine that was off for longer keeps what was removed meanwhile. */
const rememberedDays = 30
/** Removals that were not to be seen yet when we looked, and files that were on their way here. */
const overlapMinutes = 10

/** Removes from this folder what was removed elsewhere since the last time. */
export function createRemovedSweep(db: Db, store: Pick<MediaStore, 'remove'>): () => Promise<void> {
  let since: Date | null = null
  return async () => {
    await sql`DELETE FROM removed_media WHERE removed_at < clock_timestamp() - make_interval(days => ${rememberedDays})`.execute(
      everyCompany(db),
    )
    const { rows } = await sql<{ key: string | null; now: Date }>`
      SELECT key, now.at AS now FROM (SELECT clock_timestamp() AS at) AS now
      LEFT JOIN removed_media ON removed_at > coalesce(${since}::timestamptz - make_interval(mins => ${overlapMinutes}), '-infinity')`.execute(
      everyCompany(db),
    )
    for (const { key } of rows) if (key !== null) await store.remove(key)
    since = only(rows).now
  }
}
