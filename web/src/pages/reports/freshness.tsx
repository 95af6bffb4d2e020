import type { ReactNode } from 'react'
import type { ReportMetadata } from '../../../../client/src/index.ts'
import { metricTitle } from '../../data/metric-title.ts'
import { ago, moment, wholeDay } from '../../ui/words/format.ts'
import { titleOf } from '../../data/platforms.ts'
import { rich } from '../../languages/rich.ts'
import { Said } from '../../ui/words/said.tsx'
import { t } from '../../languages/t.ts'

const daysInWords = ({ from, to }: Days) =>
  from === to ? wholeDay(from) : t('{from} to {to}', { from: wholeDay(from), to: wholeDay(to) })

interface Days {
  from: string
  to: string
}

/** As of when the figures are, and what is not in them. */
export function Freshness({ metadata }: { metadata: Partial<ReportMetadata> }) {
  const { freshAt, timeZone, missing = [], excluded = [], notes = [], attribution, source } = metadata
  const gaps = [
    ...missing.map(({ accountId, platform, reason: why, days, metrics }) => {
      const reason = <Said>{why}</Said>
      const who = accountId ?? titleOf(platform)
      const when = days.map(daysInWords).join(', ')
      return metrics
        ? rich('{metrics} of {who}, {when}: {reason}', {
            metrics: metrics.map(metricTitle).join(', '),
            who,
            when,
            reason,
          })
        : because(`${who}, ${when}`, reason)
    }),
    ...excluded.map(({ accountId, reason }) => because(accountId, <Said>{reason}</Said>)),
  ]
  const asOf = freshAt
    ? t('As of {freshAt} ({freshAt2})', { freshAt: moment(freshAt), freshAt2: ago(freshAt) })
    : source === 'platform'
      ? t('Asked just now')
      : null
  const zone =
    timeZone === 'mixed'
      ? t('days in the zone of each account')
      : timeZone
        ? t('days in {timeZone}', { timeZone })
        : null
  return (
    <div className="flex flex-col gap-2 text-[13px] text-muted">
      <p>
        {t('{value}. Today’s figures still grow.', {
          value: [asOf ?? t('Nothing has been read yet'), zone].filter(Boolean).join(', '),
        })}
      </p>
      {attribution && (
        <details>
          <summary className="cursor-pointer">{t('How conversions are counted')}</summary>
          <p lang="en" className="mt-1">
            {attribution}
          </p>
        </details>
      )}
      {notes.map((note) => (
        <p key={note} lang="en">
          {note}
        </p>
      ))}
      {gaps.length > 0 && (
        <details className="rounded-md border border-warn bg-warn-soft p-2 text-warn">
          <summary className="cursor-pointer font-medium">
            {t(
              {
                one: 'Incomplete: one part is missing from these figures',
                other: 'Incomplete: {count} parts are missing from these figures',
              },
              { count: gaps.length },
            )}
          </summary>
          <ul className="mt-1 list-disc pl-5">
            {gaps.map((gap, place) => (
              <li key={place}>{gap}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const because = (what: string, reason: ReactNode) => (
  <>
    {what}: {reason}
  </>
)
