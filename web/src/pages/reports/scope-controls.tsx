import { useAccounts } from '../../data/accounts.ts'
import { today } from '../../ui/days/calendar.tsx'
import { RangeField } from '../../ui/days/day-field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { platformOptions, titleOf } from '../../data/platforms.ts'
import { ChooseMany } from './choose-many.tsx'
import { presets } from './days.ts'
import type { Preset } from './days.ts'
import { daysIn } from './view.ts'
import type { Change, View } from './view.ts'
import { t } from '../../languages/t.ts'

interface ScopeProps {
  view: View
  onChange: Change
}

/** Which accounts, and which days. */
export function ScopeControls({ view, onChange }: ScopeProps) {
  const accounts = useAccounts().data ?? []
  const those = accounts.filter(({ platform }) => view.platform === '' || platform === view.platform)
  const chosen = view.accounts.filter((id) => those.some((account) => account.id === id))
  const first = those.find(({ id }) => id === chosen[0])
  const says =
    chosen.length === 0
      ? t('All ad accounts')
      : chosen.length === 1 && first
        ? first.name
        : t({ one: '1 account', other: '{count} accounts' }, { count: chosen.length })
  return (
    <>
      <SelectField
        label={t('Platform')}
        hideLabel
        options={[
          { value: '', label: t('All platforms') },
          ...platformOptions(accounts.map(({ platform }) => platform)),
        ]}
        value={view.platform}
        onChange={(platform) => onChange({ platform, accounts: [] })}
      />
      <ChooseMany
        label={t('Ad accounts')}
        says={says}
        options={those.map(({ id, name, platform, currency }) => ({
          value: id,
          label: name,
          hint: `${titleOf(platform)} · ${currency}`,
        }))}
        chosen={view.accounts}
        onChange={(next) => onChange({ accounts: next })}
      />
      <RangeControls view={view} onChange={onChange} />
    </>
  )
}

function RangeControls({ view, onChange }: ScopeProps) {
  const days = daysIn(view)
  const choose = (range: string) =>
    onChange(range === 'days' ? { range: 'days', ...days } : { range: range as Preset, from: undefined, to: undefined })
  return (
    <>
      <SelectField
        label={t('Days')}
        hideLabel
        options={[
          ...Object.entries(presets).map(([value, label]) => ({ value, label })),
          { value: 'days', label: t('From … to …') },
        ]}
        value={view.range}
        onChange={choose}
      />
      {view.range === 'days' && (
        <RangeField
          label={t('From … to …')}
          hideLabel
          {...days}
          max={today()}
          onChange={(next) => onChange({ range: 'days', ...next })}
        />
      )}
    </>
  )
}
