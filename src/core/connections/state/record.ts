import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import { everyCompany } from '../../../db/scoped.ts'
import { recordAudit } from '../../audit/record.ts'
import type { AuditEntry } from '../../audit/record.ts'
import { forgetAccountReads } from '../account-reads.ts'
import { notifyEnding } from './endings.ts'
import { healthOf, notifyHealth } from './health.ts'
import { recordEvent } from '../../events/record.ts'
import type { ConnectionVerdict } from './verdict.ts'

/** Whose words count: credentials may have been replaced while they were asked about. */
interface VerdictOf {
  id: number
  /** As they were stored when they were asked about; absent: they count whatever is stored by now. */
  sealed?: Buffer
}

/** Writes down how a connection was found, with its event: told when it changes, once for each change. False: it has other credentials by now, or is gone. */
export function recordVerdict(
  db: Db,
  of: VerdictOf,
  verdict: ConnectionVerdict,
  actor: AuditEntry['actor'],
): Promise<boolean> {
  return inTransaction(db, (trx) => record(trx, of, verdict, actor))
}

async function record(
  trx: Db,
  { id, sealed }: VerdictOf,
  { state, reason, check }: ConnectionVerdict,
  actor: AuditEntry['actor'],
): Promise<boolean> {
  const old = await everyCompany(trx)
    .selectFrom('connections')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!old || (sealed && !old.sealed_credentials.equals(sealed))) return false
  const health = check && healthOf(check.accounts)
  // What broke it stays the reason until it works again: it is told once.
  const shownReason = state === 'broken' && old.state === 'broken' ? (old.state_reason ?? reason) : reason
  const row = await trx
    .updateTable('connections')
    .where('company_id', '=', old.company_id)
    .set({
      state,
      state_reason: shownReason,
      checked_at: new Date(),
      health_at: new Date(),
      ...(check ? { scopes: check.scopes, expires_at: check.expiresAt, health: JSON.stringify(health) } : {}),
    })
    .where('id', '=', id)
    .returning(['id', 'company_id', 'platform', 'label', 'state', 'state_reason', 'expires_at', 'renewable_until'])
    .executeTakeFirstOrThrow()
  const { company_id: companyId, platform, label } = row
  const isNewlyBroken = state === 'broken' && old.state !== 'broken'
  // Said again when it breaks again, also for the reason that it broke for before.
  if (isNewlyBroken) {
    const data = { connectionId: id, platform, label, reason: reason ?? 'The platform refuses it.' }
    await recordEvent(trx, { id: companyId }, { type: 'connection.broken', data })
  } else await notifyEnding(trx, row, new Date())
  if (health) await notifyHealth(trx, row, old.health, health)
  if (state === old.state) return true
  // Another connection may be the better one now: the next list tells through which each account is reached.
  await forgetAccountReads(trx, companyId, platform)
  await recordAudit(
    trx,
    { id: companyId },
    {
      actor,
      action: 'connection check',
      targets: [`connection:${id}`],
      before: { platform, label, state: old.state, reason: old.state_reason },
      after: { platform, label, state, reason: shownReason },
      outcome: 'done',
    },
  )
  return true
}
