import { count, moment, wholeDay } from './format.ts'
import { FieldName } from './names.tsx'
import { t } from '../../languages/t.ts'

const maxShown = 200

/** What a call brought or made, as a list of names and values that people read. */
export function Values({ label, value }: { label: string; value: unknown }) {
  const all = leavesOf(value, [])
  const shown = all.slice(0, maxShown)
  if (all.length === 0) return <p className="text-muted">{t('Nothing.')}</p>
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-72 overflow-auto rounded bg-raised p-3 text-[13px]"
    >
      <dl className="grid grid-cols-[minmax(8rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1">
        {shown.map(({ path, text }) => (
          <div key={path} className="contents">
            <dt className="text-muted">{path === '' ? label : <FieldName of={path} />}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
      {all.length > shown.length && (
        <p className="pt-2 text-muted">{t('And {all} more.', { all: count(all.length - shown.length) })}</p>
      )}
    </div>
  )
}

interface Leaf {
  path: string
  text: string
}

function leavesOf(value: unknown, path: readonly string[]): Leaf[] {
  const leaf = (text: string) => [{ path: path.join('.'), text }]
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null))
    return leaf(value.length === 0 ? t('none') : value.map(textOf).join(', '))
  if (typeof value !== 'object' || value === null) return leaf(textOf(value))
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, [...path, name]))
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value !== 'string') return JSON.stringify(value)
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return moment(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) ? wholeDay(value) : value
}
