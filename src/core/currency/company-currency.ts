import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { Context } from '../context.ts'

/**
 * The currency of a company's totals: what was set, or else that of most of its accounts (among equals, of the account
 * that lists show first, by the order of its platform), settled the first time it is needed. null: no account is known yet.
 */
export async function companyCurrency(
  { db }: { db: Db },
  { company: { id: companyId } }: Pick<Context, 'company'>,
  platformOrder: readonly string[],
): Promise<string | null> {
  const known = await settledCurrency(db, companyId)
  if (known !== null) return known
  const { rows } = await sql<{ currency: string | null }>`
    UPDATE companies SET currency = coalesce(currency, (
      SELECT currency FROM ad_accounts WHERE company_id = companies.id GROUP BY currency
      ORDER BY count(*) DESC, min(ARRAY[array_position(${platformOrder}::text[], platform), id]) LIMIT 1))
    WHERE id = ${companyId} RETURNING currency`.execute(db)
  return rows[0]?.currency ?? null
}

/** What was set or settled; null: nothing yet. */
export async function settledCurrency(db: Db, companyId: CompanyId): Promise<string | null> {
  const row = await db.selectFrom('companies').where('id', '=', companyId).select('currency').executeTakeFirst()
  return row?.currency ?? null
}

export async function setCompanyCurrency(db: Db, companyId: CompanyId, currency: string): Promise<void> {
  await db.updateTable('companies').where('id', '=', companyId).set({ currency }).execute()
}
