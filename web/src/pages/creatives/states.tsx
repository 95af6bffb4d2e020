import type { Creative } from '../../../../client/src/index.ts'
import { useAccounts } from '../../data/accounts.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { decimals, money } from '../../ui/words/format.ts'
import { locale } from '../../ui/words/locale.ts'
import { stateWords } from './query.ts'
import { t } from '../../languages/t.ts'

const tones: Record<Creative['states'][number], Tone> = { new: 'busy', winner: 'good', scaled: 'good', tired: 'warn' }

/** What is said of a creative, each with the numbers behind it. */
export function States({ creative }: { creative: Creative }) {
  const accounts = useAccounts().data ?? []
  if (creative.states.length === 0) return null
  const accountOf = (id: string) => accounts.find((account) => account.id === id)
  return (
    <ul aria-label={t('States')} className="flex flex-col gap-1 text-[13px]">
      {creative.states.map((state) => (
        <li key={state} className="flex items-start gap-1.5">
          <Badge tone={tones[state]}>{stateWords[state]}</Badge>
          <span>{whyOf(creative, state, accountOf)}</span>
        </li>
      ))}
    </ul>
  )
}

type AccountOf = (id: string) => { name: string; currency: string } | undefined

function whyOf({ evidence, firstDay }: Creative, state: Creative['states'][number], accountOf: AccountOf): string {
  if (state === 'new')
    return t('first spend on {value}', {
      value: new Date(firstDay).toLocaleDateString(locale, { timeZone: 'UTC', dateStyle: 'medium' }),
    })
  if (state === 'scaled') {
    const { lastWeekUsd, weekBeforeUsd } = evidence
    return t('{lastWeekUsd} in 7 days, {weekBeforeUsd} in the 7 before', {
      lastWeekUsd: money(lastWeekUsd, 'USD'),
      weekBeforeUsd: money(weekBeforeUsd, 'USD'),
    })
  }
  if (state === 'winner') {
    const { winner } = evidence
    if (!winner) return ''
    const account = accountOf(winner.accountId)
    const median = money(winner.medianSpend, account?.currency)
    const facts = { spend: money(winner.spend, account?.currency), times: decimals(winner.times, 1), median }
    return account
      ? t('{spend} in {name}: {times} times the median of {median}', { ...facts, name: account.name })
      : t('{spend}: {times} times the median of {median}', facts)
  }
  return tiredBecause(evidence)
}

function tiredBecause(evidence: Creative['evidence']): string {
  const { clickRate, usualClickRate, hookRate, usualHookRate, frequency, frequencyBefore } = evidence
  const fell = [
    fellBy(t('clicks'), clickRate, usualClickRate),
    fellBy(t('3-second plays'), hookRate, usualHookRate),
  ].filter(Boolean)
  const seen =
    frequency === null || frequencyBefore === null
      ? ''
      : t('seen {frequency} times a week, {frequencyBefore} before', {
          frequency: decimals(frequency, 1),
          frequencyBefore: decimals(frequencyBefore, 1),
        })
  return [fell.join(', '), seen].filter(Boolean).join('; ')
}

function fellBy(what: string, now: number | null, before: number | null): string | null {
  if (now === null || before === null || now >= before) return null
  return t('{what} {now} per hundred, {before} before', { what, now: decimals(now, 2), before: decimals(before, 2) })
}
