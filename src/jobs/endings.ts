import { notifyEndings } from '../core/connections/state/endings.ts'
import type { Platforms } from '../platforms/registry.ts'
import type { Job } from './job.ts'

/** Tells companies what is about to end: what opens their platforms, and the versions that we speak. */
export function endingsJob(platforms: Platforms): Job {
  return {
    name: 'endings',
    cron: '30 5 * * *',
    atStart: true,
    run: ({ db }) => notifyEndings({ db, platforms }, new Date()),
  }
}
