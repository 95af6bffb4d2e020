import { z } from 'zod'

/** The settings of backups, as config.ts has them for everything else. */
export const backupSettings = {
  BACKUP_DIR: {
    default: 'none: nothing is backed up by itself',
    about: 'folder into which workers write a backup every night, and read it to its last byte',
  },
  BACKUP_KEEP: { default: '7', about: 'how many of these backups are kept; older ones are removed' },
  BACKUP_PASSPHRASE: {
    default: 'none: asked for at the terminal',
    about: 'what seals the secret key in a backup that is made with --with-secret, and opens it again',
  },
} as const

export const backupEnvironment = {
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(1000, 'must be at most 1000')
    .default(7),
  BACKUP_PASSPHRASE: z.string().optional(),
}

export interface BackupConfig {
  /** null: workers write none. */
  dir: string | null
  keep: number
  passphrase: string | null
}

interface Given {
  BACKUP_DIR?: string | undefined
  BACKUP_KEEP: number
  BACKUP_PASSPHRASE?: string | undefined
}

export function readBackup({ BACKUP_DIR: dir, BACKUP_KEEP: keep, BACKUP_PASSPHRASE: passphrase }: Given): BackupConfig {
  return { dir: dir ?? null, keep, passphrase: passphrase ?? null }
}
