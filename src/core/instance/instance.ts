import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import type { Platforms } from '../../platforms/registry.ts'
import { backupState } from './backup.ts'
import { listEndings } from './endings.ts'
import { listJobs } from './jobs.ts'
import { listProcesses } from './processes.ts'
import { readQueue } from './queue.ts'
import { listQuotas } from './quotas.ts'
import { readSizes, readStored } from './sizes.ts'

/** How long what was read is shown before it is read again, however often somebody asks. */
const freshForMs = 5_000
const mayTakeMs = 2_000

interface Deps {
  db: Db
  log: Logger
  config: Pick<Config, 'backup'>
  platforms: Platforms
  /** The scheduled jobs that there are. */
  jobs: readonly string[]
}

/** How each part is read: statements that touch what is open, ends of indexes, or few rows. */
const parts = {
  processes: ({ db }: Deps) => listProcesses(db),
  jobs: ({ db, jobs }: Deps) => listJobs(db, jobs),
  queue: ({ db }: Deps) => readQueue(db),
  sizes: async ({ db }: Deps) => ({ ...(await readStored(db)), ...(await readSizes(db)) }),
  backup: ({ db, config }: Deps) => backupState(db, config),
  quotas: ({ db }: Deps) => listQuotas(db),
  endings: ({ db, platforms }: Deps) => listEndings(db, platforms),
}

type Part = keyof typeof parts

/** What an operator sees of the installation; null: that part could not be read in time. */
export type Instance = { readAt: Date } & { [P in Part]: Awaited<ReturnType<(typeof parts)[P]>> | null }

export interface InstanceReader {
  read(): Promise<Instance>
}

export function createInstanceReader(deps: Deps): InstanceReader {
  let known: { at: number; instance: Promise<Instance> } | null = null
  return {
    read() {
      if (!known || performance.now() - known.at > freshForMs)
        known = { at: performance.now(), instance: readInstance(deps) }
      return known.instance
    },
  }
}

async function readInstance(deps: Deps): Promise<Instance> {
  const readAt = new Date()
  const read: Partial<Record<Part, unknown>> = {}
  for (const part of Object.keys(parts) as Part[]) read[part] = await readPart(deps, part)
  return { readAt, ...read } as Instance
}

/** On its own, so that one that takes too long is missing alone. */
async function readPart({ db, ...rest }: Deps, part: Part): Promise<unknown> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`SELECT set_config('transaction_read_only', 'on', true), set_config('statement_timeout', ${String(mayTakeMs)}, true)`.execute(
        everyCompany(trx),
      )
      return parts[part]({ ...rest, db: trx })
    })
  } catch (error) {
    rest.log.warn({ err: error, part }, 'a part of the instance page could not be read')
    return null
  }
}
