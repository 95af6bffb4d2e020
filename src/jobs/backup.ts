import { takeNext } from '../backup/kept.ts'
import type { Config } from '../config.ts'
import type { Connection } from '../db/connect.ts'
import type { MediaStore } from '../files/store/store.ts'
import type { Job } from './job.ts'

interface Wanted {
  connection: Connection
  version: string
  settings: Record<string, string>
}

/** A whole backup of a large installation may take its time. */
const mayTakeSeconds = 6 * 3600

/** Writes a backup every night, where there is a folder for it. */
export function backupJobs({ backup: { dir, keep }, s3 }: Config, store: MediaStore, wanted: Wanted): Job[] {
  if (dir === null) return []
  const media = s3 ? { bucket: s3.bucket } : { store }
  return [
    {
      name: 'backup',
      cron: '20 3 * * *',
      mayTakeSeconds,
      async run({ db, log }) {
        const file = await takeNext(db, { dir, keep }, { ...wanted, media, secret: null })
        log.info({ file }, 'a backup was taken and is whole')
      },
    },
  ]
}
