import { Link } from '@tanstack/react-router'
import type { AdAccount } from '../../../../../client/src/index.ts'
import type { CampaignChoice, useMaking } from '../../../data/campaigns/making.ts'
import { platformOf } from '../../../data/platforms.ts'
import { useMay } from '../../../data/session/session.ts'
import { Answer } from '../../../ui/answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Preview, isRefused, willAsk } from '../../../ui/figures/preview.tsx'
import type { Rehearsed } from '../../../ui/figures/preview.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { money } from '../../../ui/words/format.ts'
import { Refused } from '../refused.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'

export type BudgetKind = 'none' | 'daily' | 'lifetime'

interface BudgetProps {
  account: AdAccount
  kind: BudgetKind
  onKind: (kind: BudgetKind) => void
  /** What it means that it has none; null: it needs one. */
  none: string | null
  daily: Omit<React.ComponentProps<typeof TextField>, 'label'>
  lifetime: Omit<React.ComponentProps<typeof TextField>, 'label'>
}

/** One budget, for a day or in all, or none. */
export function Budget({ account, kind, onKind, none, daily, lifetime }: BudgetProps) {
  const options = [
    ...(none === null ? [] : [{ value: 'none', label: none }]),
    { value: 'daily', label: t('A day') },
    { value: 'lifetime', label: t('In all') },
  ]
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField label={t('Budget')} options={options} value={kind} onChange={(word) => onKind(word as BudgetKind)} />
      {kind === 'daily' && (
        <TextField {...daily} label={t('Daily budget, in {currency}', { currency: account.currency })} />
      )}
      {kind === 'lifetime' && (
        <TextField {...lifetime} label={t('Budget in all, in {currency}', { currency: account.currency })} />
      )}
    </div>
  )
}

interface EndsProps<Wish extends { dryRun?: boolean }, Reply extends Rehearsed> {
  account: AdAccount
  level: 'campaign' | 'adset'
  of: ReturnType<typeof useMaking<Wish, Reply>>
  /** null: something is missing still. */
  wish: Wish | null
}

/** The end of every form that makes something: what would happen, then that it happens. */
export function AskAndMake<Wish extends { dryRun?: boolean }, Reply extends Rehearsed>({
  account,
  level,
  of: { plan, make, ask, isAsked },
  wish,
}: EndsProps<Wish, Reply>) {
  const may = useMay('manage')
  const word = platformOf(account.platform).levels[level]
  const isShown = wish !== null && isAsked(wish)
  const found = isShown ? plan.data : null
  return (
    <div className="flex flex-col gap-3">
      {isShown && (
        <Answer of={plan} what={t('what would happen')}>
          {(found) => found && <Preview of={found}>{t('It would be made in {name}.', { name: account.name })}</Preview>}
        </Answer>
      )}
      <Refused error={make.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          type="submit"
          busy={isShown && plan.isFetching}
          disabled={wish === null}
          onClick={() => wish && ask(wish)}
        >
          {t('What would happen')}
        </Button>
        <Button
          look="main"
          busy={make.isPending}
          disabled={!may || !found || plan.isFetching || isRefused(found)}
          onClick={() => wish && make.mutate(wish)}
        >
          {found && willAsk(found) ? t('Ask for approval') : t('Make the {word}', { word })}
        </Button>
      </div>
    </div>
  )
}

type Held = Pick<CampaignChoice, 'dailyBudget' | 'lifetimeBudget'>

/** What a campaign that holds the budget may spend. */
export function heldWords({ currency }: AdAccount, { dailyBudget, lifetimeBudget }: Held): string {
  return dailyBudget === null
    ? t('The campaign holds the budget: {budget} in all.', { budget: money(lifetimeBudget, currency) })
    : t('The campaign holds the budget: {budget} a day.', { budget: money(dailyBudget, currency) })
}

interface CreatedProps {
  account: AdAccount
  level: 'campaign' | 'adset'
  id: string
  name: string
  onAgain: () => void
}

/** What was made, and where somebody goes from there. */
export function Made({ account, level, id, name, onAgain }: CreatedProps) {
  const { levels } = platformOf(account.platform)
  const search = { account: account.id }
  return (
    <div role="status" className="flex flex-col gap-3 rounded-lg border border-good bg-good-soft p-4">
      <p className="wrap-anywhere">
        {rich('The {level} {name} is there. Its id is {id}.', {
          level: levels[level],
          name: <b className="font-medium">{name}</b>,
          id: <code>{id}</code>,
        })}
      </p>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {level === 'campaign' && (
          <Link to="/campaigns/new-ad-set" search={{ ...search, campaign: id }} className="text-accent underline">
            {t('Make the first {adset} in it', { adset: levels.adset })}
          </Link>
        )}
        {level === 'adset' && (
          <Link to="/launch" search={{}} className="text-accent underline">
            {t('Launch ads into it')}
          </Link>
        )}
        <Link to="/campaigns" search={search} className="text-accent underline">
          {t('See it among the campaigns')}
        </Link>
        <button type="button" className="text-accent underline" onClick={onAgain}>
          {t('Make another one')}
        </button>
      </div>
    </div>
  )
}
