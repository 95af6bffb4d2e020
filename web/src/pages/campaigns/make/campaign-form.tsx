import { useState } from 'react'
import type { AdAccount } from '../../../../../client/src/index.ts'
import { createCampaign, useMaking } from '../../../data/campaigns/making.ts'
import type { CampaignWish } from '../../../data/campaigns/making.ts'
import { useForm } from '../../../data/form/use-form.ts'
import { Checkbox, TextField } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { AskAndMake, Budget, Made } from './parts.tsx'
import type { BudgetKind } from './parts.tsx'
import { isCapped, objectives, optionsOf, specialCategories, statuses, strategies } from './words.ts'
import { t } from '../../../languages/t.ts'

const start = {
  name: '',
  objective: 'OUTCOME_SALES' as CampaignWish['objective'],
  status: 'PAUSED' as const,
  dailyBudget: '',
  lifetimeBudget: '',
  bidStrategy: '',
  campaignBidAmount: '',
  campaignSpendCap: '',
  specialAdCategories: [] as string[],
  specialAdCategoryCountry: [] as string[],
  isAutomatedCampaign: false,
}

/** Objectives for which audience and placements can be left to the platform. */
const automatable = new Set(['OUTCOME_SALES', 'OUTCOME_APP_PROMOTION', 'OUTCOME_LEADS'])

export function CampaignForm({ account }: { account: AdAccount }) {
  const making = useMaking(createCampaign, t('The campaign is made.'))
  const form = useForm('createCampaign', start, making.error)
  const [budget, setBudget] = useState<BudgetKind>('none')
  const { values, set } = form
  const hasBudget = budget !== 'none'
  const isAutomated = hasBudget && automatable.has(values.objective) && values.isAutomatedCampaign
  const {
    dailyBudget,
    lifetimeBudget,
    bidStrategy,
    campaignBidAmount,
    isAutomatedCampaign: _wished,
    ...rest
  } = form.sent()
  const wish: CampaignWish = {
    accountId: account.id,
    ...(rest as Pick<CampaignWish, 'name' | 'objective'>),
    ...(budget === 'daily' && { dailyBudget }),
    ...(budget === 'lifetime' && { lifetimeBudget }),
    ...(hasBudget && { bidStrategy }),
    ...(hasBudget && isCapped(bidStrategy) && { campaignBidAmount }),
    ...(isAutomated && { isAutomatedCampaign: true }),
  }
  const isReady = form.isReady && (!hasBudget || Boolean(budget === 'daily' ? dailyBudget : lifetimeBudget))
  const made = making.make.data?.campaignId
  if (made) return <Made {...{ account, level: 'campaign', id: made, name: values.name }} onAgain={making.make.reset} />
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
      <TextField label={t('Name')} {...form.text('name')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField label={t('What it is for')} {...form.choice('objective', objectives)} />
        <SelectField label={t('It begins')} {...form.choice('status', statuses)} />
      </div>
      <Budget
        {...{ account, kind: budget, onKind: setBudget }}
        none={t('Each ad set has its own')}
        daily={form.amount('dailyBudget')}
        lifetime={form.amount('lifetimeBudget')}
      />
      {hasBudget && (
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label={t('Bids')}
            options={optionsOf(strategies)}
            value={values.bidStrategy}
            onChange={(word) => set({ bidStrategy: word })}
          />
          {isCapped(values.bidStrategy) && (
            <TextField
              label={t('What a result may cost, in {currency}', { currency: account.currency })}
              {...form.amount('campaignBidAmount')}
            />
          )}
        </div>
      )}
      <TextField
        label={t('May spend at most in all, in {currency}', { currency: account.currency })}
        hint={t('Left empty: what its budgets say.')}
        {...form.amount('campaignSpendCap')}
      />
      {hasBudget && automatable.has(values.objective) && (
        <Checkbox
          label={t('Leave audience and placements to the platform')}
          checked={values.isAutomatedCampaign}
          onChange={(event) => set({ isAutomatedCampaign: event.target.checked })}
        />
      )}
      <Special
        chosen={values.specialAdCategories}
        countries={values.specialAdCategoryCountry}
        onChange={(specialAdCategories, specialAdCategoryCountry) =>
          set({ specialAdCategories, specialAdCategoryCountry })
        }
      />
      <AskAndMake {...{ account, level: 'campaign', of: making, wish: isReady ? wish : null }} />
    </form>
  )
}

interface SpecialProps {
  chosen: readonly string[]
  countries: readonly string[]
  onChange: (chosen: string[], countries: string[]) => void
}

/** What laws ask to be said of some ads. */
function Special({ chosen, countries, onChange }: SpecialProps) {
  const [typed, setTyped] = useState(countries.join(', '))
  const toggle = (category: string, isOn: boolean) => {
    const next = isOn ? [...chosen, category] : chosen.filter((each) => each !== category)
    onChange(next, next.length === 0 ? [] : codesIn(typed))
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-[13px] font-medium">{t('Its ads are about')}</legend>
      <div className="grid gap-1.5 sm:grid-cols-2">
        {optionsOf(specialCategories).map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.target.checked)}
          />
        ))}
      </div>
      {chosen.length > 0 && (
        <TextField
          label={t('In the countries')}
          hint={t('By two letters, such as US, DE. Left empty: the account’s own and the United States.')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            onChange([...chosen], codesIn(event.target.value))
          }}
        />
      )}
    </fieldset>
  )
}

function codesIn(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((code) => code.toUpperCase())
}
