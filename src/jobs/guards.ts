import type { GuardDeps } from '../core/guards/terms.ts'
import { tellAnomalies } from '../core/guards/anomalies.ts'
import { watchCaps } from '../core/guards/watch.ts'
import type { Job } from './job.ts'

/** Looks after what is spent: pauses what a cap with stop covers, and tells what is out of the ordinary. */
export function guardJobs(deps: GuardDeps): Job[] {
  return [
    { name: 'guard-watch', cron: '*/5 * * * *', run: ({ log, signal }) => watchCaps({ ...deps, log }, signal) },
    { name: 'spend-anomalies', cron: '25 * * * *', run: ({ log, signal }) => tellAnomalies({ ...deps, log }, signal) },
  ]
}
