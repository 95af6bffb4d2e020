import { basename } from 'node:path'
import type { Logger } from 'pino'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { kindOf } from '../../../files/probe/formats.ts'
import { safeFilename } from '../../../files/store/names.ts'
import type { Received } from '../../../files/store/receive.ts'
import type { MediaStore } from '../../../files/store/store.ts'
import type { PreparedMedia } from '../../../platforms/contract/media.ts'
import { noteLoose, removeLoose } from '../../media/loose.ts'
import { measuresOf } from '../../media/measures.ts'
import { newMediaKey } from '../../media/storage.ts'

/** What a file turned out to be: all that the steps of an ad depend on, but for its bytes. */
export type MediaFacts = Omit<PreparedMedia, 'url' | 'open'>

export interface FetchedDeps {
  db: Db
  log: Logger
  store: MediaStore
}

/** A file from elsewhere that is known to a batch. Its facts stay for good, its bytes until the batch ends. */
export interface FetchedMedia {
  facts: MediaFacts
  /** null: nobody has it, since its batch had ended once. */
  key: string | null
  /** False: our storage does not have it. */
  isHere: boolean
}

const claimSeconds = 6

/** Makes the caller the one who fetches the file. False: it is there, or somebody else is fetching it. */
export async function claimFetch(db: Db, batchId: number, url: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO batch_media AS mine (batch_id, url, claimed_until)
    VALUES (${batchId}, ${url}, clock_timestamp() + make_interval(secs => ${claimSeconds}))
    ON CONFLICT (batch_id, url) DO UPDATE SET claimed_until = excluded.claimed_until
      WHERE mine.facts IS NULL AND mine.claimed_until < clock_timestamp()
    RETURNING 1`.execute(everyCompany(db))
  return rows.length === 1
}

/** For a service that is alone on its database: whoever was fetching before is dead. */
export async function freeAllFetches(db: Db): Promise<void> {
  await sql`UPDATE batch_media SET claimed_until = '-infinity' WHERE facts IS NULL`.execute(everyCompany(db))
}

/** Keeps the claim while the work lasts, and lets go of it when the work fails. */
export async function whileClaimed<T>(db: Db, batchId: number, url: string, work: () => Promise<T>): Promise<T> {
  const until = (time: ReturnType<typeof sql>) =>
    sql`UPDATE batch_media SET claimed_until = ${time} WHERE batch_id = ${batchId} AND url = ${url} AND facts IS NULL`.execute(
      everyCompany(db),
    )
  const renew = () => void until(sql`clock_timestamp() + make_interval(secs => ${claimSeconds})`).catch(() => undefined)
  const timer = setInterval(renew, (claimSeconds * 1000) / 3)
  try {
    return await work()
  } catch (error) {
    await until(sql`'-infinity'`).catch(() => undefined)
    throw error
  } finally {
    clearInterval(timer)
  }
}

export async function findFetched({ db, store }: FetchedDeps, batchId: number, url: string) {
  const row = await everyCompany(db)
    .selectFrom('batch_media')
    .select(['facts', 'object_key'])
    .where('batch_id', '=', batchId)
    .where('url', '=', url)
    .executeTakeFirst()
  if (!row?.facts) return null
  const facts = row.facts as MediaFacts
  const found = row.object_key === null ? null : await store.stat(row.object_key)
  return { facts, key: row.object_key, isHere: found?.size === facts.size } satisfies FetchedMedia
}

/** Puts a received file into the storage, where it is loose until a batch owns it. Answers its key. */
export async function storeFetched({ db, store }: FetchedDeps, received: Received): Promise<string> {
  const key = newMediaKey(received.sha256, received.format)
  await noteLoose(db, key)
  await store.put(received.tempPath, key, received.contentType)
  return key
}

/** A file that was put into the storage, and the one that it stands in for, should our storage have lost that. */
interface NewFile {
  facts: MediaFacts
  key: string
  insteadOf?: string | null
}

/** The file is the batch's from now on. False: the batch has another one, and this one stays loose. */
export async function ownFetched(
  trx: Db,
  batchId: number,
  url: string,
  { facts, key, insteadOf = null }: NewFile,
): Promise<boolean> {
  const { rows } = await sql`
    WITH owned AS (
      INSERT INTO batch_media AS mine (batch_id, url, facts, object_key)
      VALUES (${batchId}, ${url}, ${JSON.stringify(facts)}, ${key})
      ON CONFLICT (batch_id, url) DO UPDATE SET facts = excluded.facts, object_key = excluded.object_key
        WHERE mine.object_key IS NULL OR mine.object_key = ${insteadOf}
      RETURNING 1
    ), kept AS (DELETE FROM media_loose WHERE key = ${key} AND EXISTS (SELECT 1 FROM owned)
    ), let_go AS (
      INSERT INTO media_loose (key) SELECT ${insteadOf}::text FROM owned WHERE ${insteadOf}::text IS NOT NULL ON CONFLICT DO NOTHING)
    SELECT 1 FROM owned`.execute(everyCompany(trx))
  return rows.length === 1
}

/** Removes the files of batches that have ended; what is known of them stays. */
export async function clearFetched(deps: FetchedDeps): Promise<void> {
  const { rows } = await sql<{ object_key: string }>`
    WITH ended AS (
      SELECT batch_id, url, object_key FROM batch_media
      WHERE object_key IS NOT NULL AND EXISTS (SELECT 1 FROM batches WHERE id = batch_id AND finished_at IS NOT NULL)
      FOR UPDATE SKIP LOCKED
    ), let_go AS (
      UPDATE batch_media SET object_key = NULL FROM ended WHERE batch_media.batch_id = ended.batch_id AND batch_media.url = ended.url
    ), loose AS (INSERT INTO media_loose (key) SELECT object_key FROM ended ON CONFLICT DO NOTHING)
    SELECT object_key FROM ended`.execute(everyCompany(deps.db))
  for (const row of rows) await removeLoose(deps, row.object_key)
}

export function factsOf(file: Received, url: string): MediaFacts {
  return {
    kind: kindOf(file.format),
    sha256: file.sha256,
    size: file.size,
    contentType: file.contentType,
    filename: safeFilename(basename(new URL(url).pathname), file.format),
    ...measuresOf(file.dimensions),
  }
}
