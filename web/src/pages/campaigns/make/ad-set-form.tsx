import { useState } from 'react'
import type { AdAccount } from '../../../../../client/src/index.ts'
import { useProfiles } from '../../../data/accounts.ts'
import { createAdSet, useMaking } from '../../../data/campaigns/making.ts'
import type { AdSetWish, CampaignChoice, Place } from '../../../data/campaigns/making.ts'
import { usePixels } from '../../../data/campaigns/pixels.ts'
import { issueAt } from '../../../data/client/refusal.ts'
import { useForm } from '../../../data/form/use-form.ts'
import { Failed } from '../../../ui/answer.tsx'
import { DayField } from '../../../ui/days/day-field.tsx'
import { TextField } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { AskAndMake, Budget, heldWords, Made } from './parts.tsx'
import type { BudgetKind } from './parts.tsx'
import { Audiences } from './audiences.tsx'
import { everybody, Interests, People, targetingOf } from './people.tsx'
import type { PeopleWish } from './people.tsx'
import { locationOf, Places } from './places.tsx'
import { SeenOn } from './seen-on.tsx'
import {
  countsByPixel,
  goalOptions,
  isCapped,
  needsPage,
  optionsOf,
  pixelEvents,
  statuses,
  strategies,
} from './words.ts'
import { t } from '../../../languages/t.ts'

const start = {
  name: '',
  status: 'PAUSED' as const,
  dailyBudget: '',
  lifetimeBudget: '',
  dailySpendCap: '',
  lifetimeSpendCap: '',
  optimizationGoal: '',
  bidStrategy: '',
  bidAmount: '',
  startTime: '',
  endTime: '',
  dsaBeneficiary: '',
  dsaPayor: '',
}

interface FormProps {
  account: AdAccount
  campaign: CampaignChoice
}

export function AdSetForm({ account, campaign }: FormProps) {
  const making = useMaking(createAdSet, t('The ad set is made.'))
  const form = useForm('createAdSet', start, making.error)
  const [wished, setBudget] = useState<BudgetKind>('daily')
  const [places, setPlaces] = useState<readonly Place[]>([])
  const [people, setPeople] = useState<PeopleWish>(everybody)
  const [promoted, setPromoted] = useState<Promoted>({})
  const { values, set } = form
  const held = campaign.dailyBudget !== null ? 'daily' : campaign.lifetimeBudget !== null ? 'lifetime' : null
  const sent = form.sent()
  const { dailyBudget, lifetimeBudget, dailySpendCap, lifetimeSpendCap, bidAmount, ...rest } = sent
  const promotedObject = promotedOf(promoted, { goal: values.optimizationGoal, objective: campaign.objective })
  const wish: AdSetWish = {
    accountId: account.id,
    campaignId: campaign.id,
    ...(rest as Pick<AdSetWish, 'name'>),
    ...(held === null && wished === 'daily' && { dailyBudget }),
    ...(held === null && wished === 'lifetime' && { lifetimeBudget }),
    ...(held === 'daily' && dailySpendCap && { dailySpendCap }),
    ...(held === 'lifetime' && lifetimeSpendCap && { lifetimeSpendCap }),
    ...(isCapped(values.bidStrategy) && { bidAmount }),
    ...(promotedObject && { promotedObject }),
    ...(locationOf(places) && { location: locationOf(places) }),
    ...(targetingOf(people) && { targeting: targetingOf(people) }),
  }
  const isReady = form.isReady && (held !== null || Boolean(wished === 'daily' ? dailyBudget : lifetimeBudget))
  const made = making.make.data?.adSetId
  if (made) return <Made {...{ account, level: 'adset', id: made, name: values.name }} onAgain={making.make.reset} />
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
      <div className="grid gap-3 sm:grid-cols-[1fr_12rem]">
        <TextField label={t('Name')} {...form.text('name')} />
        <SelectField label={t('It begins')} {...form.choice('status', statuses)} />
      </div>
      {held === null ? (
        <Budget
          {...{ account, kind: wished, onKind: setBudget, none: null }}
          daily={form.amount('dailyBudget')}
          lifetime={form.amount('lifetimeBudget')}
        />
      ) : (
        <TextField
          label={
            held === 'daily'
              ? t('May spend at most a day, in {currency}', { currency: account.currency })
              : t('May spend at most in all, in {currency}', { currency: account.currency })
          }
          hint={heldWords(account, campaign)}
          {...form.amount(held === 'daily' ? 'dailySpendCap' : 'lifetimeSpendCap')}
        />
      )}
      <SelectField
        label={t('Optimized for')}
        options={goalOptions(campaign.objective)}
        value={values.optimizationGoal}
        problem={issueAt(making.error, 'optimizationGoal')}
        onChange={(goal) => set({ optimizationGoal: goal })}
      />
      <WhatFor
        account={account}
        goal={values.optimizationGoal}
        objective={campaign.objective}
        promoted={promoted}
        onChange={setPromoted}
        error={making.error}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          label={t('Bids')}
          options={optionsOf(strategies)}
          value={values.bidStrategy}
          problem={issueAt(making.error, 'bidStrategy')}
          onChange={(word) => set({ bidStrategy: word })}
        />
        {isCapped(values.bidStrategy) && (
          <TextField
            label={t('What a result may cost, in {currency}', { currency: account.currency })}
            {...form.amount('bidAmount')}
          />
        )}
      </div>
      <Places
        chosen={places}
        problem={issueAt(making.error, 'location') ?? issueAt(making.error, 'targeting.geo_locations')}
        onChange={setPlaces}
      />
      <People wish={people} onChange={setPeople} error={making.error} />
      <Interests wish={people} onChange={setPeople} error={making.error} />
      <Audiences wish={people} onChange={setPeople} error={making.error} accountId={account.id} />
      <SeenOn wish={people} onChange={setPeople} error={making.error} platform={account.platform} />
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
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label={t('Who the ads are for')} hint={t('As the EU asks.')} {...form.text('dsaBeneficiary')} />
        <TextField label={t('Who pays for them')} hint={t('As the EU asks.')} {...form.text('dsaPayor')} />
      </div>
      <AskAndMake {...{ account, level: 'adset', of: making, wish: isReady ? wish : null }} />
    </form>
  )
}

interface Promoted {
  pixel?: string
  event?: string
  page?: string
  app?: string
  store?: string
}

interface WhatForProps {
  account: AdAccount
  goal: string
  objective: string | null
  promoted: Promoted
  onChange: (promoted: Promoted) => void
  error: unknown
}

/** The pixel, the page or the app that it is for: what its goal asks for. */
function WhatFor({ account, goal, objective, promoted, onChange, error }: WhatForProps) {
  const isApp = objective === 'OUTCOME_APP_PROMOTION'
  const counts = !isApp && (countsByPixel(goal) || (goal === '' && objective === 'OUTCOME_SALES'))
  const asksPage = needsPage(goal)
  const pixels = usePixels(account.id, counts)
  const profiles = useProfiles(account.id)
  const problem = (field: string) => issueAt(error, `promotedObject.${field}`)
  return (
    <>
      {counts && (
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label={t('Pixel that counts')}
            options={[
              { value: '', label: goal === '' ? t('None') : t('Choose a pixel') },
              ...(pixels.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={promoted.pixel ?? ''}
            problem={problem('pixel_id')}
            onChange={(pixel) => onChange({ ...promoted, pixel })}
          />
          {promoted.pixel && (
            <SelectField
              label={t('What it counts')}
              options={[{ value: '', label: t('Choose an event') }, ...optionsOf(pixelEvents)]}
              value={promoted.event ?? ''}
              problem={problem('custom_event_type')}
              onChange={(event) => onChange({ ...promoted, event })}
            />
          )}
        </div>
      )}
      {asksPage && (
        <SelectField
          label={t('Page')}
          options={[
            { value: '', label: t('Choose a page') },
            ...(profiles.data?.data ?? []).map(({ page, primaryName }) => ({ value: page, label: primaryName })),
          ]}
          value={promoted.page ?? ''}
          problem={problem('page_id')}
          onChange={(page) => onChange({ ...promoted, page })}
        />
      )}
      {isApp && (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={t('The app’s id on the platform')}
            value={promoted.app ?? ''}
            problem={problem('application_id')}
            onChange={(event) => onChange({ ...promoted, app: event.target.value })}
          />
          <TextField
            label={t('Its address in the store')}
            value={promoted.store ?? ''}
            problem={problem('object_store_url')}
            onChange={(event) => onChange({ ...promoted, store: event.target.value })}
          />
        </div>
      )}
      <Failed of={counts ? [pixels] : asksPage ? [profiles] : []} />
    </>
  )
}

/** What is promoted, in the platform's own words; undefined: nothing by itself. */
function promotedOf(
  { pixel, event, page, app, store }: Promoted,
  { goal, objective }: { goal: string; objective: string | null },
) {
  if (objective === 'OUTCOME_APP_PROMOTION')
    return app || store ? { application_id: app ?? '', object_store_url: store ?? '' } : undefined
  if (needsPage(goal)) return page ? { page_id: page } : undefined
  return pixel ? { pixel_id: pixel, ...(event && { custom_event_type: event }) } : undefined
}
