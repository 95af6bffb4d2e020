import type { Receipt } from '../../../../client/src/index.ts'
import { FieldName } from '../../ui/words/names.tsx'
import { cx } from '../../ui/classes.ts'
import { t } from '../../languages/t.ts'

interface Line {
  field: string
  /** Further fields with the very same against them. */
  also: string[]
  asked: string
  stored: string
  differs: boolean
  reason?: string
}

/** Asked and stored side by side, what differs first and marked. */
export function Compared({ receipt }: { receipt: Receipt }) {
  const lines = linesOf(receipt)
  return (
    <div
      className="overflow-x-auto"
      tabIndex={0}
      role="region"
      aria-label={t('Asked and stored of {adName}', { adName: receipt.adName })}
    >
      <table className="w-full table-fixed border-collapse text-[13px]">
        <thead>
          <tr className="border-b text-left text-muted">
            <th scope="col" className="w-48 py-1 pr-3 font-medium max-md:w-28">
              {t('Field')}
            </th>
            <th scope="col" className="py-1 pr-3 font-medium">
              {t('Asked')}
            </th>
            <th scope="col" className="py-1 font-medium">
              {t('Stored')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ field, also, asked, stored, differs, reason }) => (
            <tr key={field} className={cx('border-b align-top last:border-b-0', differs && 'bg-warn-soft text-warn')}>
              <th scope="row" className="py-1 pr-3 text-left font-normal break-words">
                {also.length === 0 ? <FieldName of={field} /> : <Folded fields={[field, ...also]} />}
                {differs && <span className="sr-only"> {t('differs')}</span>}
              </th>
              <td className="py-1 pr-3 break-words">{asked}</td>
              <td className="py-1 break-words">
                {stored}
                {reason && (
                  <p lang="en" className="mt-0.5">
                    {reason}
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function linesOf({ asked, stored, differences }: Receipt): Line[] {
  const askedFields = flat(asked)
  const storedFields = flat(stored ?? {})
  const different = differences.map(({ field, asked: wanted, stored: has, reason }) => ({
    field,
    asked: text(wanted),
    stored: text(has),
    differs: true,
    reason,
    also: [],
  }))
  const covered = (field: string) => differences.some((one) => field === one.field || field.startsWith(`${one.field}.`))
  const alike = [...askedFields.keys()]
    .filter((field) => !covered(field))
    .map((field) => ({
      field,
      asked: text(askedFields.get(field)),
      stored: stored ? text(storedFields.get(field)) : '–',
      differs: false,
      also: [],
    }))
  return [...different, ...folded(alike)]
}

/** Switches come by the dozen: from so many fields on that say the same, they are one line. */
const many = 5

function folded(lines: Line[]): Line[] {
  const groups = [...Map.groupBy(lines, ({ asked, stored }) => JSON.stringify([asked, stored])).values()]
  return groups.flatMap((group) => {
    const [first, ...rest] = group
    return first && group.length >= many ? [{ ...first, also: rest.map(({ field }) => field) }] : group
  })
}

function Folded({ fields }: { fields: readonly string[] }) {
  return (
    <details>
      <summary className="cursor-pointer">{t('{count} fields', { count: fields.length })}</summary>
      <ul className="flex flex-col gap-1 pt-1">
        {fields.map((field) => (
          <li key={field}>
            <FieldName of={field} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Every value under its whole name, with dots between the parts. */
function flat(value: unknown, name = '', into = new Map<string, unknown>()): Map<string, unknown> {
  const isInner = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (!isInner) {
    if (name !== '') into.set(name, value)
    return into
  }
  for (const [part, inner] of Object.entries(value)) flat(inner, name === '' ? part : `${name}.${part}`, into)
  return into
}

function text(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
