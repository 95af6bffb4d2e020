import type { ApprovalSummary } from '../../../../client/src/index.ts'
import { count, money } from '../../ui/words/format.ts'
import { t } from '../../languages/t.ts'

/** What somebody who has ten seconds reads: how many ads, how many go live, where, and how much more a day. */
export function Facts({ summary }: { summary: ApprovalSummary }) {
  const { accounts, adCount, activeCount, changes } = summary
  const perDay = perDayOf(summary)
  const facts: [name: string, value: string][] = [
    ...(adCount > 0
      ? ([
          [t('Ads'), count(adCount)],
          [t('Live at once'), count(activeCount)],
        ] as [string, string][])
      : []),
    ...(changes.length > 1 ? [[t('Changes'), count(changes.length)] as [string, string]] : []),
    [t('Ad accounts'), count(accounts.length)],
    ...(perDay === null ? [] : [[t('More a day, at most'), perDay] as [string, string]]),
  ]
  return (
    <dl aria-label={t('At a glance')} className="mb-3 flex flex-wrap gap-x-8 gap-y-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-[13px] text-muted">{name}</dt>
          <dd className="text-lg font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** In the company's currency where it has one; else an amount for each currency: they are never added up. null: nobody told. */
function perDayOf({ goesLive }: ApprovalSummary): string | null {
  if (!goesLive) return null
  const { currency, addsPerDay, accounts } = goesLive
  if (currency !== null && addsPerDay !== null) return shown(addsPerDay, currency)
  const all = Map.groupBy(accounts, (account) => account.currency)
  const sums = [...all].map(([each, some]) => {
    const amounts = some.map((account) => account.addsPerDay.amount)
    const isKnown = (amount: number | 'unknown') => amount !== 'unknown'
    return shown(amounts.every(isKnown) ? amounts.reduce((sum, amount) => sum + amount, 0) : 'unknown', each)
  })
  return sums.length === 0 ? null : sums.join(' + ')
}

const shown = (amount: number | 'unknown', currency: string) =>
  amount === 'unknown' ? t('not known') : money(amount, currency)
