import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import { everyCompany } from '../db/scoped.ts'
import { sql } from '../db/sql.ts'
import { AppError } from '../errors.ts'

/** That this installation was put back from a backup. */
export interface Restored {
  takenAt: Date
  /** null: it is held. */
  resumedAt: Date | null
}

/** For so long after it goes on, a write that spends may be one that was made in the lost time. */
const askedForHours = 24

/** null: it never was. */
export async function loadRestored(db: Db): Promise<Restored | null> {
  const { rows } = await sql<{ backup_taken_at: Date; resumed_at: Date | null }>`
    SELECT backup_taken_at, resumed_at FROM restores ORDER BY id DESC LIMIT 1`.execute(everyCompany(db))
  const [row] = rows
  return row ? { takenAt: row.backup_taken_at, resumedAt: row.resumed_at } : null
}

export function isHeld(restored: Restored | null): restored is Restored & { resumedAt: null } {
  return restored !== null && restored.resumedAt === null
}

export const resumeCommand = 'flightdeck resume --after-restore'

/** What everybody is told who wants something done. */
export function heldBack({ takenAt }: Restored): AppError {
  return new AppError(
    'service_unavailable',
    `This installation was restored from a backup of ${takenAt.toISOString()} and is held: nothing is done until its operator runs ${resumeCommand}.`,
    { restoredFrom: takenAt.toISOString() },
  )
}

/** What a caller says of a write after a restore. */
export function saidAfterRestore(headers: Readonly<Record<string, unknown>>): string | null {
  const said = headers['x-after-restore']
  return typeof said === 'string' ? said : null
}

/**
 * A write that spends and that the backup does not know may have been made in the time that was lost. Whoever asks for it says that it is
 * new.
 */
export function requireNew(restored: Restored | null, said: unknown): void {
  if (!restored?.resumedAt || said === 'new') return
  if (Date.now() - restored.resumedAt.getTime() > askedForHours * 3_600_000) return
  const takenAt = restored.takenAt.toISOString()
  throw new AppError(
    'conflict',
    `This installation was restored from a backup of ${takenAt}, which does not know this write: it may have been made before. ` +
      `Look on the platform whether it was; if not, send it again with the header X-After-Restore: new (flightdeck: --after-restore new). ` +
      `A repeat of a call from before the backup needs its Idempotency-Key and no header.`,
    { restoredFrom: takenAt, header: 'X-After-Restore: new' },
  )
}

const lookEveryMs = 1_000

/** Resolves when the operator lets it go on. */
export async function untilResumed(db: Db, signal: AbortSignal): Promise<void> {
  for (;;) {
    await delay(lookEveryMs, undefined, { signal })
    // The database may be away for a moment.
    const restored = await loadRestored(db).catch(() => null)
    if (restored && !isHeld(restored)) return
  }
}
