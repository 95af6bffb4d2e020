import { CompiledQuery } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { sayTaskAdded } from '../core/tasks.ts'
import type { TaskRef, Tasks } from '../core/tasks.ts'
import type { Db } from '../db/connect.ts'
import { everyCompany } from '../db/scoped.ts'
import { isOutage } from '../outage.ts'
import { inSpan } from '../trace/tracing.ts'
import type { Tracing } from '../trace/tracing.ts'
import type { Task } from './task.ts'

/** How often we look for work, should nobody have told us of it, and for work that nobody does. */
const lookEverySeconds = 10
const rescueEveryMs = 60_000

export interface TaskQueue extends Tasks {
  /** There is work of this kind; null: there may be some of any kind. */
  wake(name: string | null): void
  stop(): void
}

interface Deps {
  db: Db
  log: Logger
  signal: AbortSignal
  tracing: Tracing
}

/** Work on demand, on pg-boss. Its jobs only say that there is something to do: what is done, and by whom, is in the rows. */
export async function startTasks(boss: PgBoss, deps: Deps, tasks: Task[], isWorker: boolean): Promise<TaskQueue> {
  for (const { name, mayTakeSeconds } of tasks) {
    // One that waits is enough for each row. What fails is found again by its row.
    await boss.createQueue(name, { policy: 'short', retryLimit: 0, expireInSeconds: mayTakeSeconds })
  }
  const workers = new Map<string, string[]>()
  const add: Tasks['add'] = async (trx, { name, id, companyId }) => {
    const db = {
      executeSql: async (text: string, values: unknown[] = []) => {
        const { rows } = await everyCompany(trx).executeQuery(CompiledQuery.raw(text, values))
        return { rows: rows as never[] }
      },
    }
    const options = { db, singletonKey: String(id), group: { id: String(companyId) } }
    await boss.send(name, { id, companyId }, options)
    await sayTaskAdded(trx, name)
  }
  const rescue = async () => {
    for (const task of tasks) {
      for (const forgotten of await task.forgotten(deps.db)) {
        await endDeadJobs(boss, forgotten)
        await add(deps.db, forgotten)
      }
    }
  }
  const wake = (name: string | null) => {
    const ids = name === null ? [...workers.values()].flat() : (workers.get(name) ?? [])
    for (const id of ids) boss.notifyWorker(id)
  }
  let timer: NodeJS.Timeout | undefined
  if (isWorker) {
    for (const task of tasks) {
      workers.set(task.name, await startWorkers(boss, deps, task, () => wake(task.name)))
    }
    await rescue()
    timer = setInterval(() => {
      rescue().catch((error: unknown) => {
        if (!isOutage(error)) deps.log.warn({ err: error }, 'work that nobody does could not be looked for')
      })
    }, rescueEveryMs)
    timer.unref()
  }
  return {
    add,
    wake,
    stop: () => clearInterval(timer),
  }
}

/** One for each place: each does one after the other, and can be woken. */
async function startWorkers(boss: PgBoss, deps: Deps, task: Task, wake: () => void): Promise<string[]> {
  const { name, places, placesPerCompany } = task
  const options = { pollingIntervalSeconds: lookEverySeconds, groupConcurrency: placesPerCompany }
  const work = () =>
    boss.work<Pick<TaskRef, 'id' | 'companyId'>>(name, options, async ([job]) => {
      try {
        const start = { name: `job ${name}`, kind: 'consumer', parent: null } as const
        if (job) await inSpan(deps.tracing, start, () => task.run(deps, { name, ...job.data }))
      } finally {
        // There is a place now; whoever waits for one should not wait for the next look.
        wake()
      }
    })
  return Promise.all(Array.from({ length: places }, work))
}

/** A job whose row nobody holds is of a worker that died: it must not take up its company's place. */
async function endDeadJobs(boss: PgBoss, { name, id }: TaskRef): Promise<void> {
  for (const job of await boss.findJobs(name, { key: String(id) })) {
    if (job.state === 'active') await boss.fail(name, job.id)
  }
}
