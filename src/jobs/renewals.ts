import { renewDue } from '../core/connections/renewal/due.ts'
import type { AccountDeps } from '../core/deps.ts'
import type { Job } from './job.ts'

/** Has tokens renewed ahead of their end, also of connections that nobody uses. */
export function renewalsJob({ connections }: Pick<AccountDeps, 'connections'>): Job {
  return {
    name: 'renewals',
    cron: '* * * * *',
    atStart: true,
    run: ({ db, log, signal }) => renewDue({ db, log, connections }, signal),
  }
}
