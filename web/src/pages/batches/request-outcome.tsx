import type { Receipt } from '../../../../client/src/index.ts'
import { FieldName } from '../../ui/words/names.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/t.ts'

type Field = NonNullable<Receipt['fields']>[number]
type Flag = NonNullable<Receipt['enhancements']>[number]

const words: Record<Exclude<Field['outcome'], 'as_asked'>, [text: string, tone: Tone]> = {
  changed: [t('changed'), 'warn'],
  decided: [t('decided elsewhere'), 'warn'],
  unused: [t('not used'), 'calm'],
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
          <Leads {...{ of, url, by }} />
        </p>
      ))}
      <p className="text-muted">
        {others.length === 0
          ? t('{count} of {fields} fields of the request are kept.', { count, fields: fields.length })
          : t('{count} of {fields} fields of the request are kept; of the others:', { count, fields: fields.length })}
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

/** Where a click leads: on the ad, or on a card of it; and who says so, where the ad does not. */
function Leads({ of, url, by }: { of: string; url: string | null; by: string }) {
  const place = <Place url={url} />
  const card = Number(of.split('.')[1]) + 1
  const isOwn = by === 'the ad'
  if (of === 'ad')
    return isOwn
      ? rich('A click leads to {place}.', { place })
      : rich('A click leads to {place}, as {by} decides.', { place, by })
  return isOwn
    ? rich('A click on card {card} leads to {place}.', { card, place })
    : rich('A click on card {card} leads to {place}, as {by} decides.', { card, place, by })
}

const Place = ({ url }: { url: string | null }) => <b className="font-medium">{url ?? t('nowhere that is known')}</b>

function Other({ field: { field, outcome, asked, has, by, reason } }: { field: Field }) {
  if (outcome === 'as_asked') return null
  const [word, tone] = words[outcome]
  return (
    <li className="flex flex-wrap items-baseline gap-2">
      <Badge tone={tone}>{word}</Badge>
      <span>
        <FieldName of={field} />
      </span>
      <span className="min-w-0 break-words text-muted">
        {[
          t('asked: {asked}', { asked: shown(asked) }),
          ...(outcome === 'unused' ? [] : [t('the ad has: {has}', { has: shown(has) })]),
          ...(by ? [t('by {by}', { by })] : []),
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
      {on.length === 0
        ? t('The platform’s own changes: none is on of {flags}.', { flags: flags.length })
        : t('The platform’s own changes: on are {on} of {flags}.', { on: on.join(', '), flags: flags.length })}{' '}
      {untold > 0 ? t('Of {untold} it tells nothing.', { untold }) : null}
    </p>
  )
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return t('nothing')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
