import { daysOf } from '../../days.ts'
import { required } from '../../lookup.ts'
import type { DayRange } from '../../platforms/contract/insights.ts'
import { notifiesNobody } from '../reach.ts'
import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import type { Context } from '../context.ts'
import { hubCurrency } from './codes.ts'
import type { Rate, Rates } from './convert.ts'
import { decimalOf, ratio } from './decimal.ts'

/** A JavaScript number shows so many digits exactly: what is shown is what was reckoned with. */
export const rateDigits = 12

/** Which currencies are told in which one, on which day. */
interface Wanted {
  from: string[]
  to: string
  day: string
}

interface FoundRate {
  currency: string
  above: string
  below: string
  day: string
  source: string
}

/**
 * What currencies are worth in another one, by the newest rates from a day or before: the company's own where it has
 * one, else those that hold for all: then both currencies' rates are from the same day.
 */
export async function ratesOn(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  { from, to, day }: Wanted,
): Promise<Rates> {
  const wanted = [...new Set(from)].filter((currency) => currency !== to)
  const byCurrency = new Map<string, Rate>()
  if (wanted.length === 0) return { to, day, byCurrency }
  for (const found of await findRates(db, company.id, { from: wanted, to, day }))
    byCurrency.set(found.currency, rateOf(found))
  return { to, day, byCurrency }
}

/** The company's own take the place of those that hold for all. A leg is what a currency was worth in the hub's on a day. */
async function findRates(db: Db, companyId: CompanyId, wanted: Wanted): Promise<FoundRate[]> {
  const { rows } = await sql<FoundRate>`/* prepared: rates */ ${waysTo(companyId, wanted)}
    SELECT DISTINCT ON (name) name AS currency, above::text, below::text, day, source FROM ways
    WHERE name = ANY (${wanted.from}) ORDER BY name, is_own DESC, ways.day DESC, by_hand DESC, source`.execute(db)
  return rows
}

/** Whatever leads from one currency to the other one, of a day or before. */
function waysTo(companyId: CompanyId, { from, to, day }: Wanted) {
  const names = [...from, to]
  return sql`
    WITH own AS (
      SELECT currency AS name, rate AS above, 1::numeric AS below, day, source FROM currency_rates
      WHERE company_id = ${companyId} AND currency = ANY (${from}) AND in_currency = ${to} AND day <= ${day}
      UNION ALL
      SELECT in_currency, 1, rate, day, source FROM currency_rates
      WHERE company_id = ${companyId} AND currency = ${to} AND in_currency = ANY (${from}) AND day <= ${day}
    ), legs AS (
      SELECT in_currency AS name, 1::numeric AS above, rate AS below, day, source, by_hand FROM currency_rates
      WHERE company_id IS NULL AND currency = ${hubCurrency} AND in_currency = ANY (${names}) AND day <= ${day}
      UNION ALL
      SELECT currency, rate, 1, day, source, by_hand FROM currency_rates
      WHERE company_id IS NULL AND currency = ANY (${names}) AND in_currency = ${hubCurrency} AND day <= ${day}
    ), ways AS (
      SELECT name, above, below, day, source, by_hand, false AS is_own FROM legs WHERE ${to} = ${hubCurrency}
      UNION ALL
      SELECT ${hubCurrency}, below, above, day, source, by_hand, false FROM legs WHERE name = ${to}
      UNION ALL
      SELECT one.name, one.above * other.below, one.below * other.above, day, one.source, one.by_hand OR other.by_hand, false
      FROM legs one JOIN legs other USING (day) WHERE other.name = ${to}
      UNION ALL
      SELECT name, above, below, day, source, false, true FROM own
    )`
}

/** For each currency one rate for every day of a range, as ratesOn has it for that day; null: there was none yet. */
export async function ratesByDay(
  { db }: { db: Db },
  { company }: Pick<Context, 'company'>,
  { from, to, range }: { from: string[]; to: string; range: DayRange },
): Promise<Map<string, (Rate | null)[]>> {
  const wanted = { from: [...new Set(from)].filter((currency) => currency !== to), to, day: range.to }
  if (wanted.from.length === 0) return new Map()
  const { rows } = await sql<FoundRate & { is_own: boolean }>`${waysTo(company.id, wanted)}
    SELECT DISTINCT ON (name, is_own, ways.day) name AS currency, above::text, below::text, day, source, is_own FROM ways
    WHERE name = ANY (${wanted.from}) ORDER BY name, is_own DESC, ways.day DESC, by_hand DESC, source`.execute(db)
  const days = daysOf(range)
  return new Map(
    wanted.from.map((currency) => [
      currency,
      eachDay(
        days,
        rows.filter((row) => row.currency === currency),
      ),
    ]),
  )
}

/** The rows have the company's own first, and of each kind the newest. */
function eachDay(days: string[], rows: FoundRate[]): (Rate | null)[] {
  const rates = new Map<FoundRate, Rate>()
  return days.map((day) => {
    const found = rows.find((row) => row.day <= day)
    if (!found) return null
    const rate = rates.get(found) ?? rateOf(found)
    rates.set(found, rate)
    return rate
  })
}

function rateOf({ currency, above, below, day: date, source }: FoundRate): Rate {
  const [one, other] = [
    required(decimalOf(above), 'rate as a decimal'),
    required(decimalOf(below), 'rate as a decimal'),
  ]
  return { currency, rate: ratio(one, other, rateDigits), date, source }
}

/** The currencies of a company's accounts, by name. */
export async function currenciesInUse({ db }: { db: Db }, { company }: Pick<Context, 'company'>): Promise<string[]> {
  const rows = await db
    .selectFrom('ad_accounts')
    .where('company_id', '=', company.id)
    .where(notifiesNobody)
    .select('currency')
    .distinct()
    .orderBy('currency')
    .execute()
  return rows.map(({ currency }) => currency)
}
