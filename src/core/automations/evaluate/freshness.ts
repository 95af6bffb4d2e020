import { required } from '../../../lookup.ts'
import type { DayRange } from '../../../platforms/contract/insights.ts'
import type { CheckAccount, Unreadable } from './calendar.ts'
import type { MetricFigure } from '../rule/compiled/figure.ts'
import { rangeIn, spanKey } from '../rule/compiled/span.ts'
import type { Span } from '../rule/compiled/span.ts'

export interface Freshness {
  /** When the least fresh of the newest days was read that figures rest on. */
  figuresAt: Date | null
  /** Accounts that lack days. */
  missing: Unreadable[]
}

interface OfAccount {
  readAt: Date | null
  missing: Unreadable | null
}

/** Says of rules how fresh their figures are. Rules that look at the same days are answered from the same work. */
export function createFreshness(): (accounts: readonly CheckAccount[], figures: readonly MetricFigure[]) => Freshness {
  const known = new Map<string, Map<number, OfAccount>>()
  return (accounts, figures) => {
    const spans = new Map(figures.map(({ span }) => [spanKey(span), span]))
    const name = [...spans.keys()].sort().join(' ')
    const same = known.get(name) ?? new Map<number, OfAccount>()
    known.set(name, same)
    let figuresAt: Date | null = null
    const missing: Unreadable[] = []
    for (const account of accounts) {
      const found = same.get(account.key) ?? freshnessOf(account, [...spans.values()])
      same.set(account.key, found)
      if (found.missing) missing.push(found.missing)
      if (found.readAt && (figuresAt === null || found.readAt < figuresAt)) figuresAt = found.readAt
    }
    return { figuresAt, missing }
  }
}

function freshnessOf(account: CheckAccount, spans: Span[]): OfAccount {
  const { today, historyFrom, recentFrom } = account
  const ranges = spans.map((span) => rangeIn(span, today, historyFrom)).filter((range) => range !== null)
  if (ranges.length === 0) return { readAt: null, missing: null }
  const lasts = ranges.map(({ to }) => to).sort()
  const last = required(lasts.at(-1), 'last day')
  const first = required(ranges.map(({ from }) => from).sort()[0], 'first day')
  const newestFrom = last < recentFrom ? last : recentFrom
  let readAt: Date | null = null
  for (const { day, at } of account.readAt) {
    const counts = day >= newestFrom && day >= first && day <= last
    if (counts && (readAt === null || at < readAt)) readAt = at
  }
  return { readAt, missing: missingOf(account, ranges) }
}

function missingOf({ accountId, read }: CheckAccount, ranges: DayRange[]): Unreadable | null {
  const lacking = ranges.find((range) => !read.some(({ from, to }) => from <= range.from && range.to <= to))
  if (!lacking) return null
  const reason = `Not every day from ${lacking.from} to ${lacking.to} was read: what is older than that is unknown.`
  return { accountId, reason }
}
