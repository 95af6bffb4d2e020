import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../db/connect.ts'
import { everyCompany } from '../db/scoped.ts'
import { sql } from '../db/sql.ts'
import type { Manifest } from './manifest.ts'
import { verifyBackup } from './verify.ts'
import { writeBackup } from './write.ts'
import type { ToBackUp } from './write.ts'

/** A backup that was written and read again, and is noted in the database. Throws where it is not whole. */
export async function takeBackup(
  db: Db,
  file: string,
  wanted: ToBackUp,
): Promise<{ manifest: Manifest; bytes: number }> {
  const { takenAt } = await writeBackup(file, wanted)
  const { size: bytes } = await stat(file)
  const taken = { file, taken_at: new Date(takenAt), bytes }
  try {
    const manifest = await verifyBackup(file)
    await note(db, { ...taken, verified_at: new Date(), problem: null })
    return { manifest, bytes }
  } catch (error) {
    await note(db, { ...taken, verified_at: null, problem: error instanceof Error ? error.message : String(error) })
    throw error
  }
}

interface Taken {
  file: string
  taken_at: Date
  bytes: number
  verified_at: Date | null
  problem: string | null
}

async function note(
  db: Db,
  { file, taken_at: takenAt, bytes, verified_at: verifiedAt, problem }: Taken,
): Promise<void> {
  await sql`
    INSERT INTO backups (file, taken_at, bytes, verified_at, problem)
    VALUES (${file}, ${takenAt}, ${bytes}, ${verifiedAt}, ${problem})`.execute(everyCompany(db))
}

const namePattern = /^flightdeck-\d{4}-\d{2}-\d{2}T\d{9}Z\.zip$/

/** The next one of a folder; those beyond so many are removed, the oldest first, once the new one is seen to be whole. */
export async function takeNext(
  db: Db,
  { dir, keep }: { dir: string; keep: number },
  wanted: ToBackUp,
): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const moment = new Date().toISOString().replaceAll(/[:.]/g, '')
  const file = join(dir, `flightdeck-${moment}.zip`)
  await takeBackup(db, file, wanted)
  const names = (await readdir(dir)).filter((name) => namePattern.test(name)).sort()
  for (const name of names.slice(0, Math.max(0, names.length - keep))) await rm(join(dir, name), { force: true })
  return file
}

/** The newest that was read to its last byte, and whether one after it failed. */
export async function lastBackup(db: Db): Promise<{ verified: Taken | null; failed: Taken | null }> {
  const { rows } = await sql<Taken>`
    SELECT file, taken_at, bytes, verified_at, problem FROM backups ORDER BY taken_at DESC, id DESC LIMIT 100`.execute(
    everyCompany(db),
  )
  const verified = rows.find(({ verified_at: at }) => at !== null) ?? null
  const [newest] = rows
  return { verified, failed: newest && newest.verified_at === null ? newest : null }
}
