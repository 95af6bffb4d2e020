import type { KeyObject } from 'node:crypto'
import { tellHeads } from '../core/audit/signed-head.ts'
import type { Job } from './job.ts'

/** Signs the end of every company's audit log, once a day. */
export function auditJob(key: KeyObject): Job {
  return { name: 'audit-head', cron: '55 23 * * *', run: ({ db }) => tellHeads({ db, key }) }
}
