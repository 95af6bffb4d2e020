import { notifiesNobody } from '../../reach.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { AppError } from '../../../errors.ts'
import type { Approved, Context } from '../../context.ts'
import { digestOf } from './digest.ts'
import type { Meaning } from './write-preview.ts'
import { hasBegun } from '../../journal/past-writes.ts'
import { differencesBetween } from './difference.ts'

/** Throws where a call would now do something else than what was approved, or depends on something that has changed since. */
export async function holdToApproval(
  db: Db,
  { company, operationKey }: Pick<Context, 'company' | 'operationKey'>,
  { approvalId, digest, isPart }: Approved,
  now: Meaning,
): Promise<void> {
  if (isPart || digest === digestOf(now)) return
  const row = await db
    .selectFrom('approvals')
    .where('company_id', '=', company.id)
    .where(notifiesNobody)
    .select(['accounts', 'meaning', 'asked_at'])
    .where('id', '=', approvalId)
    .executeTakeFirst()
  const lanes = (row?.accounts ?? []).map((name) => {
    const [platform, accountId] = name.split(' ') as [string, string]
    return { companyId: company.id, platform, accountId }
  })
  // Begun before, by a process that died: what is different is what this very write has done.
  if (row && (await hasBegun(db, lanes, { operationKey, since: row.asked_at }))) return
  throw hasChanged(differencesBetween(row?.meaning ?? null, now))
}

/**
 * What was approved is not asked about again. But of a whole, such as the wish of a rule, a person approves the writes without
 * their guards: those that want four eyes, unless somebody else is known to have approved it, and those that were set since ask.
 */
export async function stillAsking<Finding extends { guard: { id: number } }>(
  db: Db,
  approval: Approved | undefined,
  asking: Finding[],
): Promise<Finding[]> {
  if (!approval || asking.length === 0) return asking
  if (!approval.isPart) return []
  const ids = asking.map(({ guard }) => guard.id)
  const { rows } = await sql<{ id: number }>`
    SELECT guard.id FROM spend_guards AS guard
    JOIN approvals AS whole ON whole.id = ${approval.approvalId} AND whole.company_id = guard.company_id
    WHERE guard.id = ANY(${ids}) AND (guard.updated_at > whole.asked_at OR (guard.four_eyes AND NOT whole.by_other))`.execute(
    everyCompany(db),
  )
  return asking.filter(({ guard }) => rows.some(({ id }) => id === guard.id))
}

function hasChanged(changed: string[]): AppError {
  const what = changed.length > 0 ? ` (${changed.join('; ')})` : ''
  const text = `What was approved depends on something that has changed since${what}: nothing was done. Ask for it again, and have it approved anew.`
  return new AppError('conflict', text, { reason: 'changed', changed })
}
