import { setTimeout as delay } from 'node:timers/promises'
import { seenBefore } from '../../reach.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Listener } from '../../../db/listen.ts'
import { notify } from '../../../db/notify.ts'
import type { CompanyId } from '../../../db/company-id.ts'
import { sql } from '../../../db/sql.ts'
import { asksFirst } from '../../context.ts'
import type { Context } from '../../context.ts'
import { endedChannel, startedChannel } from './channels.ts'
import { stopWords } from './switch.ts'

/** Has a rule checked now, switched on or not. The same call again finds the same execution. */
export async function startRun(
  { db }: { db: Db },
  { company, actor, operationKey }: Context,
  automationId: number,
): Promise<number> {
  const stopped = await stopWords(db, company.id)
  if (stopped !== null) throw new AppError('conflict', `${stopped} Let them go on first.`, { reason: 'stopped' })
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO automation_executions AS mine (company_id, automation_id, version, kind, state, asked_by, asked_key, asks)
      SELECT company_id, id, version, 'manual', 'running', ${actor.name}, ${operationKey}, ${asksFirst(actor)}
      FROM automations WHERE company_id = ${company.id} AND id = ${automationId}
      ON CONFLICT (company_id, asked_key) WHERE asked_key IS NOT NULL DO UPDATE SET asked_key = excluded.asked_key
      RETURNING mine.id`.execute(trx)
    if (!rows[0]) throw notFound('automation', automationId)
    // From here on the rule asks, as one that such a key has changed.
    if (asksFirst(actor)) {
      await trx
        .updateTable('automations')
        .where('company_id', '=', company.id)
        .set({ held_to_ask: actor.name })
        .where('id', '=', automationId)
        .execute()
    }
    await notify(trx, startedChannel, String(rows[0].id))
    return rows[0].id
  })
}

/** Waits for the end of an execution, for so long; answers whether it came. */
export async function waitForEnd(
  { db, listener }: { db: Db; listener: Listener },
  { companyId, executionId }: { companyId: CompanyId; executionId: number },
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<void> {
  const heard = Promise.withResolvers<void>()
  const stop = listener.on(endedChannel, (id) => {
    if (id === null || id === String(executionId)) heard.resolve()
  })
  const over = new AbortController()
  try {
    const row = await db
      .selectFrom('automation_executions')
      .where('company_id', '=', companyId)
      .where(seenBefore)
      .select('state')
      .where('id', '=', executionId)
      .executeTakeFirst()
    if (row?.state !== 'running') return
    const ends = AbortSignal.any([signal, over.signal])
    await Promise.race([heard.promise, delay(waitMs, undefined, { signal: ends }).catch(() => undefined)])
  } finally {
    over.abort()
    stop()
  }
}
