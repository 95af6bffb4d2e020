import type pg from 'pg'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import { daysOf } from '../../../days.ts'
import { required } from '../../../lookup.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { numberOf } from '../../currency/decimal.ts'
import type { AccountDeps } from '../../deps.ts'
import { needsRates, noRateOn, rateList, ratesInto, shownConversion } from '../../reports/query/conversion.ts'
import type { DailyRates } from '../../reports/query/conversion.ts'
import type { ReportAccount } from '../../reports/sync/types.ts'
import { metricFigures } from '../rule/compiled/compile.ts'
import type { CompiledRule } from '../rule/compiled/compile.ts'
import { rangeIn } from '../rule/compiled/span.ts'

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

/** The same with the rate of each day that the rule looked at: by them its numbers can be checked later, whatever rates become. */
export type KeptRates = ShownRates & { byDay: { currency: string; from: string; rates: (number | null)[] }[] }

export function keptRates(
  compiled: CompiledRule,
  rates: RuleRates,
  accounts: readonly { currency: string; today: string; historyFrom: string }[],
): KeptRates | null {
  const { currency } = compiled.rule
  const known = currency === undefined ? undefined : rates.get(currency)
  const shown = shownRates(compiled, rates)
  if (!known || !shown) return null
  const spans = metricFigures(compiled).flatMap(({ span, currency: to }) => (to === undefined ? [] : [span]))
  const byDay = [...Map.groupBy(accounts, (account) => account.currency)].flatMap(([from, own]) => {
    const ranges = own.flatMap(({ today, historyFrom }) =>
      spans.flatMap((span) => rangeIn(span, today, historyFrom) ?? []),
    )
    const list = known.rates.get(from)
    const days = daysOf(known.range).map((day, place) => ({ day, rate: list?.[place] ?? null }))
    const wanted = days.filter(({ day }) => ranges.some((range) => range.from <= day && day <= range.to))
    const [first] = wanted
    // Between spans of several accounts no day is left out: a rate has its place by its day.
    const last = wanted.at(-1)
    if (!list || !first || !last) return []
    const between = days.filter(({ day }) => first.day <= day && day <= last.day)
    return [{ currency: from, from: first.day, rates: between.map(({ rate }) => rate && numberOf(rate.rate)) }]
  })
  return { ...shown, byDay }
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
