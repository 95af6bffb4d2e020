import { useDeferredValue, useState } from 'react'
import type { useAccounts } from '../../data/accounts.ts'
import { useAdSetsOf } from '../../data/accounts.ts'
import { titleOf as platformTitle } from '../../data/platforms.ts'
import { Answer } from '../../ui/answer.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { t } from '../../languages/t.ts'

interface Props {
  accounts: NonNullable<ReturnType<typeof useAccounts>['data']>
  /** The account whose ad sets are shown first. */
  first: string
  chosen: readonly string[]
  /** With the name of the one that was pressed. */
  onChange: (ids: readonly string[], pressed: { id: string; name: string }) => void
  onAccount?: () => void
}

/** Ad sets by name, account by account. */
export function AdSets({ accounts, first, chosen, onChange, onAccount }: Props) {
  const [accountId, setAccount] = useState(first)
  const [word, setWord] = useState('')
  const found = useAdSetsOf(accountId, useDeferredValue(word))
  const toggle = (id: string, name: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id], { id, name })
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-2 sm:grid-cols-2">
        <SelectField
          label={t('Ad account')}
          options={accounts.map(({ id, name, platform }) => ({
            value: id,
            label: `${name} · ${platformTitle(platform)}`,
          }))}
          value={accountId}
          onChange={(id) => {
            setAccount(id)
            onAccount?.()
          }}
        />
        <TextField
          label={t('Search ad sets')}
          type="search"
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
      </div>
      <Answer of={found} what={t('the ad sets')} empty={<p className="text-muted">{t('No ad set is called that.')}</p>}>
        {({ data }) => (
          <ul aria-label={t('Ad sets')} className="flex max-h-56 flex-col gap-1 overflow-y-auto rounded-md border p-2">
            {data.map(({ value: id, label: name, campaignName, closed }) => (
              <li key={id}>
                <Checkbox
                  label={labelOf(`${name} · ${campaignName}`, closed !== null)}
                  checked={chosen.includes(id)}
                  disabled={closed !== null}
                  onChange={() => toggle(id, name)}
                />
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </div>
  )
}

const labelOf = (name: string, isClosed: boolean) => (isClosed ? t('{name} – takes no ads', { name }) : name)
