import type { Creative } from '../../../../client/src/index.ts'
import { useAccounts } from '../../data/accounts.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { decimals, money } from '../../ui/words/format.ts'
import { stateWords } from './query.ts'

const tones: Record<Creative['states'][number], Tone> = { new: 'busy', winner: 'good', scaled: 'good', tired: 'warn' }

/** What is said of a creative, each with the numbers behind it. */
export function States({ creative }: { creative: Creative }) {
  const accounts = useAccounts().data ?? []
  if (creative.states.length === 0) return null
  const accountOf = (id: string) => accounts.find((account) => account.id === id)
  return (
    <ul aria-label="States" className="flex flex-col gap-1 text-[13px]">
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
    return `first spend on ${new Date(firstDay).toLocaleDateString(undefined, { timeZone: 'UTC', dateStyle: 'medium' })}`
  if (state === 'scaled') {
    const { lastWeekUsd, weekBeforeUsd } = evidence
    return `${money(lastWeekUsd, 'USD')} in 7 days, ${money(weekBeforeUsd, 'USD')} in the 7 before`
  }
  if (state === 'winner') {
    const { winner } = evidence
    if (!winner) return ''
    const account = accountOf(winner.accountId)
    const median = money(winner.medianSpend, account?.currency)
    const where = account ? ` in ${account.name}` : ''
    return `${money(winner.spend, account?.currency)}${where}: ${decimals(winner.times, 1)} times the median of ${median}`
  }
  return tiredBecause(evidence)
}

function tiredBecause(evidence: Creative['evidence']): string {
  const { clickRate, usualClickRate, hookRate, usualHookRate, frequency, frequencyBefore } = evidence
  const fell = [fellBy('clicks', clickRate, usualClickRate), fellBy('3-second plays', hookRate, usualHookRate)].filter(
    Boolean,
  )
  const seen =
    frequency === null || frequencyBefore === null
      ? ''
      : `; seen ${decimals(frequency, 1)} times a week, ${decimals(frequencyBefore, 1)} before`
  return `${fell.join(', ')}${seen}`
}

function fellBy(what: string, now: number | null, before: number | null): string | null {
  if (now === null || before === null || now >= before) return null
  return `${what} ${decimals(now, 2)} per hundred, ${decimals(before, 2)} before`
}
