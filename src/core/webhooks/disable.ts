import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { recordAudit } from '../audit/record.ts'
import { recordEvent } from '../events/record.ts'
import type { CompanyRef } from '../company-ref.ts'
import type { HeldWebhook } from './deliveries.ts'
import { disabledAfterMs } from './schedule.ts'

/** Switches off a webhook whose receiver is gone, or has failed for days, and says so. Answers whether it is off. */
export async function disableWebhook(
  { db }: { db: Db },
  { id, company, owner }: HeldWebhook,
  reason: 'failing' | 'gone',
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      UPDATE webhooks SET enabled = false, disabled_reason = ${reason}, updated_at = now()
      WHERE id = ${id} AND owner = ${owner} AND enabled AND (
        ${reason === 'gone'} OR failing_since <= now() - make_interval(secs => ${disabledAfterMs / 1000}))
      RETURNING id`.execute(everyCompany(trx))
    if (rows.length === 0) return false
    await giveUpWaiting(trx, company, { id })
    await recordEvent(trx, company, { type: 'webhook.disabled', data: { webhookId: id, reason } })
    await recordAudit(trx, company, {
      actor: { kind: 'system', name: 'webhooks' },
      action: 'disable_webhook',
      targets: [`webhook:${id}`],
      before: { enabled: true },
      after: { enabled: false, reason },
      outcome: 'done',
    })
    return true
  })
}

/** What waits to be tried again is given up with the webhook: one that is switched on again is told what happens from then on. */
export async function giveUpWaiting(trx: Db, company: Pick<CompanyRef, 'id'>, { id }: { id: number }): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .where('company_id', '=', company.id)
    .set({ state: 'failed', next_at: null, updated_at: new Date() })
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}
