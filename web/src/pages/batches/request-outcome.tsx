import type { Receipt } from '../../../../client/src/index.ts'
import { fieldInWords } from '../../data/client/page-words.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'

type Field = NonNullable<Receipt['fields']>[number]
type Flag = NonNullable<Receipt['enhancements']>[number]

const words: Record<Exclude<Field['outcome'], 'as_asked'>, [text: string, tone: Tone]> = {
  changed: ['changed', 'warn'],
  decided: ['decided elsewhere', 'warn'],
  unused: ['not used', 'calm'],
}

/** What became of the request, in its own words: what is not as it was asked, where clicks lead, and what the platform changes. */
export function RequestOutcome({ receipt: { fields, destinations = [], enhancements = [] } }: { receipt: Receipt }) {
  if (!fields) return null
  const others = fields.filter(({ outcome }) => outcome !== 'as_asked')
  const count = fields.length - others.length
  return (
    <div className="mb-3 flex flex-col gap-2 text-[13px]">
      {destinations.map(({ of, url, by }) => (
        <p key={of} className="break-words">
          {of === 'ad' ? 'A click leads to ' : `A click on card ${Number(of.split('.')[1]) + 1} leads to `}
          <b className="font-medium">{url ?? 'nowhere that is known'}</b>
          {by !== 'the ad' && `, as ${by} decides`}.
        </p>
      ))}
      <p className="text-muted">
        {count} of {fields.length} fields of the request are kept{others.length === 0 ? '.' : '; of the others:'}
      </p>
      {others.length > 0 && (
        <ul className="flex flex-col gap-1">
          {others.map((field) => (
            <Other key={field.field} field={field} />
          ))}
        </ul>
      )}
      <Flags flags={enhancements} />
    </div>
  )
}

function Other({ field: { field, outcome, asked, has, by, reason } }: { field: Field }) {
  if (outcome === 'as_asked') return null
  const [word, tone] = words[outcome]
  return (
    <li className="flex flex-wrap items-baseline gap-2">
      <Badge tone={tone}>{word}</Badge>
      <span>{fieldInWords(field)}</span>
      <span className="min-w-0 break-words text-muted">
        {[
          `asked: ${shown(asked)}`,
          ...(outcome === 'unused' ? [] : [`the ad has: ${shown(has)}`]),
          ...(by ? [`by ${by}`] : []),
          ...(reason ? [reason] : []),
        ].join(' · ')}
      </span>
    </li>
  )
}

function Flags({ flags }: { flags: readonly Flag[] }) {
  if (flags.length === 0) return null
  const on = flags.filter(({ stored }) => stored === 'on').map(({ name }) => name)
  const untold = flags.filter(({ stored }) => stored === null).length
  return (
    <p className="break-words">
      The platform’s own changes: {on.length === 0 ? 'none is on' : `on are ${on.join(', ')}`} of {flags.length}
      {untold > 0 && `; of ${untold} it tells nothing`}.
    </p>
  )
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
