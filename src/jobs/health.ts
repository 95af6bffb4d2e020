import { lookDaily } from '../core/connections/state/daily.ts'
import type { AccountDeps } from '../core/deps.ts'
import type { Job } from './job.ts'

/** Looks at every connection once a day: whether it works, what it may do, and how its ad accounts are. */
export function healthJob({ connections }: Pick<AccountDeps, 'connections'>): Job {
  return {
    name: 'connection-health',
    cron: '*/10 * * * *',
    mayTakeSeconds: 540,
    run: ({ db, log, signal }) => lookDaily({ db, connections, log }, signal),
  }
}
