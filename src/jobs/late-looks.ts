import { lookLate } from '../core/launch/engine/late-look.ts'
import type { LateLookDeps } from '../core/launch/engine/late-look.ts'
import type { Job } from './job.ts'

/** Notices ads that appear after everybody had given them up. */
export function lateLooksJob(deps: Omit<LateLookDeps, 'db' | 'log'>): Job {
  return {
    name: 'late-looks',
    cron: '*/5 * * * *',
    run: ({ db, log, signal }) => lookLate({ ...deps, db, log }, signal),
  }
}
