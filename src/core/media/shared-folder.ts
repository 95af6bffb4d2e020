import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import type { MediaStore } from '../../files/store/store.ts'
import { createRemovedSweep } from './loose.ts'
import {
  addressesBeside,
  forgetAddress,
  isReachable,
  newProcessName,
  noteAddress,
  usedMinutes,
} from './siblings/addresses.ts'
import type { MediaAddress } from './siblings/addresses.ts'

/** A folder in which some process on this database keeps its media. */
interface MediaFolder {
  usedBy: string
  seenAt: Date
}

/** Whether media lie in folders of processes that others on the database need them from: it is not private, and no bucket holds them. */
export function mustShareMedia({ databaseUrl, s3 }: Pick<Config, 'databaseUrl' | 's3'>): boolean {
  return databaseUrl !== null && s3 === null
}

/** Keys of media never begin with a dot. */
export const markName = '.folder-id'
const repeatEveryMs = 5 * 60_000

export function sharingWords(dataDir: string): string {
  const folder = join(dataDir, 'media')
  return `${folder}; what lies in the folder of another machine is brought from there, where it has an address (INTERNAL_URL)`
}

export function apartWords(dataDir: string, unreachable: { usedBy: string }[]): string {
  const whom = [...new Set(unreachable.map(({ usedBy }) => usedBy))].join(', ')
  return (
    `Processes on this database take uploads into another folder than ${join(dataDir, 'media')} and cannot be asked for them: ${whom}. ` +
    'Set INTERNAL_URL there to an address that leads to them from here, let all share one folder, or set S3_BUCKET.'
  )
}

interface MachineNote {
  dataDir: string
  /** Where siblings can ask for what was uploaded here; null: they cannot. Absent: nothing is uploaded here. */
  address?: string | null
  store: MediaStore
}

/**
 * Says that this folder is in use, now and every few minutes, and tells once when uploads turn out to lie where they cannot be had. What was
 * removed elsewhere is removed here too. Answers how to stop.
 */
export async function notifyMediaFolder(
  { db, log }: { db: Db; log: Logger },
  { dataDir, address, store }: MachineNote,
): Promise<() => Promise<void>> {
  let isReported = false
  const process = newProcessName()
  const own = async () => ({ folderId: await markOf(dataDir), process, url: address ?? null })
  const sweep = createRemovedSweep(db, store)
  const announce = async () => {
    const { folderId } = await own()
    await noteFolder(db, folderId)
    if (address !== undefined) await noteAddress(db, await own())
    const unreachable = await foldersOutOfReach(db, folderId)
    if (unreachable.length > 0 && !isReported) log.error(apartWords(dataDir, unreachable))
    isReported = unreachable.length > 0
    await sweep()
  }
  const telling = () => announce().catch(() => undefined)
  await telling()
  const timer = setInterval(() => void telling(), repeatEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    if (address !== undefined) await forgetAddress(db, await own()).catch(() => undefined)
  }
}

/** Other folders that take uploads, none of whose processes can be asked from here. */
export async function foldersOutOfReach(db: Db, id: string | null): Promise<MediaAddress[]> {
  const all = await addressesBeside(db, id)
  const reached = new Set(all.filter(isReachable).map(({ folderId }) => folderId))
  return all.filter(({ folderId }) => !reached.has(folderId))
}

async function noteFolder(db: Db, id: string): Promise<void> {
  await sql`
    INSERT INTO media_folders (id, used_by, seen_at) VALUES (${id}, ${hostname()}, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET used_by = excluded.used_by, seen_at = excluded.seen_at`.execute(everyCompany(db))
  await sql`DELETE FROM media_folders WHERE seen_at < clock_timestamp() - interval '1 day'`.execute(everyCompany(db))
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
