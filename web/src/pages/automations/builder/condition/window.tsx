import { SelectField } from '../../../../ui/select.tsx'
import { windowNames } from '../../words/names.ts'
import type { Window } from '../draft.ts'
import { NumberField } from '../inputs.tsx'
import { t } from '../../../../languages/t.ts'

interface Props {
  value: Window | undefined
  onChange: (value: Window | undefined) => void
  label?: string
  /** What it says when none is chosen; left out: one has to be. */
  none?: string
}

const named = Object.entries(windowNames).map(([value, label]) => ({ value, label: t('in {label}', { label }) }))

/** Which days: a name, or so many days that ended some days ago. */
export function WindowField({ value, onChange, label = t('Which days'), none, ...mark }: Props) {
  const own = typeof value === 'object' ? value : null
  const chosen = own ? 'days' : typeof value === 'string' ? value : ''
  const first = { value: '', label: none ?? t('choose days …') }
  const choose = (next: string) =>
    onChange(next === 'days' ? { days: 7, endingDaysAgo: 7 } : next === '' ? undefined : next)
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <div className="w-44">
        <SelectField
          label={label}
          hideLabel
          options={[
            ...(none !== undefined || chosen === '' ? [first] : []),
            ...named,
            { value: 'days', label: t('in other days …') },
          ]}
          value={chosen}
          onChange={choose}
          {...mark}
        />
      </div>
      {own && (
        <>
          <div className="w-18">
            <NumberField
              label={t('How many days')}
              hideLabel
              min={1}
              value={own.days}
              onChange={(days) => onChange({ ...own, days })}
            />
          </div>
          <span className="text-[13px]">{t('days, the last')}</span>
          <div className="w-18">
            <NumberField
              label={t('How many days ago the last of them was')}
              hideLabel
              min={0}
              value={own.endingDaysAgo ?? 0}
              onChange={(endingDaysAgo) => onChange({ ...own, endingDaysAgo })}
            />
          </div>
          <span className="text-[13px]">{t('days ago')}</span>
        </>
      )}
    </div>
  )
}
