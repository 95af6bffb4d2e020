import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Connection, Db } from '../db/connect.ts'
import { housekeeping } from './housekeeping.ts'

/** A kind of scheduled job: any number of workers may run it, one at a time does. */
export interface Job {
  name: string
  cron: string
  run(ground: { db: Db; log: Logger }): Promise<void>
}

const jobs: Job[] = [housekeeping]

export interface Queue {
  check(): Promise<void>
  stop(): Promise<void>
}

/** Scheduled work, on pg-boss. Launches do not pass here: their lanes are rows of our own (core/launch/lanes.ts). */
export async function startQueue(
  connection: Connection,
  ground: { db: Db; log: Logger },
  isWorker: boolean,
): Promise<Queue> {
  const boss = new PgBoss({
    ...connection,
    max: 2,
    application_name: 'flightdeck jobs',
    supervise: isWorker,
    schedule: isWorker,
  })
  boss.on('error', (error) => ground.log.warn({ err: error }, 'the job queue reports'))
  await boss.start()
  if (isWorker) for (const job of jobs) await startJob(boss, job, ground)
  return {
    check: async () => {
      if (!(await boss.isInstalled())) throw new Error('The job queue is not installed.')
    },
    stop: () => boss.stop({ graceful: true, timeout: 1000, close: true }),
  }
}

async function startJob(boss: PgBoss, job: Job, ground: { db: Db; log: Logger }): Promise<void> {
  await boss.createQueue(job.name, { policy: 'singleton', retryLimit: 2, expireInSeconds: 300 })
  await boss.work(job.name, { pollingIntervalSeconds: 30 }, () => job.run(ground))
  await boss.schedule(job.name, job.cron)
}
