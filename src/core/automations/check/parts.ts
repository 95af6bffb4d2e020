import type { BaseSum } from '../../reports/query/measures.ts'
import { addDays } from '../../reports/sync/windows.ts'
import type { CheckAccount } from './calendar.ts'
import type { Need, Needs } from './needs.ts'
import type { Source } from './source.ts'
import { daysIn } from './span.ts'

/**
 * Over the rows `d` of the daily table. Whole numbers as floats: they are exact up to nine thousand million units of money, and are
 * added up several times faster. NaN carries along that something is unknown.
 */
const sumsOfDays: Record<BaseSum, string> = {
  spend: 'sum(d.spend_micros::float8)',
  impressions: 'sum(d.impressions::float8)',
  clicks: 'sum(d.clicks::float8)',
  conversions: `sum(coalesce(d.conversions, 'NaN'))`,
  value: `sum(coalesce(d.conversion_value_micros::float8, 'NaN'))`,
  results: `sum(coalesce(d.results, 'NaN'))`,
}

/** Where the sums lie, by ad and by which spans their days are in. */
export const partsTable = 'rule_parts'

/**
 * One pass over the days: sums by ad and by the set of spans that a day lies in, so that a row is added up once, however many
 * windows it is in. Days before the longest window are not read. Stretch by stretch, because the database then expects as many
 * groups as there are ads, and shares the work among processes.
 */
export function partsSql(
  source: Source,
  accounts: readonly CheckAccount[],
  needs: Needs,
  { withParents }: { withParents: boolean },
): string | null {
  const sums = new Set([...needs.values()].flatMap((need) => [...need.sums]))
  if (sums.size === 0 || accounts.length === 0) return null
  const added = [...sums].map((sum) => `${sumsOfDays[sum]} AS ${sum}`)
  const parents = withParents ? ['max(d.adset_key) AS adset_key', 'max(d.campaign_key) AS campaign_key'] : []
  // Accounts that have the same date are read with the same constants, which lets the database skip months.
  const byDate = Map.groupBy(accounts, ({ today }) => today)
  const selects = [...byDate].flatMap(([today, group]) => {
    const ofAccounts = `d.account_key = ANY ('{${group.map(({ key }) => key).join(',')}}'::bigint[])`
    return stretchesOf(today, [...needs.values()]).map(({ from, before, mask }) => {
      const columns = ['d.ad_key', ...parents, `'${mask}'::bigint AS mask`, ...added]
      const bounds = [ofAccounts, ...(from === null ? [] : [`d.day >= '${from}'`]), `d.day < '${before}'`]
      return `SELECT ${columns.join(', ')} FROM ${source.days} d WHERE ${bounds.join(' AND ')} GROUP BY d.ad_key`
    })
  })
  return selects.join(' UNION ALL ')
}

interface Stretch {
  /** null: from the beginning. */
  from: string | null
  before: string
  mask: bigint
}

/** Neighbouring days that lie in the same spans, oldest first; days that lie in none are left out. */
function stretchesOf(today: string, needs: Need[]): Stretch[] {
  const ranges = needs.map(({ span }, index) => {
    const { from, to } = daysIn(span, today)
    return { from, before: addDays(to, 1), bit: 1n << BigInt(index) }
  })
  const real = ranges.filter(({ from, before }) => from === null || from < before)
  const edges = [...new Set(real.flatMap(({ from, before }) => [from ?? '', before]))].sort()
  const stretches = edges.slice(0, -1).map((edge, index) => {
    const before = edges[index + 1]!
    const mask = real
      .filter((range) => (range.from ?? '') <= edge && before <= range.before)
      .reduce((bits, { bit }) => bits | bit, 0n)
    return { from: edge === '' ? null : edge, before, mask }
  })
  return stretches.filter(({ mask }) => mask !== 0n)
}

/** Which parts a span is made of. */
export function inSpan(needs: Needs, key: string): string {
  const place = [...needs.keys()].indexOf(key)
  return `(p.mask & '${1n << BigInt(place)}'::bigint) <> 0`
}
