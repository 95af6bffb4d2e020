import { deleteDue } from '../backup/company/due.ts'
import type { Connection } from '../db/connect.ts'
import type { Job } from './job.ts'

/** A step is short; the next run goes on where this one stopped. */
const mayTakeSeconds = 3600

/** Companies that are about to be deleted stay quiet, and are deleted when their time has come. */
export function leavingJob(connection: Connection): Job {
  return {
    name: 'company-delete',
    cron: '*/5 * * * *',
    mayTakeSeconds,
    run: ({ db, log, signal }) =>
      deleteDue({ db, connection, signal }, (companyId) => log.info({ companyId }, 'a company was deleted')),
  }
}
