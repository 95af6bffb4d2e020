import type { Logger } from 'pino'
import type { Db } from '../db/connect.ts'

/** A kind of scheduled job: any number of workers may run it, one at a time does. */
export interface Job {
  name: string
  cron: string
  /** It also runs once after every start. */
  atStart?: boolean
  /** After this it counts as failed. */
  mayTakeSeconds?: number
  /** The signal says that the service stops. */
  run(deps: { db: Db; log: Logger; signal: AbortSignal }): Promise<void>
}
