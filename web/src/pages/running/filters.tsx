import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { RunningSearch } from '../../app/search.ts'
import { useAccounts } from '../../data/accounts.ts'
import { metricTitle } from '../../data/metric-title.ts'
import { platformOptions, titleOf } from '../../data/platforms.ts'
import { useMetrics } from '../../data/reports.ts'
import { today } from '../../ui/days/calendar.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/classes.ts'
import { RangeField } from '../../ui/days/day-field.tsx'
import { daysAfter } from '../../ui/days/month.ts'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { ChooseMany } from '../reports/choose-many.tsx'
import { ColumnChooser } from './columns/column-chooser.tsx'
import { windows } from './query.ts'
import type { ChangeSearch } from './query.ts'
import { t } from '../../languages/t.ts'

const states = [
  { value: '', label: t('in every state') },
  { value: 'active', label: t('switched on') },
  { value: 'paused', label: t('paused') },
]
const ownDays = 'days'
const dayOptions = [
  ...Object.entries(windows).map(([value, label]) => ({ value, label })),
  { value: ownDays, label: t('From … to …') },
]
const lastWeek = () => ({ from: daysAfter(today(), -7), to: daysAfter(today(), -1) })

const thans = [
  { value: 'gt', label: t('more than') },
  { value: 'lt', label: t('less than') },
]

interface FilterProps {
  search: RunningSearch
  /** What is searched for. */
  text: string
  onChange: ChangeSearch
  onText: (text: string) => void
}

/** Read from left to right it is a sentence: what, where, in which state, with which figure. A phone shows the search, and the rest when asked. */
export function Filters({ search, text, onChange, onText }: FilterProps) {
  const [isOpen, open] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div data-search className="max-md:flex-1">
        <Typed label={t('Search names')} placeholder={t('Name or id …')} value={text} onChange={onText} />
      </div>
      <Button
        className="md:hidden"
        aria-expanded={isOpen}
        icon={<SlidersHorizontal size={15} aria-hidden />}
        onClick={() => open(!isOpen)}
      >
        {t('Filters')}
      </Button>
      <div className={cx('contents', !isOpen && 'max-md:hidden')}>
        <Conditions search={search} onChange={onChange} />
      </div>
    </div>
  )
}

function Conditions({ search, onChange }: Pick<FilterProps, 'search' | 'onChange'>) {
  const accounts = useAccounts().data ?? []
  const metrics = useMetrics()
  const { platform = '', metric = 'spend', than = 'gt' } = search
  const those = accounts.filter((account) => platform === '' || account.platform === platform)
  const chosen = search.accounts?.split(',') ?? []
  const hasOwnDays = search.from !== undefined && search.to !== undefined
  const figures = metrics.filter(({ name }) => name !== 'reach' && name !== 'frequency')
  return (
    <>
      <span className="text-muted">{t('of')}</span>
      <SelectField
        label={t('Platform')}
        hideLabel
        options={[{ value: '', label: t('all platforms') }, ...platformOptions(accounts.map((each) => each.platform))]}
        value={platform}
        onChange={(next) => onChange({ platform: next || undefined, accounts: undefined })}
      />
      <ChooseMany
        label={t('Ad accounts')}
        says={
          chosen.length === 0
            ? t('all ad accounts')
            : t({ one: '1 account', other: '{count} accounts' }, { count: chosen.length })
        }
        options={those.map((account) => ({
          value: account.id,
          label: account.name,
          hint: `${titleOf(account.platform)} · ${account.currency}`,
        }))}
        chosen={chosen}
        onChange={(next) => onChange({ accounts: next.join(',') || undefined })}
      />
      <SelectField
        label={t('State')}
        hideLabel
        options={states}
        value={search.state ?? ''}
        onChange={(state) => onChange({ state: (state || undefined) as RunningSearch['state'] })}
      />
      <span className="text-muted">{t('with')}</span>
      <SelectField
        label={t('Figure')}
        hideLabel
        options={figures.map(({ name }) => ({ value: name, label: metricTitle(name) }))}
        value={metric}
        onChange={(next) => onChange({ metric: next })}
      />
      <SelectField
        label={t('More or less')}
        hideLabel
        options={thans}
        value={than}
        onChange={(next) => onChange({ than: next as RunningSearch['than'] })}
      />
      <Typed
        label={t('Amount')}
        placeholder={t('any amount')}
        inputMode="decimal"
        className="w-40!"
        value={search.amount === undefined ? '' : String(search.amount)}
        onChange={(text) => onChange({ amount: text === '' || Number.isNaN(Number(text)) ? undefined : Number(text) })}
      />
      <SelectField
        label={t('Days')}
        hideLabel
        options={dayOptions}
        value={hasOwnDays ? ownDays : (search.window ?? 'last_7_days')}
        onChange={(next) =>
          onChange(
            next === ownDays ? lastWeek() : { window: next as RunningSearch['window'], from: undefined, to: undefined },
          )
        }
      />
      {hasOwnDays && (
        <RangeField
          label={t('From … to …')}
          hideLabel
          from={search.from ?? today()}
          to={search.to ?? today()}
          max={today()}
          onChange={onChange}
        />
      )}
      <ColumnChooser search={search} onChange={onChange} />
    </>
  )
}

interface TypedProps {
  label: string
  placeholder: string
  value: string
  inputMode?: 'decimal'
  className?: string
  onChange: (text: string) => void
}

const typingMs = 250

/** Asked for when somebody has stopped typing. */
function Typed({ label, value, onChange, ...rest }: TypedProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return
    const wait = setTimeout(() => onChange(text.trim()), typingMs)
    return () => clearTimeout(wait)
  }, [text, value])
  return (
    <TextField
      label={label}
      hideLabel
      type="search"
      value={text}
      onChange={(event) => setText(event.target.value)}
      {...rest}
    />
  )
}
