import type { CreativesSearch } from '../../app/search.ts'
import { useAccounts } from '../../data/accounts.ts'
import { useCreativeSettings } from '../../data/creatives.ts'
import { platformOptions, titleOf } from '../../data/platforms.ts'
import { DayField } from '../../ui/days/day-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { ChooseMany } from '../reports/choose-many.tsx'
import { lengths, sorts, stateWords, yesterday } from './query.ts'
import type { ChangeSearch } from './query.ts'
import { t } from '../../languages/t.ts'

interface ControlsProps {
  search: CreativesSearch
  text: string
  onChange: ChangeSearch
  onText: (text: string) => void
}

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))

/** What is a card, which of them, and of which days. */
export function Controls({ search, text, onChange, onText }: ControlsProps) {
  const accounts = useAccounts().data ?? []
  const those = accounts.filter(({ platform }) => !search.platform || platform === search.platform)
  const chosen = search.accounts?.split(',') ?? []
  const says =
    chosen.length === 0
      ? t('All ad accounts')
      : t({ one: '1 account', other: '{count} accounts' }, { count: chosen.length })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Groups search={search} onChange={onChange} />
      <SelectField
        label={t('State')}
        hideLabel
        options={[{ value: '', label: t('Whatever state') }, ...optionsOf(stateWords)]}
        value={search.state ?? ''}
        onChange={(state) => onChange({ state: (state || undefined) as CreativesSearch['state'] })}
      />
      <SelectField
        label={t('Order')}
        hideLabel
        options={optionsOf(sorts)}
        value={search.sort ?? 'spend'}
        onChange={(sort) => onChange({ sort: sort as CreativesSearch['sort'] })}
      />
      <SelectField
        label={t('Platform')}
        hideLabel
        options={[
          { value: '', label: t('All platforms') },
          ...platformOptions(accounts.map(({ platform }) => platform)),
        ]}
        value={search.platform ?? ''}
        onChange={(platform) => onChange({ platform: platform || undefined, accounts: undefined })}
      />
      <ChooseMany
        label={t('Ad accounts')}
        says={says}
        options={those.map(({ id, name, platform }) => ({ value: id, label: name, hint: titleOf(platform) }))}
        chosen={chosen}
        onChange={(next) => onChange({ accounts: next.join(',') || undefined })}
      />
      <SelectField
        label={t('Days')}
        hideLabel
        options={optionsOf(lengths)}
        value={String(search.days ?? 30)}
        onChange={(days) => onChange({ days: Number(days) as CreativesSearch['days'] })}
      />
      <label className="flex items-center gap-2 text-muted">
        {t('as of')}
        <DayField
          label={t('As of')}
          hideLabel
          value={search.until ?? yesterday()}
          max={yesterday()}
          onChange={(until) => onChange({ until })}
        />
      </label>
      <TextField
        label={t('Search names')}
        hideLabel
        type="search"
        placeholder={t('Search names')}
        maxLength={200}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  )
}

/** Parts of names are offered where the company says how it names its ads. */
function Groups({ search, onChange }: Pick<ControlsProps, 'search' | 'onChange'>) {
  const pattern = useCreativeSettings().data?.namePattern ?? ''
  const parts = [...pattern.matchAll(/\{([A-Za-z][A-Za-z0-9]*)\}/g)].map(([, part = '']) => part)
  return (
    <SelectField
      label={t('One card for each')}
      hideLabel
      options={[
        { value: '', label: t('By file') },
        { value: 'post', label: t('By post') },
        ...parts.map((part) => ({ value: `name.${part}`, label: t('By {part} in the name', { part }) })),
      ]}
      value={search.by ?? ''}
      onChange={(by) => onChange({ by: by || undefined })}
    />
  )
}
