import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Connection, Db } from '../db/connect.ts'
import type { Pulse } from '../probes/pulse.ts'
import { isOutage } from '../outage.ts'
import { inSpan } from '../trace/tracing.ts'
import type { Tracing } from '../trace/tracing.ts'
import type { Job } from './job.ts'
import type { Task } from './task.ts'
import { startTasks } from './task-queue.ts'
import type { TaskQueue } from './task-queue.ts'

export interface Queue {
  /** The names of the scheduled jobs, whoever does them. */
  jobs: string[]
  tasks: Pick<TaskQueue, 'add' | 'wake'>
  check(): Promise<void>
  stop(): Promise<void>
}

interface Work {
  housekeeping?: Job
  laterJobs?: Job[]
  tasks?: Task[]
  laterMs?: number
}

/** Jobs that nobody waits for begin when the start is long over; those that could not, as long after that. */
const usualLaterMs = 15_000
/** Nothing is ever sent to it: asking it goes the way on which work is taken. */
const pulseQueue = 'pulse'
const pulseEveryMs = 2_000

/**
 * Scheduled work, on pg-boss. Launches do not pass here: their lanes are rows of our own (core/journal/lane/lanes.ts).
 * housekeeping begins at once, laterJobs a while after the start; tasks are what is done when somebody asks for it.
 */
export async function startQueue(
  connection: Connection,
  deps: { db: Db; log: Logger; pulse: Pulse; tracing: Tracing },
  isWorker: boolean,
  { housekeeping, laterJobs = [], tasks: kinds = [], laterMs = usualLaterMs }: Work = {},
): Promise<Queue> {
  const stopping = new AbortController()
  const boss = new PgBoss({
    ...connection,
    max: 2,
    application_name: 'flightdeck jobs',
    supervise: isWorker,
    schedule: isWorker,
  })
  boss.on('error', (error) => {
    if (!isOutage(error)) deps.log.warn({ err: error }, 'the job queue reports')
  })
  await boss.start()
  const waiting = new Set(laterJobs)
  const begin = async (job: Job) => {
    if (!stopping.signal.aborted) await startJob(boss, job, { ...deps, signal: stopping.signal })
    waiting.delete(job)
  }
  if (isWorker && housekeeping) await begin(housekeeping)
  const tasks = await startTasks(boss, { ...deps, signal: stopping.signal }, kinds, isWorker)
  let beginning = Promise.resolve()
  const beginWaiting = async () => {
    for (const job of waiting) await begin(job)
  }
  let later: NodeJS.Timeout | undefined
  const beginLater = () => {
    later = setTimeout(() => {
      beginning = beginWaiting().catch((error: unknown) => {
        deps.log.error(
          { err: error, jobs: [...waiting].map(({ name }) => name) },
          'jobs did not begin; they begin later',
        )
        if (!stopping.signal.aborted) beginLater()
      })
    }, laterMs)
  }
  if (isWorker && laterJobs.length > 0) beginLater()
  const stopPulse = isWorker ? await startPulse(boss, deps.pulse) : () => undefined
  return {
    jobs: [...(housekeeping ? [housekeeping] : []), ...laterJobs].map(({ name }) => name),
    tasks,
    check: async () => {
      if (!(await boss.isInstalled())) throw new Error('The job queue is not installed.')
    },
    stop: async () => {
      stopping.abort(new Error('The service stops.'))
      clearTimeout(later)
      stopPulse()
      tasks.stop()
      await beginning
      await boss.stop({ graceful: true, timeout: 1000, close: true })
    },
  }
}

/** Answers what ends it. */
async function startPulse(boss: PgBoss, pulse: Pulse): Promise<() => void> {
  await boss.createQueue(pulseQueue)
  const turn = pulse.loop()
  let isAsking = false
  const ask = async () => {
    if (isAsking) return
    isAsking = true
    try {
      await boss.fetch(pulseQueue)
      turn.turned()
    } catch {
      // It says nothing, and that is heard.
    }
    isAsking = false
  }
  const timer = setInterval(() => void ask(), pulseEveryMs)
  return () => {
    clearInterval(timer)
    turn.ended()
  }
}

async function startJob(boss: PgBoss, job: Job, deps: Parameters<Job['run']>[0] & { tracing: Tracing }): Promise<void> {
  const { name, cron, mayTakeSeconds = 300, atStart } = job
  await boss.createQueue(name, {
    policy: 'stately',
    retryLimit: 2,
    expireInSeconds: mayTakeSeconds,
    // A process that was killed in the middle must not keep the job from all others until the time is over.
    heartbeatSeconds: 60,
  })
  await boss.schedule(name, cron)
  if (atStart) await boss.send(name)
  await boss.work(name, { pollingIntervalSeconds: 30 }, () =>
    inSpan(deps.tracing, { name: `job ${name}`, kind: 'consumer', parent: null }, () => job.run(deps)),
  )
}
