import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import type { Context, PlannedAs } from '../../context.ts'
import { digestOf } from './digest.ts'
import type { Meaning } from './write-preview.ts'
import { writesOf } from '../../journal/past-writes.ts'
import { differencesBetween } from './difference.ts'

/** Throws where a call would now do something else than what was planned, or depends on something that has changed. */
export async function holdToPlan(
  { db }: { db: Db },
  { company, operationKey }: Pick<Context, 'company' | 'operationKey'>,
  { planId, digest, meaning }: PlannedAs,
  now: Meaning,
): Promise<void> {
  if (digestOf(now) === digest) return
  // Begun before, by a process that died: what is different is what it did itself.
  if ((await writesOf(db, company.id, operationKey)).length > 0) return
  const changed = differencesBetween(meaning, now)
  const text = `Plan ${planId} no longer holds: something it depends on has changed since. Nothing was done. Plan it again.`
  throw new AppError('conflict', text, { reason: 'changed', changed })
}
