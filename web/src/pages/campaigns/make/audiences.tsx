import { useAudiences } from '../../../data/campaigns/making.ts'
import { issueAt } from '../../../data/client/refusal.ts'
import { Failed } from '../../../ui/answer.tsx'
import { count } from '../../../ui/words/format.ts'
import { ChooseMany } from '../../reports/choose-many.tsx'
import type { PeopleProps } from './people.tsx'
import { t } from '../../../languages/t.ts'

/** The account's own audiences: only people in some of them, and nobody in others. */
export function Audiences({ wish, onChange, error, accountId }: PeopleProps & { accountId: string }) {
  const found = useAudiences(accountId)
  const all = found.data ?? []
  if (found.data?.length === 0) return null
  const options = all.map(({ id, name, approximateCount: size }) => ({
    value: id,
    label: name || id,
    ...(size !== null && { hint: t('about {size} people', { size: count(size) }) }),
  }))
  const says = (chosen: readonly string[], none: string) =>
    chosen.length === 0 ? none : options.flatMap(({ value, label }) => (chosen.includes(value) ? label : [])).join(', ')
  const lists = [
    { field: 'audiences', label: t('Only people in these audiences'), none: t('Everybody') },
    { field: 'excluded', label: t('Nobody in these audiences'), none: t('Nobody is left out') },
  ] as const
  const problem = issueAt(error, 'targeting.custom_audiences') ?? issueAt(error, 'targeting.excluded_custom_audiences')
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-[13px] font-medium">{t('Your audiences')}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {lists.map(({ field, label, none }) => (
          <div key={field} className="flex flex-col gap-1">
            <span className="text-[13px] text-muted">{label}</span>
            <ChooseMany
              label={label}
              says={says(wish[field], none)}
              options={options}
              chosen={wish[field]}
              onChange={(chosen) => onChange({ ...wish, [field]: chosen })}
            />
          </div>
        ))}
      </div>
      {problem && <p className="text-bad">{problem}</p>}
      <Failed of={[found]} />
    </fieldset>
  )
}
