import { auditKey, publishHeads } from '../core/audit/signed-head.ts'
import type { Seal } from '../core/secrets/seal.ts'
import type { Job } from './job.ts'

/** Signs the end of every company's audit log for each hour in which something was added, also those in which the service stopped. */
export function auditJob(seal: Seal): Job {
  const run: Job['run'] = ({ db }) => publishHeads({ db, key: auditKey(seal) })
  return { name: 'audit-head', cron: '0 * * * *', atStart: true, run }
}
