import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { CompanyId } from '../../../../db/company-id.ts'
import type { Db } from '../../../../db/connect.ts'
import { everyCompany } from '../../../../db/scoped.ts'
import { sql } from '../../../../db/sql.ts'
import type { PeopleTables } from '../../../../db/tables/people.ts'
import { recordEvent } from '../../../events/record.ts'
import { lockAddress } from '../../identity.ts'

type InviteRow = Selectable<PeopleTables['invites']>

export interface InviteMail {
  state: 'waiting' | 'sent' | 'failed'
  /** Why it was not sent yet, or never will be. */
  problem: string | null
}

/**
 * So many mails with an invite a company sends to an address in an hour, and so many a person does, in however many companies they are.
 * What others send there counts for nobody: who is refused would learn of it.
 */
const maxMailsAnHour = 5

/** By what mails to the address are counted; null: an hour has no more of them for these senders. */
export async function roomFor(
  trx: Db,
  { email, company_id: companyId, made_by: senderId }: Pick<InviteRow, 'email' | 'company_id' | 'made_by'>,
): Promise<Buffer | null> {
  await lockAddress(trx, email)
  const hash = createHash('sha256').update(`mail to ${email.toLowerCase()}`).digest()
  const { rows } = await sql<{ count: number }>`
    SELECT greatest(count(*) FILTER (WHERE company_id = ${companyId}), count(*) FILTER (WHERE sender_id = ${senderId}))::int AS count
    FROM mails
    WHERE address_hash = ${hash} AND created_at > clock_timestamp() - interval '1 hour'`.execute(everyCompany(trx))
  return (rows[0]?.count ?? 0) < maxMailsAnHour ? hash : null
}

/** The invite stands, and whoever invites reads why they have to bring the link themselves. */
export async function noteUnmailed(trx: Db, invite: { id: number; company_id: CompanyId }): Promise<InviteMail> {
  const { id: inviteId, company_id: companyId } = invite
  const problem = `${maxMailsAnHour} invites were mailed to this address within an hour: send the link yourself, or invite again later`
  const now = sql<Date>`clock_timestamp()`
  const { id: mailId } = await trx
    .insertInto('mails')
    .values({
      ...{ company_id: companyId, invite_id: inviteId, kind: 'invite', once: `invite ${inviteId}` },
      ...{ state: 'failed', problem, expires_at: now, ended_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const data = { mailId, kind: 'invite' as const, personId: null, problem }
  await recordEvent(trx, { id: companyId }, { type: 'mail.failed', data })
  return { state: 'failed', problem }
}

/** Of an invite that goes nothing is sent any more; that something was, or was about to be, is still counted. */
export async function endMailsOf(trx: Db, companyId: CompanyId, inviteId: number): Promise<void> {
  await sql`
    UPDATE mails SET invite_id = NULL, sealed_message = NULL, ended_at = coalesce(ended_at, clock_timestamp()),
      problem = CASE state WHEN 'waiting' THEN 'the invite was withdrawn' ELSE problem END,
      state = CASE state WHEN 'waiting' THEN 'failed' ELSE state END
    WHERE company_id = ${companyId} AND invite_id = ${inviteId}`.execute(trx)
}
