import type { CompanyId } from '../../../db/company-id.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import type { Context } from '../../context.ts'
import { recordEvent } from '../../events/record.ts'

type Acting = Pick<Context, 'company' | 'actor'>

/** Whether the rules of a company may do anything. */
export interface SwitchView {
  stopped: boolean
  stoppedAt: Date | null
  stoppedBy: string | null
  reason: string | null
}

/** Nothing that a rule has not sent yet is sent any more. Stopping what is stopped changes nothing. */
export async function stopAll(
  { db }: { db: Db },
  { company, actor }: Acting,
  { reason }: { reason: string | null },
): Promise<SwitchView> {
  return inTransaction(db, async (trx) => {
    const created = await trx
      .insertInto('automation_switches')
      .values({ company_id: company.id, stopped_by: actor.name, reason })
      .onConflict((conflict) => conflict.column('company_id').doNothing())
      .returning('company_id')
      .executeTakeFirst()
    if (created) await recordEvent(trx, company, { type: 'automation.stopped', data: { by: actor.name, reason } })
    return readSwitch(trx, company.id)
  })
}

/** Slots that passed meanwhile were recorded as skipped, and stay so. */
export async function resumeAll({ db }: { db: Db }, { company, actor }: Acting): Promise<SwitchView> {
  return inTransaction(db, async (trx) => {
    const gone = await trx
      .deleteFrom('automation_switches')
      .where('company_id', '=', company.id)
      .returning('company_id')
      .executeTakeFirst()
    if (gone) await recordEvent(trx, company, { type: 'automation.resumed', data: { by: actor.name } })
    return readSwitch(trx, company.id)
  })
}

export async function readSwitch(db: Db, companyId: CompanyId): Promise<SwitchView> {
  const row = await db
    .selectFrom('automation_switches')
    .where('company_id', '=', companyId)
    .selectAll()
    .executeTakeFirst()
  if (!row) return { stopped: false, stoppedAt: null, stoppedBy: null, reason: null }
  return { stopped: true, stoppedAt: row.stopped_at, stoppedBy: row.stopped_by, reason: row.reason }
}

/** Why nothing is done now, in plain words; null: nothing stands against it. */
export async function stopWords(db: Db, companyId: CompanyId): Promise<string | null> {
  const { stopped, stoppedBy, reason } = await readSwitch(db, companyId)
  return stopped ? `${stoppedBy} stopped all rules${reason === null ? '' : `: ${reason}`}.` : null
}

/** Why a rule may not make its next write, asked right before it; null: it may. */
export async function obstacleTo(
  db: Db,
  { companyId, automationId, needsEnabled }: { companyId: CompanyId; automationId: number; needsEnabled: boolean },
): Promise<string | null> {
  const stopped = await stopWords(db, companyId)
  if (stopped !== null || !needsEnabled) return stopped
  const { rows } = await sql<{ enabled: boolean }>`
    SELECT enabled FROM automations WHERE company_id = ${companyId} AND id = ${automationId}`.execute(db)
  return rows[0]?.enabled ? null : 'The rule was switched off meanwhile.'
}
