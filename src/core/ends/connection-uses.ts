import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { CompanyRef } from '../company-ref.ts'
import { findConnection } from '../connections/store.ts'
import { notifiesNobody } from '../reach.ts'
import { endsThrough } from './leave.ts'
import type { KeptEnd } from './store.ts'

interface Named {
  id: string
  name: string
}

/** What stops with a connection. */
export interface ConnectionUses {
  accounts: Named[]
  /** Batches with ads that are still to be made in its accounts: they wait. */
  batches: string[]
  /** Rules that look at its accounts, by name or because they look at all: they see them no more. */
  rules: Named[]
  /** How many of its accounts have their daily figures read. */
  syncedAccounts: number
  /** What is to end by us in its accounts: nobody will keep that. */
  ends: KeptEnd[]
}

/** For those who work in the whole company. */
export async function connectionUses(
  db: Db,
  company: Pick<CompanyRef, 'id'>,
  connectionId: number,
): Promise<ConnectionUses> {
  const { platform } = await findConnection(db, company.id, connectionId)
  const accounts = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', company.id)
    .where(notifiesNobody)
    .select(['id', 'account_id', 'name'])
    .where('connection_id', '=', connectionId)
    .orderBy('id')
    .execute()
  const ids = accounts.map(({ account_id: id }) => id)
  const [batches, rules, synced, ends] = await Promise.all([
    openBatches(db, company, { platform, ids }),
    rulesOver(db, company, { platform, ids }),
    sql<{ count: number }>`
      SELECT count(*)::int AS count FROM report_syncs
      WHERE company_id = ${company.id} AND account_key = ANY (${accounts.map(({ id }) => id)})`.execute(db),
    endsThrough(db, company, connectionId),
  ])
  return {
    accounts: accounts.map(({ account_id: id, name }) => ({ id, name })),
    ...{ batches, rules, ends, syncedAccounts: synced.rows[0]?.count ?? 0 },
  }
}

interface Accounts {
  platform: string
  ids: string[]
}

async function openBatches(db: Db, company: Pick<CompanyRef, 'id'>, { platform, ids }: Accounts): Promise<string[]> {
  const { rows } = await sql<{ batch_id: number }>`
    SELECT DISTINCT batch_id FROM batch_items
    WHERE company_id = ${company.id} AND ${notifiesNobody} AND platform = ${platform} AND account_id = ANY (${ids})
      AND state IN ('waiting', 'running') ORDER BY batch_id`.execute(db)
  return rows.map(({ batch_id: id }) => String(id))
}

async function rulesOver(db: Db, company: Pick<CompanyRef, 'id'>, { platform, ids }: Accounts): Promise<Named[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM automations
    WHERE company_id = ${company.id} AND ${notifiesNobody} AND enabled
      AND coalesce(rule #>> '{scope,platform}', ${platform}) = ${platform}
      AND coalesce(rule #> '{scope,accountIds}' ?| ${ids}::text[], true) ORDER BY id`.execute(db)
  return rows.map(({ id, name }) => ({ id: String(id), name }))
}
