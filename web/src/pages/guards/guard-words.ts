import type { GuardMode, SpendGuard, SpendGuardInput } from '../../../../client/src/index.ts'
import { count, money } from '../../ui/words/format.ts'
import { titleOf } from '../../data/platforms.ts'

export type NameOf = (id: string) => string | undefined

/** What a guard covers, with its account by name and platform where both are known. */
export function scopeWords({ platform, accountId, campaignPattern }: Scope, accountName: NameOf): string {
  const name = accountId ? accountName(accountId) : undefined
  const parts = [
    platform && !name && titleOf(platform),
    accountId && (name ?? `account ${accountId}`),
    campaignPattern && `campaigns like ${campaignPattern}`,
  ]
  return parts.filter(Boolean).join(', ') || 'whole company'
}

type Scope = Pick<SpendGuardInput, 'platform' | 'accountId' | 'campaignPattern'>

const outcomes: Record<GuardMode, string> = {
  refuse: 'Beyond that nothing is done',
  ask: 'Beyond that a person is asked',
  warn: 'Beyond that it is done all the same, and told',
}

interface Names {
  account: NameOf
  actor: (by: string) => string
}

/** The whole guard as somebody would say it; null: it has no limit yet. */
export function guardSentence(guard: SpendGuardInput, names: Names): string | null {
  const lines = guardWords(guard)
  if (lines.length === 0) return null
  const where = scopeWords(guard, names.account)
  const whose = guard.by ? `${names.actor(guard.by)}, in ` : ''
  const outcome = [
    outcomes[guard.mode],
    ...(guard.mode === 'ask' && guard.fourEyes ? [', somebody else than who asked'] : []),
    ...(guard.stop ? ['; when a cap is reached, what spends is paused'] : []),
  ].join('')
  return `For ${whose}${where === 'whole company' ? 'the whole company' : where}: ${lines.join(' ')} ${outcome}.`
}

/** What a guard holds back, a line each. */
export function guardWords(guard: SpendGuardInput): string[] {
  const amount = (value: number) => money(value, guard.currency)
  const lines: [number | null | undefined, (value: number) => string][] = [
    [guard.dailyCap, (value) => `At most ${amount(value)} a day.`],
    [guard.monthlyCap, (value) => `At most ${amount(value)} a month.`],
    [guard.largestBudget, (value) => `No single budget above ${amount(value)}.`],
    [guard.largestRaise, (value) => `No raise by more than ${amount(value)}.`],
    [guard.largestRaisePercent, (value) => `No raise by more than ${value} %.`],
    [guard.largestBatch, (value) => `At most ${count(value)} ads in one batch.`],
    [guard.notAfterHour, (value) => `Nothing after ${value}:00.`],
  ]
  return lines.flatMap(([value, say]) =>
    value === null || value === undefined || Number.isNaN(value) ? [] : [say(value)],
  )
}

/** What its caps are compared with. */
export function basisWords({ by, basis }: SpendGuard): string {
  if (by !== null) return 'Counted: what its writes of today let run. Lowering gives nothing back before tomorrow.'
  if (basis === 'spend') return 'Counted: what was spent, and what our own writes of today let run.'
  return 'Counted: what was spent, and what everything that runs may still spend.'
}
