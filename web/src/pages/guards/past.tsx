import type { GuardLimit, GuardMode, GuardOverPast, HeldPastWrite, SpendGuard } from '../../../../client/src/index.ts'
import { titleOf } from '../../data/platforms.ts'
import { t } from '../../languages/t.ts'
import { count, decimals, moment, money } from '../../ui/words/format.ts'

/** What a guard that is being made would have said to what was done lately, with the newest by name. */
export function Past({ guard, past }: { guard: SpendGuard; past: GuardOverPast }) {
  const { looked, held, limits, newest } = past
  const isCut = Date.parse(past.since) > Date.now() - (past.days - 0.5) * 86_400_000
  return (
    <section aria-label={t('The last {days} days', { days: past.days })} className="flex flex-col gap-1 text-[13px]">
      <p className="font-medium">{sumWords(guard.mode, past)}</p>
      {limits.length > 1 && (
        <p>{limits.map(({ limit, count: many }) => `${limitNames[limit]}: ${count(many)}`).join(' · ')}</p>
      )}
      {newest.length > 0 && (
        <ul className="flex flex-col gap-1">
          {newest.map((one) => (
            <li key={`${one.at} ${one.limit}`} className="wrap-anywhere">
              <span className="font-medium">{one.name ?? t('Something without a name')}</span>{' '}
              {valueWords(one, guard.currency)}
              <span className="block text-muted">
                {t('{account} · {platform}, {by}, {time}', {
                  account: one.accountName,
                  platform: titleOf(one.platform),
                  by: one.by,
                  time: moment(one.at),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {held > newest.length && (
        <p className="text-muted">
          {t({ one: 'and {count} more', other: 'and {count} more' }, { count: held - newest.length })}
        </p>
      )}
      {isCut && looked > 0 && (
        <p className="text-muted">
          {t('So many were made that only those since {time} were looked at.', { time: moment(past.since) })}
        </p>
      )}
    </section>
  )
}

const verdicts: Record<GuardMode, (numbers: { held: string; count: number }) => string> = {
  refuse: (numbers) =>
    t(
      {
        one: 'Of the one write of the last 7 days that it covers, it would have refused {held}.',
        other: 'Of the {count} writes of the last 7 days that it covers, it would have refused {held}.',
      },
      numbers,
    ),
  ask: (numbers) =>
    t(
      {
        one: 'Of the one write of the last 7 days that it covers, it would have asked a person about {held}.',
        other: 'Of the {count} writes of the last 7 days that it covers, it would have asked a person about {held}.',
      },
      numbers,
    ),
  warn: (numbers) =>
    t(
      {
        one: 'Of the one write of the last 7 days that it covers, it would have warned of {held}.',
        other: 'Of the {count} writes of the last 7 days that it covers, it would have warned of {held}.',
      },
      numbers,
    ),
}

function sumWords(mode: GuardMode, { looked, held }: GuardOverPast): string {
  if (looked === 0) return t('In the last 7 days there was no write that it covers.')
  if (held === 0)
    return t(
      {
        one: 'The one write of the last 7 days that it covers keeps to its limits.',
        other: 'All {count} writes of the last 7 days that it covers keep to its limits.',
      },
      { count: looked },
    )
  return verdicts[mode]({ held: count(held), count: looked })
}

const limitNames: Record<GuardLimit, string> = {
  dailyCap: t('Daily cap'),
  monthlyCap: t('Monthly cap'),
  largestBudget: t('Largest single budget'),
  largestRaise: t('Largest raise (amount)'),
  largestRaisePercent: t('Largest raise (percent)'),
  largestBatch: t('Largest batch (ads)'),
  notAfterHour: t('Nothing after (hour, 0 to 23)'),
}

/** What of it goes beyond the limit. */
function valueWords({ limit, value }: HeldPastWrite, currency: string): string {
  if (value === 'unknown')
    return limit === 'largestRaisePercent' ? t('got its first budget') : t('by how much nobody can tell')
  if (limit === 'largestBudget') return t('got a budget of {amount}', { amount: money(value, currency) })
  if (limit === 'largestRaise') return t('was raised by {amount}', { amount: money(value, currency) })
  if (limit === 'largestRaisePercent')
    return t('was raised by {value} %', { value: decimals(value, value % 1 === 0 ? 0 : 1) })
  if (limit === 'largestBatch') return t('and others: {count} at once', { count: count(value) })
  return t('was begun in the hour from {value}:00 on', { value })
}
