import { useState } from 'react'
import type { AdAccount } from '../../../../../client/src/index.ts'
import { createKindedAdSet, useMaking } from '../../../data/campaigns/making.ts'
import type { CampaignChoice, KindedAdSetWish } from '../../../data/campaigns/making.ts'
import { issueAt } from '../../../data/client/refusal.ts'
import { useForm } from '../../../data/form/use-form.ts'
import { DayField } from '../../../ui/days/day-field.tsx'
import { TextField } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { ChooseMany } from '../../reports/choose-many.tsx'
import { AskAndMake, Budget, heldWords, Made } from './parts.tsx'
import type { BudgetKind } from './parts.tsx'
import { Networks } from './seen-on.tsx'
import { billingOf, countriesByNumber, kindedEvents, kindedGoals, optionsOf, statuses } from './words.ts'
import { t } from '../../../languages/t.ts'

const start = {
  name: '',
  status: 'PAUSED' as const,
  optimizationGoal: 'CLICK',
  optimizationEvent: '',
  pixelId: '',
  dailyBudget: '',
  lifetimeBudget: '',
  startTime: '',
  endTime: '',
}

interface FormProps {
  account: AdAccount
  campaign: CampaignChoice
}

/** An ad set of a platform that runs some campaigns by itself. */
export function KindedAdSetForm({ account, campaign }: FormProps) {
  const making = useMaking(createKindedAdSet, t('The ad set is made.'))
  const form = useForm('createShortVideoAdSet', start, making.error)
  const [wished, setBudget] = useState<BudgetKind>('daily')
  const [countries, setCountries] = useState<readonly string[]>([])
  const [others, setOthers] = useState('')
  const [seenOn, setSeenOn] = useState<readonly string[]>([])
  const { values, set } = form
  const isHeld = campaign.dailyBudget !== null || campaign.lifetimeBudget !== null
  const converts = ['CONVERT', 'VALUE'].includes(values.optimizationGoal)
  const locationIds = [...countries, ...others.split(/[\s,;]+/).filter(Boolean)]
  const { dailyBudget, lifetimeBudget, optimizationEvent, pixelId, ...rest } = form.sent()
  const wish: KindedAdSetWish = {
    accountId: account.id,
    campaignId: campaign.id,
    ...(rest as Pick<KindedAdSetWish, 'name'>),
    locationIds,
    ...(seenOn.length > 0 && { placements: [...seenOn] as KindedAdSetWish['placements'] }),
    billingEvent: billingOf[values.optimizationGoal] ?? 'CPC',
    ...(converts && { optimizationEvent, pixelId }),
    ...(!isHeld && wished === 'daily' && { dailyBudget }),
    ...(!isHeld && wished === 'lifetime' && { lifetimeBudget }),
  }
  const hasBudget = isHeld || Boolean(wished === 'daily' ? dailyBudget : lifetimeBudget)
  const isReady = form.isReady && locationIds.length > 0 && hasBudget
  const made = making.make.data?.adSetId
  if (made) return <Made {...{ account, level: 'adset', id: made, name: values.name }} onAgain={making.make.reset} />
  const says =
    countries.length === 0 ? t('Choose countries') : countries.map((id) => countriesByNumber[id] ?? id).join(', ')
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
      <div className="grid gap-3 sm:grid-cols-[1fr_12rem]">
        <TextField label={t('Name')} {...form.text('name')} />
        <SelectField label={t('It begins')} {...form.choice('status', statuses)} />
      </div>
      {isHeld ? (
        <p className="text-muted">{heldWords(account, campaign)}</p>
      ) : (
        <Budget
          {...{ account, kind: wished, onKind: setBudget, none: null }}
          daily={form.amount('dailyBudget')}
          lifetime={form.amount('lifetimeBudget')}
        />
      )}
      <div className="flex flex-col gap-1">
        <span className="text-[13px] font-medium">{t('Where ads are shown')}</span>
        <div className="flex flex-wrap items-start gap-2">
          <ChooseMany
            label={t('Countries')}
            says={says}
            options={optionsOf(countriesByNumber)}
            chosen={countries}
            onChange={setCountries}
          />
          <TextField
            label={t('Other places')}
            hideLabel
            placeholder={t('Ids of other places')}
            value={others}
            problem={issueAt(making.error, 'locationIds') ?? issueAt(making.error, 'locationIds.0')}
            onChange={(event) => setOthers(event.target.value)}
          />
        </div>
      </div>
      <Networks
        platform={account.platform}
        chosen={seenOn}
        problem={issueAt(making.error, 'placements')}
        onChange={setSeenOn}
      />
      <SelectField
        label={t('Optimized for')}
        options={optionsOf(kindedGoals)}
        value={values.optimizationGoal}
        problem={issueAt(making.error, 'optimizationGoal')}
        onChange={(goal) => set({ optimizationGoal: goal })}
      />
      {converts && (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={t('Id of the pixel that counts')}
            value={String(values.pixelId)}
            problem={issueAt(making.error, 'pixelId')}
            onChange={(event) => set({ pixelId: event.target.value })}
          />
          <SelectField
            label={t('What it counts')}
            options={[{ value: '', label: t('Choose an event') }, ...optionsOf(kindedEvents)]}
            value={values.optimizationEvent}
            problem={issueAt(making.error, 'optimizationEvent')}
            onChange={(event) => set({ optimizationEvent: event })}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <DayField
          label={t('Begins on')}
          hint={t('None chosen: at once.')}
          value={String(values.startTime)}
          problem={issueAt(making.error, 'startTime')}
          onChange={(day) => set({ startTime: day })}
        />
        <DayField
          label={t('Ends after')}
          hint={t('None chosen: never.')}
          value={String(values.endTime)}
          problem={issueAt(making.error, 'endTime')}
          onChange={(day) => set({ endTime: day })}
        />
      </div>
      <AskAndMake {...{ account, level: 'adset', of: making, wish: isReady ? wish : null }} />
    </form>
  )
}
