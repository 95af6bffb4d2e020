import type { BaseSum } from '../../reports/query/measures.ts'
import { sumColumns } from '../../reports/query/measures.ts'
import { addDays } from '../../reports/sync/windows.ts'
import type { CheckAccount } from './calendar.ts'
import type { Need, Needs } from './needs.ts'
import type { Source } from './source.ts'
import { daysIn } from './span.ts'

/** Where the sums lie, by ad and by which spans their days are in. */
export const partsTable = 'rule_parts'

/**
 * One pass over the days: sums by ad and by the set of spans that a day lies in, so that a row is added up once, however many
 * windows it is in. Days before the longest window are not read.
 */
export function partsStatement(source: Source, accounts: readonly CheckAccount[], needs: Needs): string | null {
  const sums = new Set([...needs.values()].flatMap((need) => [...need.sums]))
  if (sums.size === 0 || accounts.length === 0) return null
  // Accounts that have the same date are read with the same constants, which lets the database skip months.
  const byDate = Map.groupBy(accounts, ({ today }) => today)
  const selects = [...byDate].map(([today, group]) => selectFor(source, { today, group }, [...needs.values()], sums))
  return `CREATE TEMP TABLE ${partsTable} ON COMMIT DROP AS ${selects.join(' UNION ALL ')}`
}

function selectFor(
  source: Source,
  { today, group }: { today: string; group: CheckAccount[] },
  needs: Need[],
  sums: ReadonlySet<BaseSum>,
): string {
  const stretches = stretchesOf(today, needs)
  const [first] = stretches
  const last = stretches.at(-1)!
  const bounds = [
    `d.account_key = ANY ('{${group.map(({ key }) => key).join(',')}}'::bigint[])`,
    ...(first!.from === null ? [] : [`d.day >= '${first!.from}'`]),
    `d.day < '${last.before}'`,
  ]
  const columns = ['d.ad_key', 'max(d.adset_key) AS adset_key', 'max(d.campaign_key) AS campaign_key']
  const key = ['max(d.account_key) AS account_key', `${maskOf(stretches)} AS mask`]
  return `SELECT ${[...columns, ...key, ...sumColumns('days', sums)].join(', ')}
    FROM ${source.days} d WHERE ${bounds.join(' AND ')} GROUP BY d.ad_key, mask`
}

interface Stretch {
  /** null: from the beginning. */
  from: string | null
  before: string
  mask: bigint
}

/** Neighbouring days that lie in the same spans, oldest first. */
function stretchesOf(today: string, needs: Need[]): Stretch[] {
  const ranges = needs.map(({ span }, index) => {
    const { from, to } = daysIn(span, today)
    return { from, before: addDays(to, 1), bit: 1n << BigInt(index) }
  })
  const real = ranges.filter(({ from, before }) => from === null || from < before)
  const edges = [...new Set(real.flatMap(({ from, before }) => [from ?? '', before]))].sort()
  return edges.slice(0, -1).map((edge, index) => {
    const before = edges[index + 1]!
    const mask = real
      .filter((range) => (range.from ?? '') <= edge && before <= range.before)
      .reduce((bits, { bit }) => bits | bit, 0n)
    return { from: edge === '' ? null : edge, before, mask }
  })
}

function maskOf(stretches: Stretch[]): string {
  const whens = stretches.map(({ before, mask }) => `WHEN d.day < '${before}' THEN '${mask}'::bigint`)
  return `CASE ${whens.join(' ')} END`
}

/** Which parts a span is made of. */
export function inSpan(needs: Needs, key: string): string {
  const place = [...needs.keys()].indexOf(key)
  return `(p.mask & '${1n << BigInt(place)}'::bigint) <> 0`
}
