import type { SpendGuard } from '../../../../client/src/index.ts'
import { count, money } from '../../ui/format.ts'
import { titleOf } from '../../data/platforms.ts'

/** What a guard covers. */
export function scopeWords({ platform, accountId, campaignPattern }: SpendGuard): string {
  const parts = [
    platform && titleOf(platform),
    accountId && `account ${accountId}`,
    campaignPattern && `campaigns like ${campaignPattern}`,
  ]
  return parts.filter(Boolean).join(', ') || 'whole company'
}

/** What a guard holds back, a line each. */
export function guardWords(guard: SpendGuard): string[] {
  const amount = (value: number) => money(value, guard.currency)
  const lines: [number | null, (value: number) => string][] = [
    [guard.dailyCap, (value) => `At most ${amount(value)} a day.`],
    [guard.monthlyCap, (value) => `At most ${amount(value)} a month.`],
    [guard.largestBudget, (value) => `No single budget above ${amount(value)}.`],
    [guard.largestRaise, (value) => `No raise by more than ${amount(value)}.`],
    [guard.largestRaisePercent, (value) => `No raise by more than ${value} %.`],
    [guard.largestBatch, (value) => `At most ${count(value)} ads in one batch.`],
    [guard.notAfterHour, (value) => `Nothing after ${value}:00.`],
  ]
  return lines.flatMap(([value, say]) => (value === null ? [] : [say(value)]))
}

/** What its caps are compared with. */
export function basisWords({ by, basis }: SpendGuard): string {
  if (by !== null) return 'Counted: what its writes of today let run. Lowering gives nothing back before tomorrow.'
  if (basis === 'spend') return 'Counted: what was spent, and what our own writes of today let run.'
  return 'Counted: what was spent, and what everything that runs may still spend.'
}
