import { useState } from 'react'
import type { AdAccount } from '../../../../../client/src/index.ts'
import { createKindedCampaign, useMaking } from '../../../data/campaigns/making.ts'
import type { KindedCampaignWish } from '../../../data/campaigns/making.ts'
import { useForm } from '../../../data/form/use-form.ts'
import { TextField } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { AskAndMake, Budget, Made } from './parts.tsx'
import type { BudgetKind } from './parts.tsx'
import { kindedObjectives, statuses } from './words.ts'
import { t } from '../../../languages/t.ts'

const start = {
  kind: 'smartPlus' as NonNullable<KindedCampaignWish['kind']>,
  name: '',
  objective: 'WEB_CONVERSIONS' as KindedCampaignWish['objective'],
  status: 'PAUSED' as const,
  dailyBudget: '',
  lifetimeBudget: '',
  salesDestination: 'WEBSITE' as const,
  appPromotionType: 'APP_INSTALL' as const,
  appId: '',
}

const kinds = { smartPlus: t('The platform (Smart+)'), manual: t('You, ad set by ad set') } as const
const destinations = { WEBSITE: t('On a website'), APP: t('In an app'), WEB_AND_APP: t('On both') } as const
const promotions = { APP_INSTALL: t('Installs'), APP_RETARGETING: t('People who have it'), MINIS: t('Minis') } as const

/** A campaign of a platform that runs some of them by itself. */
export function KindedCampaignForm({ account }: { account: AdAccount }) {
  const making = useMaking(createKindedCampaign, t('The campaign is made.'))
  const form = useForm('createShortVideoCampaign', start, making.error)
  const [wished, setBudget] = useState<BudgetKind>('daily')
  const { values } = form
  const isSmart = values.kind === 'smartPlus'
  const budget = isSmart && wished === 'none' ? 'daily' : wished
  const sells = isSmart && values.objective === 'WEB_CONVERSIONS'
  const isApp = values.objective === 'APP_PROMOTION'
  const { dailyBudget, lifetimeBudget, salesDestination, appPromotionType, appId, ...rest } = form.sent()
  const wish: KindedCampaignWish = {
    accountId: account.id,
    ...(rest as Pick<KindedCampaignWish, 'name' | 'objective'>),
    ...(budget === 'daily' && { dailyBudget }),
    ...(budget === 'lifetime' && { lifetimeBudget }),
    ...(sells && { salesDestination }),
    ...(isApp && { appPromotionType, appId }),
  }
  const amount = budget === 'daily' ? dailyBudget : lifetimeBudget
  const isReady = form.isReady && (budget === 'none' || Boolean(amount)) && (!isApp || Boolean(appId))
  const made = making.make.data?.campaignId
  if (made) return <Made {...{ account, level: 'campaign', id: made, name: values.name }} onAgain={making.make.reset} />
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
      <TextField label={t('Name')} {...form.text('name')} />
      <div className="grid gap-3 sm:grid-cols-3">
        <SelectField label={t('Run by')} {...form.choice('kind', kinds)} />
        <SelectField label={t('What it is for')} {...form.choice('objective', kindedObjectives)} />
        <SelectField label={t('It begins')} {...form.choice('status', statuses)} />
      </div>
      <Budget
        {...{ account, kind: budget, onKind: setBudget }}
        none={isSmart ? null : t('Each ad set has its own')}
        daily={form.amount('dailyBudget')}
        lifetime={form.amount('lifetimeBudget')}
      />
      {sells && <SelectField label={t('People buy')} {...form.choice('salesDestination', destinations)} />}
      {isApp && (
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField label={t('It is after')} {...form.choice('appPromotionType', promotions)} />
          <TextField label={t('The app’s id on the platform')} {...form.text('appId')} />
        </div>
      )}
      <AskAndMake {...{ account, level: 'campaign', of: making, wish: isReady ? wish : null }} />
    </form>
  )
}
