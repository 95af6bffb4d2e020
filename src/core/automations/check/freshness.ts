import type { CheckAccount, Unreadable } from './calendar.ts'
import type { MetricFigure } from './figure.ts'
import { rangeIn } from './span.ts'

/** When the least fresh of the newest days was read that figures rest on, and which accounts lack days. */
export function freshnessOf(
  accounts: readonly CheckAccount[],
  figures: readonly MetricFigure[],
): { figuresAt: Date | null; missing: Unreadable[] } {
  let figuresAt: Date | null = null
  const missing: Unreadable[] = []
  for (const account of accounts) {
    const ranges = figures
      .map(({ span }) => rangeIn(span, account.today, account.historyFrom))
      .filter((range) => range !== null)
    if (ranges.length === 0) continue
    const lacking = ranges.find((range) => !account.read.some(({ from, to }) => from <= range.from && range.to <= to))
    if (lacking) {
      const reason = `Not every day from ${lacking.from} to ${lacking.to} was read: what is older than that is unknown.`
      missing.push({ accountId: account.accountId, reason })
    }
    const last = ranges
      .map(({ to }) => to)
      .sort()
      .at(-1)!
    const newestFrom = last < account.recentFrom ? last : account.recentFrom
    const first = ranges.map(({ from }) => from).sort()[0]!
    for (const { day, at } of account.readAt) {
      const counts = day >= newestFrom && day >= first && day <= last
      if (counts && (figuresAt === null || at < figuresAt)) figuresAt = at
    }
  }
  return { figuresAt, missing }
}
