import type pg from 'pg'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import { daysOf } from '../../../days.ts'
import { required } from '../../../lookup.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { AccountDeps } from '../../deps.ts'
import { needsRates, noRateOn, rateList, ratesInto, shownConversion } from '../../reports/query/conversion.ts'
import type { DailyRates } from '../../reports/query/conversion.ts'
import type { ReportAccount } from '../../reports/sync/types.ts'
import type { CompiledRule } from '../rule/compiled/compile.ts'

/** What other currencies are worth, by the one that a rule is in. */
export type RuleRates = ReadonlyMap<string, DailyRates>

export const noRates = (): RuleRates => new Map()

/** By which rates amounts were told in one currency. */
export type ShownRates = ReturnType<typeof shownConversion>

/** For each currency that rules are in, what those of the accounts are worth in it on every day of a range. */
export async function ratesFor(
  deps: AccountDeps,
  company: CompanyRef,
  rules: readonly Pick<CompiledRule, 'rule'>[],
  { accounts, range }: { accounts: readonly Pick<ReportAccount, 'currency'>[]; range: DayRange },
): Promise<RuleRates> {
  const wanted = new Set(rules.flatMap(({ rule }) => rule.currency ?? []))
  const from = accounts.map(({ currency }) => currency)
  const found = new Map<string, DailyRates>()
  for (const currency of wanted) {
    found.set(currency, required(await ratesInto(deps, company, from, { currency, range }), 'rates'))
  }
  return found
}

/** The first day that was read of any of them; null: none was. */
export async function firstDayOf(pool: Pick<pg.Pool, 'query'>, accountKeys: number[]): Promise<string | null> {
  const { rows } = await pool.query<{ first: string | null }>(
    'SELECT min(day)::text AS first FROM report_days WHERE account_key = ANY ($1::bigint[])',
    [accountKeys],
  )
  return rows[0]?.first ?? null
}

/** What an amount of a day is multiplied by, in SQL; null: by nothing. Before the first rate it is null there. */
export function rateSql(rates: RuleRates, to: string, { currency, day, within }: RatedDays): string | null {
  if (currency === to) return null
  const known = required(rates.get(to), 'rates')
  const part = within ? partOf(known.range, within) : known.range
  return `('${rateList(known, currency, part)}'::float8[])[${day} - date '${part.from}' + 1]`
}

interface RatedDays {
  /** What the amounts are in. */
  currency: string
  /** The column of the day. */
  day: string
  /** Between which days all of them lie; absent: nobody knows. */
  within?: { from: string | null; to: string }
}

function partOf(all: DayRange, { from, to }: { from: string | null; to: string }): DayRange {
  const first = from === null || from < all.from ? all.from : from
  return { from: first, to: to < first ? first : to }
}

/** null: the rule tells amounts in the currency of each account. */
export function shownRates({ rule }: Pick<CompiledRule, 'rule'>, rates: RuleRates): ShownRates | null {
  const known = rule.currency === undefined ? undefined : rates.get(rule.currency)
  return known ? shownConversion(known) : null
}

/** Why amounts of an account are unknown in the currency of a rule, from a day on; null: none is. */
export function whyUnknown(
  { rule }: Pick<CompiledRule, 'rule'>,
  rates: RuleRates,
  { currency, from }: { currency: string; from: string },
): string | null {
  const known = rule.currency === undefined ? undefined : rates.get(rule.currency)
  if (!known || !needsRates(known) || currency === known.to) return null
  const lacking = daysOf(known.range).filter((day, place) => day >= from && known.rates.get(currency)?.[place] === null)
  const last = lacking.at(-1)
  return last === undefined ? null : noRateOn(last, currency, known.to)
}
