import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { deleteInSteps } from '../../db/delete-in-steps.ts'
import type { StepPace } from '../../db/delete-in-steps.ts'
import { ifGiven, sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { notFound } from '../../errors.ts'
import type { Context } from '../context.ts'
import { eventId } from '../events/present.ts'
import type { Attempt } from './deliveries.ts'
import { deliveriesKeptDays } from './schedule.ts'

type Deps = { db: Db }
type Within = Pick<Context, 'company'>

/** As many as are sent again at a time. */
export const maxReplayed = 10_000

/** Everything since then that the webhook is told of is sent once more, under the same ids. Answers how many events that is. */
export async function replaySince(
  { db }: Deps,
  { company }: Within,
  { id, since }: { id: number; since: Date },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO webhook_deliveries AS mine (company_id, webhook_id, seq, batch_id, type, state, next_at)
    SELECT hook.company_id, hook.id, event.seq, event.batch_id, event.kind, 'waiting', '-infinity'
    FROM webhooks AS hook JOIN events AS event ON event.company_id = hook.company_id AND event.seq <= hook.cursor AND event.seq > 0
    WHERE hook.id = ${id} AND hook.company_id = ${company.id} AND event.at >= ${since}
      AND (hook.events = '{}' OR event.kind = ANY(hook.events))
    ORDER BY event.seq LIMIT ${maxReplayed}
    ON CONFLICT (webhook_id, seq) DO UPDATE SET state = 'waiting', tries = 0, next_at = '-infinity', updated_at = now()`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** One delivery is made once more, now. */
export async function replayDelivery(
  { db }: Deps,
  { company }: Within,
  { id }: { id: number },
): Promise<{ before: DeliveryView; after: DeliveryView }> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('webhook_deliveries')
      .where('company_id', '=', company.id)
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound('delivery', id)
    const after = await trx
      .updateTable('webhook_deliveries')
      .where('company_id', '=', company.id)
      .set({ state: 'waiting', tries: 0, next_at: sql`'-infinity'`, updated_at: new Date() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { before: viewOf(before), after: viewOf(after) }
  })
}

export interface DeliveryView {
  id: number
  webhookId: number
  eventId: string
  type: string
  state: 'waiting' | 'delivered' | 'failed'
  tries: number
  nextAttemptAt: string | null
  updatedAt: string
  attempts: Attempt[]
}

interface Row {
  id: number
  company_id: CompanyId
  webhook_id: number
  seq: number
  type: string
  state: DeliveryView['state']
  tries: number
  next_at: Date | number | null
  updated_at: Date
  attempts: object[]
}

function viewOf(row: Row): DeliveryView {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    eventId: eventId({ id: row.company_id }, row.seq),
    type: row.type,
    state: row.state,
    tries: row.tries,
    // What is due at once has no time: it is next.
    nextAttemptAt: row.next_at instanceof Date ? row.next_at.toISOString() : null,
    updatedAt: row.updated_at.toISOString(),
    attempts: row.attempts as Attempt[],
  }
}

export async function listDeliveries(
  { db }: Deps,
  { company }: Within,
  { id, state, before, limit }: { id: number; state?: DeliveryView['state']; before?: number; limit: number },
): Promise<{ deliveries: (DeliveryView & { seq: number })[]; hasMore: boolean }> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .where('company_id', '=', company.id)
    .selectAll()
    .where('webhook_id', '=', id)
    .$call(ifGiven(state, (some, state) => some.where('state', '=', state)))
    .$call(ifGiven(before, (some, before) => some.where('seq', '<', before)))
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute()
  const deliveries = rows.slice(0, limit).map((row) => ({ ...viewOf(row), seq: row.seq }))
  return { deliveries, hasMore: rows.length > limit }
}

export function forgetDeliveries(db: Db, pace?: StepPace): Promise<number> {
  const isOld = sql<boolean>`one.updated_at < now() - make_interval(days => ${deliveriesKeptDays})`
  const needs = { open: sql<boolean>`one.state = 'waiting'` }
  const leaving = { table: 'webhook_deliveries', by: { column: 'id', type: 'id' }, isOld, needs } as const
  return deleteInSteps(everyCompany(db), leaving, pace)
}
