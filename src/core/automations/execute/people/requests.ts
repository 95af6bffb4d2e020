import { randomUUID } from 'node:crypto'
import { companyRef } from '../../../company-ref.ts'
import type { CompanyId } from '../../../../db/company-id.ts'
import type { Db } from '../../../../db/connect.ts'
import { sql } from '../../../../db/sql.ts'
import { everyCompany } from '../../../../db/scoped.ts'
import type { CompanyRef } from '../../../company-ref.ts'
import type { Actor, Context } from '../../../context.ts'
import { leaseFromNow, takeLeft } from '../lease.ts'
import { NoLongerHeld } from '../terms.ts'

/** What somebody asked to have done about what a rule decided. */
interface Subject {
  kind: 'accept' | 'undo'
  executionId: number
  /** null: it is about the whole execution. */
  suggestionId: number | null
}

/** The same, as the one process has it that works on it. */
export interface HeldRequest extends Subject {
  company: CompanyRef
  /** It is done as whoever asked for it, whoever goes on with it. */
  actor: Actor
  token: string
  /** Somebody died in the middle of it. */
  isResumed: boolean
}

/** In the transaction that makes it true, before anything is done. */
export async function openRequest(trx: Db, context: Context, subject: Subject): Promise<HeldRequest> {
  const { company, actor, operationKey } = context
  const { kind, executionId, suggestionId } = subject
  const token = randomUUID()
  await trx
    .insertInto('automation_requests')
    .values({
      company_id: company.id,
      kind,
      execution_id: executionId,
      suggestion_id: suggestionId,
      actor: JSON.stringify(actor),
      workspaces: company.workspaces ? [...company.workspaces] : null,
      asked_key: operationKey,
      run_token: token,
      lease_until: leaseFromNow,
    })
    .execute()
  return { ...subject, company, actor, token, isResumed: false }
}

interface Row {
  kind: Subject['kind']
  execution_id: number
  suggestion_id: number | null
  company_id: CompanyId
  slug: string
  actor: Actor
  workspaces: number[] | null
}

/** Takes one that nobody works on, because its process died. null: there is none. */
export async function takeRequest(db: Db, which: ReturnType<typeof sql> = sql`true`): Promise<HeldRequest | null> {
  const taken = await takeLeft(db, 'automation_requests', which)
  if (!taken) return null
  const { rows } = await sql<Row>`
    SELECT kind, execution_id, suggestion_id, company_id, slug, actor,
      workspaces_left(company_id, coalesce(actor->>'userId', CASE actor->>'kind' WHEN 'user' THEN actor->>'id' END)::bigint, workspaces) AS workspaces
    FROM automation_requests AS request
    JOIN companies ON companies.id = company_id WHERE request.id = ${taken.id} AND run_token = ${taken.token}`.execute(
    everyCompany(db),
  )
  const row = rows[0]
  if (!row) return null
  return {
    kind: row.kind,
    executionId: row.execution_id,
    suggestionId: row.suggestion_id,
    company: companyRef(row),
    actor: row.actor,
    token: taken.token,
    isResumed: true,
  }
}

export async function endRequest(trx: Db, { company, token }: HeldRequest): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE automation_requests SET ended_at = clock_timestamp(), lease_until = NULL
    WHERE company_id = ${company.id} AND run_token = ${token} AND ended_at IS NULL`.execute(trx)
  if (numAffectedRows !== 1n) throw new NoLongerHeld()
}

/** How things stand with what was asked for last; null: nothing ever was. */
export async function lastRequest(
  db: Db,
  companyId: CompanyId,
  { kind, executionId, suggestionId }: Subject,
): Promise<{ isOpen: boolean; askedKey: string } | null> {
  const { rows } = await sql<{ isOpen: boolean; askedKey: string }>`
    SELECT ended_at IS NULL AS "isOpen", asked_key AS "askedKey" FROM automation_requests
    WHERE company_id = ${companyId} AND execution_id = ${executionId} AND kind = ${kind}
      AND suggestion_id IS NOT DISTINCT FROM ${suggestionId}::bigint
    ORDER BY id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** Whoever begins something about an execution waits for whoever is about to; answers what is under way with it. */
export async function openKinds(trx: Db, companyId: CompanyId, executionId: number): Promise<Set<Subject['kind']>> {
  await sql`
    SELECT FROM automation_executions WHERE company_id = ${companyId} AND id = ${executionId} FOR NO KEY UPDATE`.execute(
    trx,
  )
  const { rows } = await sql<{ kind: Subject['kind'] }>`
    SELECT DISTINCT kind FROM automation_requests
    WHERE company_id = ${companyId} AND execution_id = ${executionId} AND ended_at IS NULL`.execute(trx)
  return new Set(rows.map(({ kind }) => kind))
}
