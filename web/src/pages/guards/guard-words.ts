import type { GuardMode, SpendGuard, SpendGuardInput } from '../../../../client/src/index.ts'
import { money } from '../../ui/words/format.ts'
import { titleOf } from '../../data/platforms.ts'
import { t } from '../../languages/t.ts'

export type NameOf = (id: string) => string | undefined

/** What a guard covers, with its account by name and platform where both are known. */
export function scopeWords({ platform, accountId, campaignPattern }: Scope, accountName: NameOf): string {
  const name = accountId ? accountName(accountId) : undefined
  const parts = [
    platform && !name && titleOf(platform),
    accountId && (name ?? t('account {accountId}', { accountId })),
    campaignPattern && t('campaigns like {campaignPattern}', { campaignPattern }),
  ]
  return parts.filter(Boolean).join(', ') || t('whole company')
}

const isWhole = ({ platform, accountId, campaignPattern }: Scope) => !platform && !accountId && !campaignPattern

type Scope = Pick<SpendGuardInput, 'platform' | 'accountId' | 'campaignPattern'>

const outcomes: Record<GuardMode, string> = {
  refuse: t('Beyond that nothing is done'),
  ask: t('Beyond that a person is asked'),
  warn: t('Beyond that it is done all the same, and told'),
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
  const beyond = [outcomes[guard.mode], guard.mode === 'ask' && guard.fourEyes && t('somebody else than who asked')]
  const stops = guard.stop && t('when a cap is reached, what spends is paused')
  const facts = {
    lines: lines.join(' '),
    outcome: [beyond.filter(Boolean).join(', '), stops].filter(Boolean).join('; '),
  }
  if (!guard.by)
    return isWhole(guard)
      ? t('For the whole company: {lines} {outcome}.', facts)
      : t('For {where}: {lines} {outcome}.', { where, ...facts })
  const actor = names.actor(guard.by)
  return isWhole(guard)
    ? t('For {actor}, in the whole company: {lines} {outcome}.', { actor, ...facts })
    : t('For {actor}, in {where}: {lines} {outcome}.', { actor, where, ...facts })
}

/** What a guard holds back, a line each. */
export function guardWords(guard: SpendGuardInput): string[] {
  const amount = (value: number) => money(value, guard.currency)
  const lines: [number | null | undefined, (value: number) => string][] = [
    [guard.dailyCap, (value) => t('At most {amount} a day.', { amount: amount(value) })],
    [guard.monthlyCap, (value) => t('At most {amount} a month.', { amount: amount(value) })],
    [guard.largestBudget, (value) => t('No single budget above {amount}.', { amount: amount(value) })],
    [guard.largestRaise, (value) => t('No raise by more than {amount}.', { amount: amount(value) })],
    [guard.largestRaisePercent, (value) => t('No raise by more than {value} %.', { value })],
    [
      guard.largestBatch,
      (value) =>
        t({ one: 'At most {count} ad in one batch.', other: 'At most {count} ads in one batch.' }, { count: value }),
    ],
    [guard.notAfterHour, (value) => t('Nothing after {value}:00.', { value })],
  ]
  return lines.flatMap(([value, say]) =>
    value === null || value === undefined || Number.isNaN(value) ? [] : [say(value)],
  )
}

/** What its caps are compared with. */
export function basisWords({ by, basis }: SpendGuard): string {
  if (by !== null) return t('Counted: what its writes of today let run. Lowering gives nothing back before tomorrow.')
  if (basis === 'spend') return t('Counted: what was spent, and what our own writes of today let run.')
  return t('Counted: what was spent, and what everything that runs may still spend.')
}
