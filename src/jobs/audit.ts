import type { KeyObject } from 'node:crypto'
import { tellHeads } from '../core/audit/signed-head.ts'
import type { Job } from './job.ts'

/** Signs the end of every company's audit log for each hour in which something was added, also those in which the service stopped. */
export function auditJob(key: KeyObject): Job {
  return { name: 'audit-head', cron: '0 * * * *', atStart: true, run: ({ db }) => tellHeads({ db, key }) }
}
