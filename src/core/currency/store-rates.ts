import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { ifGiven, sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import type { NewRate } from './read-rates.ts'

interface Owner {
  /** null: for every company. */
  companyId: CompanyId | null
  byHand: boolean
}

/** Later figures for the same day replace earlier ones, except that what a person set stays. */
export async function storeRates(db: Db, rates: NewRate[], { companyId, byHand }: Owner): Promise<void> {
  await sql`
    INSERT INTO currency_rates (company_id, currency, in_currency, day, rate, source, by_hand)
    SELECT ${companyId}::bigint, currency, "inCurrency", day, rate, source, ${byHand}::boolean
    FROM jsonb_to_recordset(${JSON.stringify(rates)}::jsonb)
      AS new(currency text, "inCurrency" text, day date, rate numeric, source text)
    ON CONFLICT (company_id, currency, in_currency, day) DO UPDATE
      SET rate = excluded.rate, source = excluded.source, by_hand = excluded.by_hand
      WHERE (excluded.by_hand OR NOT currency_rates.by_hand)
        AND (currency_rates.rate, currency_rates.source) IS DISTINCT FROM (excluded.rate, excluded.source)`.execute(
    everyCompany(db),
  )
}

/** The newest rate of each currency that holds for all, or all of a company's own. */
export async function listRates(db: Db, companyId: CompanyId | null) {
  return everyCompany(db)
    .selectFrom('currency_rates')
    .select(['currency', 'in_currency', 'rate', 'day', 'source'])
    .where('company_id', 'is not distinct from', companyId)
    .$if(companyId === null, (query) => query.distinctOn(['currency', 'in_currency']))
    .orderBy('currency')
    .orderBy('in_currency')
    .orderBy('day', 'desc')
    .execute()
}

/** Answers how many there were. */
export async function removeRates(
  db: Db,
  companyId: CompanyId,
  { currency, day }: { currency: string; day?: string },
): Promise<number> {
  const removed = await everyCompany(db)
    .deleteFrom('currency_rates')
    .where('company_id', '=', companyId)
    .where('currency', '=', currency)
    .$call(ifGiven(day, (query, day) => query.where('day', '=', day)))
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}
