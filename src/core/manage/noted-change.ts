import type { StepResult } from '../../platforms/contract/launch.ts'
import type { EntityState, Spec } from '../../platforms/contract/manage.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import type { AccountDeps } from '../deps.ts'
import { keptState, readForLog } from '../audit/kept.ts'
import { readEntity } from '../connections/owner.ts'
import { keepRead } from '../reports/sync/keep/changed.ts'
import type { Writing } from '../writes/perform.ts'

/** What is read of an entity anyway, and so need not be read once more for the audit log. */
const inState = new Set(['name', 'dailyBudget', 'lifetimeBudget', 'endTime'])

interface NotedChange {
  opened: OpenAccount
  before: EntityState
  /** The fields that are changed. */
  fields: string[]
  /** What the platform tells of it beyond its state. */
  readMore: () => Promise<Spec>
  write: () => Promise<StepResult>
}

/** Makes a change, with what there was and what there is now for the audit log and our lists. Answers what was read of it after. */
export async function noted(
  { db }: AccountDeps,
  context: Writing,
  { opened, before, fields, readMore, write }: NotedChange,
): Promise<{ result: StepResult; read: Spec }> {
  const { touched } = context
  const more = fields.every((field) => inState.has(field)) ? {} : await readForLog(readMore)
  touched?.({ before: { ...more, ...keptState(before) } })
  const result = await write()
  const [read, after] = await Promise.all([
    readMore(),
    readForLog(async () => {
      const now = await readEntity(opened, before)
      await keepRead(db, context, opened.account, now)
      return keptState(now)
    }),
  ])
  touched?.({ after: { ...read, ...after } })
  return { result, read }
}
