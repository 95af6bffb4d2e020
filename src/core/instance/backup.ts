import { lastBackup } from '../../backup/kept.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'

/** A night may be missed once. */
const oldBackupHours = 50

export interface BackupState {
  /** none: there is none, and none comes by itself; first: the first comes tonight. */
  state: 'ok' | 'old' | 'failed' | 'none' | 'first'
  /** The newest that was read to its last byte. */
  verified: { file: string; takenAt: Date; bytes: number } | null
  /** One after it that is not whole. */
  failed: { file: string; takenAt: Date; problem: string } | null
}

export async function backupState(db: Db, { backup }: Pick<Config, 'backup'>): Promise<BackupState> {
  const { verified, failed } = await lastBackup(db)
  return {
    state: stateOf(verified?.taken_at ?? null, failed !== null, backup.dir !== null),
    verified: verified && { file: verified.file, takenAt: verified.taken_at, bytes: verified.bytes },
    failed: failed && { file: failed.file, takenAt: failed.taken_at, problem: failed.problem ?? 'it says nothing' },
  }
}

function stateOf(takenAt: Date | null, hasFailed: boolean, isScheduled: boolean): BackupState['state'] {
  if (hasFailed) return 'failed'
  if (takenAt === null) return isScheduled ? 'first' : 'none'
  return Date.now() - takenAt.getTime() > oldBackupHours * 3_600_000 ? 'old' : 'ok'
}
