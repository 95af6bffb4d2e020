import type { StepResult } from '../../platforms/contract/launch.ts'
import type { EntityState, Spec } from '../../platforms/contract/manage.ts'
import type { OpenAccount } from '../connections/accounts.ts'
import { keptState, readForLog } from '../audit/kept.ts'
import { readEntity } from '../connections/owner.ts'
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

/** Makes a change, with what there was and what there is now for the audit log. Answers what was read of it after. */
export async function noted(
  { touched }: Writing,
  { opened, before, fields, readMore, write }: NotedChange,
): Promise<{ result: StepResult; read: Spec }> {
  const more = fields.every((field) => inState.has(field)) ? {} : await readForLog(readMore)
  touched?.({ before: { ...more, ...keptState(before) } })
  const result = await write()
  const [read, after] = await Promise.all([
    readMore(),
    readForLog(async () => keptState(await readEntity(opened, before))),
  ])
  touched?.({ after: { ...read, ...after } })
  return { result, read }
}
