import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { recordAudit } from '../../audit/record.ts'
import type { AuditEntry } from '../../audit/record.ts'
import { notifyEnding } from './endings.ts'
import { recordEvent } from '../../events/record.ts'
import type { ConnectionVerdict } from './verdict.ts'

/** Writes down how a connection was found, with its event: told when it changes, once for each change. */
export async function recordVerdict(
  db: Db,
  id: number,
  { state, reason, check }: ConnectionVerdict,
  actor: AuditEntry['actor'],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const old = await everyCompany(trx)
      .selectFrom('connections')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!old) return
    const row = await trx
      .updateTable('connections')
      .where('company_id', '=', old.company_id)
      .set({
        state,
        state_reason: reason,
        checked_at: new Date(),
        ...(check ? { scopes: check.scopes, expires_at: check.expiresAt } : {}),
      })
      .where('id', '=', id)
      .returning(['id', 'company_id', 'platform', 'label', 'state', 'state_reason', 'expires_at'])
      .executeTakeFirstOrThrow()
    const { company_id: companyId, platform, label } = row
    const isNewlyBroken = state === 'broken' && old.state !== 'broken'
    // Said again when it breaks again, also for the reason that it broke for before.
    if (isNewlyBroken) {
      const data = { connectionId: id, platform, label, reason: reason ?? 'The platform refuses it.' }
      await recordEvent(trx, { id: companyId }, { type: 'connection.broken', data })
    } else await notifyEnding(trx, row, new Date())
    if (state === old.state) return
    await recordAudit(
      trx,
      { id: companyId },
      {
        actor,
        action: 'connection check',
        targets: [`connection:${id}`],
        before: { platform, label, state: old.state, reason: old.state_reason },
        after: { platform, label, state, reason },
        outcome: 'done',
      },
    )
  })
}
