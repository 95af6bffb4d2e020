import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'

/** A folder in which some process on this database keeps its media. */
interface MediaFolder {
  usedBy: string
  seenAt: Date
}

/** Whether all processes on a database must be able to read one folder: it is not private, and no bucket holds the media. */
export function mustShareMedia({ databaseUrl, s3 }: Pick<Config, 'databaseUrl' | 's3'>): boolean {
  return databaseUrl !== null && s3 === null
}

/** Keys of media never begin with a dot. */
export const markName = '.folder-id'
const tellEveryMs = 5 * 60_000
/** A folder that nobody has told of for so long is not in use. */
const usedMinutes = 15

export function sharingWords(dataDir: string): string {
  return `${join(dataDir, 'media')} must be the same folder for every process on this database (or set S3_BUCKET)`
}

export function apartWords(dataDir: string, others: MediaFolder[]): string {
  const whom = others.map(({ usedBy }) => usedBy).join(', ')
  return (
    `Other processes on this database keep their media in another folder than ${join(dataDir, 'media')}: ${whom}. ` +
    'Files that one of them has, the others cannot read. Let all of them share one folder, or set S3_BUCKET.'
  )
}

/** Says that this folder is in use, now and every few minutes, and tells once when others turn out to use another one. Answers how to stop. */
export async function notifyMediaFolder({ db, log }: { db: Db; log: Logger }, dataDir: string): Promise<() => void> {
  let isReported = false
  const tell = async () => {
    const others = await noteFolder(db, await markOf(dataDir))
    if (others.length > 0 && !isReported) log.error(apartWords(dataDir, others))
    isReported = others.length > 0
  }
  const telling = () => tell().catch(() => undefined)
  await telling()
  const timer = setInterval(() => void telling(), tellEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

async function noteFolder(db: Db, id: string): Promise<MediaFolder[]> {
  await sql`
    INSERT INTO media_folders (id, used_by, seen_at) VALUES (${id}, ${hostname()}, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET used_by = excluded.used_by, seen_at = excluded.seen_at`.execute(everyCompany(db))
  await sql`DELETE FROM media_folders WHERE seen_at < clock_timestamp() - interval '1 day'`.execute(everyCompany(db))
  return foldersBeside(db, id)
}

/** The other folders that are in use. For whoever has no folder yet, all of them. */
export async function foldersBeside(db: Db, id: string | null): Promise<MediaFolder[]> {
  const { rows } = await sql<MediaFolder>`
    SELECT used_by AS "usedBy", seen_at AS "seenAt" FROM media_folders
    WHERE id IS DISTINCT FROM ${id} AND seen_at > clock_timestamp() - make_interval(mins => ${usedMinutes}) ORDER BY seen_at`.execute(
    everyCompany(db),
  )
  return rows
}

/** null: nobody has used it yet. */
export async function readMark(dataDir: string): Promise<string | null> {
  return readFile(join(dataDir, 'media', markName), 'utf8').then(
    (text) => text.trim(),
    () => null,
  )
}

/** What the folder is known by, whichever machine looks at it. Of two who mark it at the same moment one is first. */
async function markOf(dataDir: string): Promise<string> {
  const known = await readMark(dataDir)
  if (known) return known
  await mkdir(join(dataDir, 'media'), { recursive: true, mode: 0o700 })
  const mark = randomBytes(12).toString('hex')
  await writeFile(join(dataDir, 'media', markName), `${mark}\n`, { flag: 'wx', mode: 0o600 }).catch(
    (error: { code?: string }) => {
      if (error.code !== 'EEXIST') throw error as unknown as Error
    },
  )
  return (await readMark(dataDir)) ?? mark
}
