import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Rate, Rates } from './convert.ts'
import { decimalOf, ratio } from './decimal.ts'

/** As many digits as a JavaScript number shows exactly, with some to spare: what is shown is what was reckoned with. */
const digits = 12

interface FoundRate {
  currency: string
  above: string
  below: string
  day: string
  source: string
}

/**
 * What currencies are worth in another one, by the newest rates from a day or before: the company's own where it has
 * one, else those that hold for all, if need be by way of a third currency on the same day.
 */
export async function ratesOn(
  db: Db,
  companyId: number,
  { from, to, day }: { from: string[]; to: string; day: string },
): Promise<Rates> {
  const wanted = [...new Set(from)].filter((currency) => currency !== to)
  const byCurrency = new Map<string, Rate>()
  if (wanted.length === 0) return { to, day, byCurrency }
  const found = [...(await commonRates(db, wanted, to, day)), ...(await ownRates(db, companyId, wanted, to, day))]
  for (const { currency, above, below, day: date, source } of found) {
    byCurrency.set(currency, { currency, rate: ratio(decimalOf(above)!, decimalOf(below)!, digits), date, source })
  }
  return { to, day, byCurrency }
}

async function ownRates(db: Db, companyId: number, from: string[], to: string, day: string): Promise<FoundRate[]> {
  const { rows } = await sql<FoundRate>`
    SELECT DISTINCT ON (currency) currency, rate::text AS above, '1' AS below, day, source FROM currency_rates
    WHERE company_id = ${companyId} AND currency = ANY (${from}) AND in_currency = ${to} AND day <= ${day}
    ORDER BY currency, currency_rates.day DESC`.execute(db)
  return rows
}

async function commonRates(db: Db, from: string[], to: string, day: string): Promise<FoundRate[]> {
  const { rows } = await sql<FoundRate>`
    WITH kept AS (
      SELECT currency, in_currency, rate, day, source, by_hand FROM currency_rates
      WHERE company_id IS NULL AND day <= ${day}
        AND (currency = ANY (${[...from, to]}) OR in_currency = ANY (${[...from, to]}))
    ), steps AS (
      SELECT currency AS one, in_currency AS other, rate AS above, 1::numeric AS below, day, source, by_hand FROM kept
      UNION ALL
      SELECT in_currency, currency, 1, rate, day, source, by_hand FROM kept
    ), ways AS (
      SELECT one, above, below, day, source, by_hand, 1 AS length FROM steps WHERE one = ANY (${from}) AND other = ${to}
      UNION ALL
      SELECT one.one, one.above * other.above, one.below * other.below, day, one.source, one.by_hand OR other.by_hand, 2
      FROM steps one JOIN steps other USING (day)
      WHERE one.one = ANY (${from}) AND one.other = other.one AND other.other = ${to}
    )
    SELECT DISTINCT ON (one) one AS currency, above::text, below::text, day, source FROM ways
    ORDER BY one, ways.day DESC, by_hand DESC, length, source`.execute(db)
  return rows
}

/** The currencies of a company's accounts, by name. */
export async function currenciesInUse(db: Db, companyId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('ad_accounts')
    .select('currency')
    .distinct()
    .where('company_id', '=', companyId)
    .orderBy('currency')
    .execute()
  return rows.map(({ currency }) => currency)
}
