import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { companyRef } from '../company-ref.ts'
import { staysIn } from '../people/staying.ts'
import type { EventName } from '../events/catalogue.ts'
import type { Seal } from '../secrets/seal.ts'
import type { HeldWebhook } from './deliveries.ts'
import { openTarget } from './target.ts'

/** Longer than an attempt may take; renewed while the process lives. */
export const leaseSeconds = 30

interface Held {
  id: number
  owner: string
}

/** Takes the webhook for this process; null: another one delivers for it, or nobody may. */
export async function holdWebhook(
  { db, seal }: { db: Db; seal: Seal },
  id: number,
  owner: string,
): Promise<HeldWebhook | null> {
  const { rows } = await sql<{
    company_id: CompanyId
    slug: string
    workspaces: number[] | null
    kind: HeldWebhook['kind']
    events: EventName[]
    sealed_target: Buffer
    cursor: number
    failures: number
  }>`
    UPDATE webhooks SET owner = ${owner}, lease_until = now() + make_interval(secs => ${leaseSeconds}) FROM companies
    WHERE webhooks.id = ${id} AND enabled AND companies.id = company_id AND (lease_until <= now() OR owner = ${owner})
      AND paused_until <= now() AND ${staysIn('webhooks.company_id')}
    RETURNING company_id, slug, workspaces_left(company_id, made_by, workspace_ids) AS workspaces, kind, events, sealed_target, cursor, failures`.execute(
    everyCompany(db),
  )
  const row = rows[0]
  if (!row) return null
  const { company_id: companyId, kind, events: types, cursor, failures } = row
  const target = openTarget(seal, companyId, row.sealed_target)
  return { id, owner, company: companyRef(row), kind, types, target, cursor, failures }
}

export async function renew(db: Db, { id, owner }: Held): Promise<void> {
  await sql`
    UPDATE webhooks SET lease_until = now() + make_interval(secs => ${leaseSeconds}) WHERE id = ${id} AND owner = ${owner}`.execute(
    everyCompany(db),
  )
}

export async function letGo(db: Db, { id, owner }: Held): Promise<void> {
  await sql`UPDATE webhooks SET owner = NULL, lease_until = '-infinity' WHERE id = ${id} AND owner = ${owner}`.execute(
    everyCompany(db),
  )
}

/** At the start of a service that is alone on its database: whoever held them is dead. */
export async function freeAllWebhooks(db: Db): Promise<void> {
  await sql`UPDATE webhooks SET owner = NULL, lease_until = '-infinity' WHERE owner IS NOT NULL`.execute(
    everyCompany(db),
  )
}
