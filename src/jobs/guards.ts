import type { GuardDeps } from '../core/guards/terms.ts'
import { notifyAnomalies } from '../core/guards/anomalies.ts'
import { watchCaps } from '../core/guards/watch.ts'
import type { Job } from './job.ts'

/** Pauses what a cap with stop covers, once it is reached. */
export function watchJob(deps: GuardDeps): Job {
  return { name: 'guard-watch', cron: '*/5 * * * *', run: ({ log, signal }) => watchCaps({ ...deps, log }, signal) }
}

/** Tells what is out of the ordinary about what is spent. */
export function anomaliesJob(deps: GuardDeps): Job {
  const run: Job['run'] = ({ log, signal }) => notifyAnomalies({ ...deps, log }, signal)
  return { name: 'spend-anomalies', cron: '25 * * * *', run }
}
