import type { Db } from '../../db/connect.ts'
import { deleteInSteps } from '../../db/delete-in-steps.ts'
import type { RowNeeds, StepPace } from '../../db/delete-in-steps.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'

/** What still needs an event that is old. */
export const eventNeeds: RowNeeds = {
  number: sql`one.seq IS NULL`,
  webhook: sql`EXISTS (
      SELECT FROM webhooks AS hook WHERE hook.company_id = one.company_id AND hook.enabled AND hook.cursor < one.seq)
    OR EXISTS (
      SELECT FROM webhook_deliveries AS delivery
      WHERE delivery.state = 'waiting' AND delivery.company_id = one.company_id AND delivery.seq = one.seq)`,
  // The end of a chain that was signed last vouches for everything before it.
  audit: sql`one.kind = 'audit.head' AND one.batch_id IS NULL AND EXISTS (
    SELECT FROM audit_heads AS head
    WHERE head.company_id = one.company_id AND head.told_seq = (one.detail ->> 'seq')::bigint)`,
}

export function forgetEvents(db: Db, days: number, pace?: StepPace): Promise<number> {
  const isOld = sql<boolean>`one.at < now() - make_interval(days => ${days})`
  const leaving = { table: 'events', by: { column: 'id', type: 'id' }, isOld, needs: eventNeeds } as const
  return deleteInSteps(everyCompany(db), leaving, pace)
}
