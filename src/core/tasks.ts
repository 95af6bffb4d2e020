import type { CompanyId } from '../db/company-id.ts'
import type { Db } from '../db/connect.ts'
import { notify } from '../db/notify.ts'

/** Work that somebody asked for and that whichever worker is free does. It is a row; what is handed around is the row's id. */
export interface TaskRef {
  /** Which kind of work. */
  name: string
  id: number
  companyId: CompanyId
}

export interface Tasks {
  /** Adds it together with what else the transaction does: both are there, or neither is. */
  add(trx: Db, task: TaskRef): Promise<void>
}

/** Said in the transaction that adds a task, with its name, so that nobody waits for the next look. */
export const taskChannel = 'task_added'

export async function sayTaskAdded(trx: Db, name: string): Promise<void> {
  await notify(trx, taskChannel, name)
}
