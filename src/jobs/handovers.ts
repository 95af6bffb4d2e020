import { handOver } from '../core/creatives/graduation/hand-over.ts'
import type { AccountDeps } from '../core/deps.ts'
import type { Job } from './job.ts'

/** Ends the ads of creatives whose successors run by now. */
export function handoversJob({ connections }: Pick<AccountDeps, 'connections'>): Job {
  return {
    name: 'handovers',
    cron: '* * * * *',
    atStart: true,
    run: ({ db, signal }) => handOver({ db, connections }, signal),
  }
}
