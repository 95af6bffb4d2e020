import type { CompanyId } from '../../db/company-id.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { AppError } from '../../errors.ts'
import { only } from '../../lookup.ts'
import { cancelBatch } from '../launch/batch/cancel.ts'
import type { Company } from '../people/companies/companies.ts'
import type { Actor } from '../context.ts'
import { resumeAll, stopAll } from '../automations/execute/switch.ts'

/** How long a company waits to be deleted, unless the operator says otherwise. */
export const waitingDays = 7

export interface Deletion {
  companyId: CompanyId
  askedAt: Date
  dueAt: Date
  beganAt: Date | null
  endedAt: Date | null
  deletedRows: number
}

/** Every deletion there is: those that wait, and those that are over. */
export async function listDeletions(db: Db): Promise<Deletion[]> {
  const rows = await everyCompany(db).selectFrom('company_deletions').selectAll().orderBy('asked_at').execute()
  return rows.map((row) => ({
    companyId: row.company_id,
    askedAt: row.asked_at,
    dueAt: row.due_at,
    beganAt: row.began_at,
    endedAt: row.ended_at,
    deletedRows: row.deleted_rows,
  }))
}

/**
 * From this moment nobody is let in: keys are refused, whoever was signed in is signed out, invites and links are over. What it still does
 * is stopped by `quieten`, afterwards. Asked for again, it only moves the day.
 */
export async function beginDeletion(trx: Db, company: Company, dueAt: Date): Promise<void> {
  const { rows } = await sql<{ due_at: Date }>`
    INSERT INTO company_deletions AS known (company_id, due_at) VALUES (${company.id}, ${dueAt})
    ON CONFLICT (company_id) DO UPDATE SET due_at = CASE WHEN known.began_at IS NULL THEN excluded.due_at ELSE known.due_at END
    RETURNING due_at`.execute(trx)
  // Half of it may be gone: nobody waits for the rest.
  if (dueAt > new Date() && only(rows).due_at <= new Date())
    throw new AppError('conflict', `The rows of ${company.name} are being deleted already: a worker goes on with that.`)
  await sql`
    WITH ended AS (
      UPDATE api_keys SET revoked_at = clock_timestamp() WHERE company_id = ${company.id} AND revoked_at IS NULL RETURNING id)
    UPDATE company_deletions SET revoked_keys = revoked_keys || ARRAY(SELECT id FROM ended) WHERE company_id = ${company.id}`.execute(
    trx,
  )
  await trx.deleteFrom('sessions').where('company_id', '=', company.id).execute()
  await trx.deleteFrom('sign_in_links').where('company_id', '=', company.id).execute()
  await sql`DELETE FROM invites WHERE company_id = ${company.id} AND accepted_at IS NULL`.execute(trx)
}

/**
 * Nothing new is sent: ads that were not sent are cancelled, rules stop, approvals and plans are over. What was sent is finished being
 * recorded. Ends that Flightdeck keeps and stops of guards go on until the company is gone: all that they do is end spending. A company
 * whose deletion was taken back meanwhile is left alone.
 */
export async function quieten(db: Db, company: Pick<Company, 'id' | 'slug'>): Promise<void> {
  await letOthersEnd(db, company.id)
  const actor: Actor = { kind: 'system', name: 'company delete', scopes: [] }
  await inTransaction(db, async (trx) => {
    if (!(await isLeaving(trx, company.id))) return
    await sql`
      UPDATE approvals SET state = 'expired', ended_at = clock_timestamp(), run_until = NULL
      WHERE company_id = ${company.id} AND state IN ('waiting', 'approved') AND coalesce(run_until <= clock_timestamp(), true)`.execute(
      trx,
    )
    await sql`DELETE FROM plans WHERE company_id = ${company.id} AND run_at IS NULL`.execute(trx)
    const { rows } = await sql`SELECT FROM automation_switches WHERE company_id = ${company.id}`.execute(trx)
    if (rows.length > 0) return
    await stopAll({ db: trx }, { company, actor }, { reason: 'the company is about to be deleted' })
    await sql`UPDATE company_deletions SET stopped_rules = true WHERE company_id = ${company.id}`.execute(trx)
  })
  const { rows: open } = await sql<{ id: number; state: 'queued' | 'processing' }>`
    SELECT id, state FROM batches WHERE company_id = ${company.id} AND state IN ('queued', 'processing') ORDER BY id`.execute(
    db,
  )
  for (const batch of open) {
    if (!(await isLeaving(db, company.id))) return
    await cancelBatch({ db }, { company }, batch).catch((error: unknown) => {
      // It came to its end by itself meanwhile.
      if (!(error instanceof AppError && error.code === 'conflict')) throw error
    })
  }
}

/** Whoever wants to take it back waits until the transaction has ended. */
async function isLeaving(trx: Db, companyId: CompanyId): Promise<boolean> {
  const { rows } = await sql`SELECT FROM company_deletions WHERE company_id = ${companyId} FOR UPDATE`.execute(trx)
  return rows.length > 0
}

/** Whoever looked whether the company stays before it was said that it does not, and stores something, has stored it when this returns. */
async function letOthersEnd(db: Db, companyId: CompanyId): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`SELECT FROM companies WHERE id = ${companyId} FOR UPDATE`.execute(trx)
  })
}

/** Takes it back: keys open again what they did, and rules go on where this had stopped them. Whoever was signed in signs in again. */
export async function cancelDeletion(trx: Db, company: Company): Promise<{ keys: number }> {
  const { rows } = await sql<{ revoked_keys: number[]; stopped_rules: boolean }>`
    DELETE FROM company_deletions WHERE company_id = ${company.id} AND began_at IS NULL RETURNING revoked_keys, stopped_rules`.execute(
    trx,
  )
  const [row] = rows
  if (!row)
    throw new AppError('conflict', `${company.name} is not about to be deleted, or its rows are being deleted already.`)
  await sql`
    UPDATE api_keys SET revoked_at = NULL WHERE company_id = ${company.id} AND id = ANY(${row.revoked_keys})`.execute(
    trx,
  )
  const actor: Actor = { kind: 'system', name: 'company delete --cancel', scopes: [] }
  if (row.stopped_rules) await resumeAll({ db: trx }, { company, actor })
  return { keys: row.revoked_keys.length }
}
