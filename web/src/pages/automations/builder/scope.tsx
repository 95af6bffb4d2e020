import { useState } from 'react'
import { useCurrency } from '../../../data/reports.ts'
import { useAccounts } from '../../../data/accounts.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { levelNames } from '../words/names.ts'
import { ConditionNode } from './condition/condition.tsx'
import { states } from './condition/field-value.tsx'
import type { Filter, Scope } from './draft.ts'
import { useEditing, useProblem, useProblems } from './editing.tsx'
import { ListField, WordsField } from './inputs.tsx'
import { titleOf } from '../../../data/platforms.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'

const levels = Object.entries(levelNames).map(([value, { many }]) => ({ value, label: many }))

/** What the rule looks at. */
export function ScopeFields() {
  const { rule, set } = useEditing()
  const { scope = {} } = rule
  const accounts = useAccounts().data ?? []
  const platforms = accounts.map(({ platform }) => platform)
  const currencies = accounts.map(({ currency }) => currency)
  const own = useCurrency()
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <SelectField
          label={t('Looks at')}
          options={levels}
          value={scope.level ?? ''}
          onChange={(next) => set('scope.level', next)}
          problem={useProblem('scope.level')}
        />
        <SelectField
          label={t('Platform')}
          options={choices(t('every platform'), platforms, scope.platform, titleOf)}
          value={scope.platform ?? ''}
          onChange={(next) => set('scope.platform', next || undefined)}
          problem={useProblem('scope.platform')}
        />
        <SelectField
          label={t('Accounts in')}
          options={choices(t('every currency'), currencies, scope.currency)}
          value={scope.currency ?? ''}
          onChange={(next) => set('scope.currency', next || undefined)}
          problem={useProblem('scope.currency')}
        />
        <SelectField
          label={t('Amounts in')}
          options={amountsIn([...currencies, ...(own.data ? [own.data.currency] : [])], rule.currency)}
          value={rule.currency ?? 'account'}
          onChange={(next) => set('currency', next)}
          problem={useProblem('currency')}
        />
      </div>
      <AccountList scope={scope} />
      <FilterFields filter={scope.filter ?? {}} />
    </div>
  )
}

/** What there is, and what the rule names although there is no such account any more. */
function choices(all: string, known: string[], chosen: string | undefined, label = (name: string) => name) {
  const names = new Set([...(chosen === undefined ? [] : [chosen]), ...known].sort())
  return [{ value: '', label: all }, ...[...names].map((name) => ({ value: name, label: label(name) }))]
}

/** In one currency each day's figures count by the rate of that day. */
function amountsIn(known: (string | null)[], chosen: string | undefined) {
  const codes = new Set([...known, chosen].filter((code) => code && code !== 'account' && code !== 'company'))
  return [
    { value: 'account', label: t('each account’s own') },
    ...(chosen === 'company' ? [{ value: 'company', label: t('the company’s') }] : []),
    ...[...codes].sort().map((code) => ({ value: String(code), label: String(code) })),
  ]
}

function AccountList({ scope: { accountIds: chosen, platform, currency } }: { scope: Scope }) {
  const { set } = useEditing()
  const { list } = useProblems('scope.accountIds')
  const [typed, setTyped] = useState('')
  const accounts = (useAccounts().data ?? []).filter(
    (account) =>
      account.platform === (platform ?? account.platform) && account.currency === (currency ?? account.currency),
  )
  const shown = accounts.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(typed.toLowerCase()))
  const ids = chosen ?? []
  const toggle = (id: string, on: boolean) => {
    const next = on ? [...ids, id] : ids.filter((each) => each !== id)
    set('scope.accountIds', next.length === 0 ? undefined : next)
  }
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-[13px] font-medium">
        {ids.length === 0
          ? rich('Accounts <span>(all)</span>', {
              span: (inner) => <span className="font-normal text-muted">{inner}</span>,
            })
          : rich('Accounts <span>({ids} chosen)</span>', {
              ids: ids.length,
              span: (inner) => <span className="font-normal text-muted">{inner}</span>,
            })}
      </legend>
      {accounts.length > 8 && (
        <TextField
          label={t('Find an account')}
          hideLabel
          placeholder={t('Find an account …')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <div className="grid grid-cols-1 max-h-44 gap-x-4 gap-y-1 overflow-y-auto rounded-md border p-2 sm:grid-cols-2">
        {shown.slice(0, 200).map(({ id, name, platform: on }) => (
          <Checkbox
            key={id}
            label={`${name} · ${titleOf(on)}`}
            checked={ids.includes(id)}
            onChange={({ target }) => toggle(id, target.checked)}
          />
        ))}
        {shown.length === 0 && <p className="text-muted">{t('No account is called that.')}</p>}
      </div>
      {list}
    </fieldset>
  )
}

function FilterFields({ filter }: { filter: Filter }) {
  const { set } = useEditing()
  const { list } = useProblems('scope.filter', ['when'])
  const put = (field: keyof Filter) => (value: unknown) => {
    const next = { ...filter, [field]: value }
    const isEmpty = Object.values(next).every((each) => each === undefined)
    set(
      'scope.filter',
      isEmpty ? undefined : Object.fromEntries(Object.entries(next).filter(([, each]) => each !== undefined)),
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <WordsField label={t('Only')} words={states} value={filter.status ?? []} onChange={put('status')} />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <TextField
          label={t('Name contains')}
          placeholder={t('any name')}
          value={filter.nameContains ?? ''}
          onChange={({ target }) => put('nameContains')(target.value || undefined)}
        />
        <ListField
          label={t('Has one of the labels')}
          placeholder={t('any')}
          value={filter.labels ?? []}
          onChange={put('labels')}
        />
        <ListField
          label={t('In the campaigns (ids)')}
          placeholder={t('all')}
          value={filter.campaignIds ?? []}
          onChange={put('campaignIds')}
        />
        <ListField
          label={t('In the ad sets (ids)')}
          placeholder={t('all')}
          value={filter.adSetIds ?? []}
          onChange={put('adSetIds')}
        />
      </div>
      {list}
      {filter.when ? (
        <div className="flex flex-col gap-1.5">
          <p className="text-[13px] font-medium">{t('And only where')}</p>
          <ConditionNode
            path="scope.filter.when"
            value={filter.when}
            onlyFields
            onRemove={() => put('when')(undefined)}
          />
        </div>
      ) : (
        <div>
          <Button
            small
            look="quiet"
            onClick={() => put('when')({ all: [{ field: 'name', operator: 'matches', value: '*' }] })}
          >
            {t('Narrow by name pattern, age, budget …')}
          </Button>
        </div>
      )}
    </div>
  )
}
