import type { ReportMetadata } from '../../../../client/src/index.ts'
import { ago, moment } from '../../ui/words/format.ts'
import { titleOf } from '../../data/platforms.ts'

/** As of when the figures are, and what is not in them. */
export function Freshness({ metadata }: { metadata: Partial<ReportMetadata> }) {
  const { freshAt, timeZone, missing = [], excluded = [], notes = [], attribution, source } = metadata
  const gaps = [
    ...missing.map(({ accountId, platform, reason, days, metrics }) => {
      const what = metrics ? `${metrics.join(', ')} of ` : ''
      const when = days.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join(', ')
      return `${what}${accountId ?? titleOf(platform)}, ${when}: ${reason}`
    }),
    ...excluded.map(({ accountId, reason }) => `${accountId}: ${reason}`),
  ]
  const asOf = freshAt ? `As of ${moment(freshAt)} (${ago(freshAt)})` : source === 'platform' ? 'Asked just now' : null
  const zone = timeZone === 'mixed' ? 'days in the zone of each account' : timeZone ? `days in ${timeZone}` : null
  return (
    <div className="flex flex-col gap-2 text-[13px] text-muted">
      <p>{[asOf ?? 'Nothing has been read yet', zone].filter(Boolean).join(', ')}. Today’s figures still grow.</p>
      {attribution && (
        <details>
          <summary className="cursor-pointer">How conversions are counted</summary>
          <p className="mt-1">{attribution}</p>
        </details>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {gaps.length > 0 && (
        <details className="rounded-md border border-warn bg-warn-soft p-2 text-warn">
          <summary className="cursor-pointer font-medium">
            Incomplete: {gaps.length === 1 ? 'one part is' : `${gaps.length} parts are`} missing from these figures
          </summary>
          <ul className="mt-1 list-disc pl-5">
            {gaps.map((gap) => (
              <li key={gap}>{gap}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
