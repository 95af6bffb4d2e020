import type { Logger } from 'pino'
import type { TaskRef } from '../core/tasks.ts'
import type { Db } from '../db/connect.ts'

/** A kind of work that is done when somebody asks for it. */
export interface Task {
  name: string
  /** How many a process does at the same time, and how many are done for one company. */
  places: number
  placesPerCompany: number
  /** After this it counts as failed. */
  mayTakeSeconds: number
  /** Whatever was asked for and nobody does: it is handed out again, at every start and once a minute. */
  forgotten(db: Db): Promise<TaskRef[]>
  /** May be called for the same one again at any time. The signal says that the service stops. */
  run(deps: { db: Db; log: Logger; signal: AbortSignal }, task: TaskRef): Promise<void>
}
