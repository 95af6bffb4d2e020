import { count, money } from '../words/format.ts'
import { t } from '../../languages/t.ts'

interface Held {
  limit?: string
  /** What was spent, or what else the limit is compared with. */
  spend?: number | 'unknown'
  /** Of a cap: what runs may still spend besides, and what is left. */
  running?: number | 'unknown'
  left?: number | 'unknown'
  adds?: number | 'unknown'
  cap?: number
  currency?: string
}

const caps = ['dailyCap', 'monthlyCap']
const inMoney = [...caps, 'largestBudget', 'largestRaise']

/** What a guard held against its limit: only its caps are about what was spent. */
export function GuardFigures({ limit = '', spend, running, left, adds, cap, currency }: Held) {
  const show = (value: number | 'unknown' | undefined) => {
    if (value === 'unknown' || value === undefined) return t('unknown')
    if (inMoney.includes(limit)) return money(value, currency)
    if (limit === 'largestRaisePercent') return `${value} %`
    return limit === 'notAfterHour' ? `${value}:00` : count(value)
  }
  const rows = caps.includes(limit)
    ? [
        [t('Spent so far'), show(spend)],
        ...(running === undefined ? [] : [[t('May still be spent'), show(running)]]),
        ...(left === undefined ? [] : [[t('Left##of a cap'), show(left)]]),
        [t('This adds'), show(adds)],
      ]
    : [[limit === 'notAfterHour' ? t('It is') : t('This is'), show(spend)]]
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {[...rows, [limit === 'notAfterHour' ? t('The guard allows until') : t('The guard allows'), show(cap)]].map(
        ([name, value]) => (
          <div key={name} className="flex gap-2">
            <dt>{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
