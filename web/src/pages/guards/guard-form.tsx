import { useState } from 'react'
import type { AdAccount, GuardBasis, GuardMode, SpendGuard, SpendGuardInput } from '../../../../client/src/index.ts'
import { useAccounts } from '../../data/accounts.ts'
import { refusalIn } from '../../data/client/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useActors } from './actors.ts'
import { Preview } from './preview.tsx'
import { platformOptions, titleOf } from '../../data/platforms.ts'
import { t } from '../../languages/t.ts'

const modes = [
  { value: 'refuse', label: t('refuse: it does not happen') },
  { value: 'ask', label: t('ask: a person decides') },
  { value: 'warn', label: t('warn: it happens, and is told') },
]

const bases = [
  { value: 'commitments', label: t('spend, and all that runs') },
  { value: 'spend', label: t('spend, and what we let run today') },
]

const limits = {
  dailyCap: t('Daily cap'),
  monthlyCap: t('Monthly cap'),
  largestBudget: t('Largest single budget'),
  largestRaise: t('Largest raise (amount)'),
  largestRaisePercent: t('Largest raise (percent)'),
  largestBatch: t('Largest batch (ads)'),
  notAfterHour: t('Nothing after (hour, 0 to 23)'),
}
type Limit = keyof typeof limits
const limitNames = Object.keys(limits) as Limit[]

interface FormProps {
  /** null: a new one. */
  guard: SpendGuard | null
  busy: boolean
  error: unknown
  onClose: () => void
  onSave: (guard: SpendGuardInput) => void
}

type Draft = Omit<SpendGuardInput, Limit> & Record<Limit, string>

function draftOf(guard: SpendGuard | null, currency: string): Draft {
  const typed = Object.fromEntries(limitNames.map((name) => [name, guard?.[name]?.toString() ?? '']))
  return { ...(guard ?? { currency, mode: 'refuse' }), ...(typed as Record<Limit, string>) }
}

/** An empty field is no limit; what is not a number goes to the service as it is not, and comes back as a problem of its field. */
function inputOf(draft: Draft): SpendGuardInput {
  const numbers = limitNames.map((name) => [name, draft[name].trim() === '' ? null : Number(draft[name])])
  return { ...draft, ...(Object.fromEntries(numbers) as Record<Limit, number | null>) }
}

type Account = Pick<AdAccount, 'id' | 'name' | 'platform' | 'currency'>

/** Those of the chosen platform, each with its own: several can have one name. */
const accountOptions = (accounts: readonly Account[], platform: string | null | undefined) =>
  accounts
    .filter((each) => !platform || each.platform === platform)
    .map((each) => ({ value: each.id, label: `${each.name} · ${titleOf(each.platform)} · ${each.id}` }))

/** An account has one platform, and a currency that its caps are best said in. */
function accountOf(accounts: readonly Account[], id: string): Partial<Draft> {
  const found = accounts.find((each) => each.id === id)
  return found ? { accountId: id, platform: found.platform, currency: found.currency } : { accountId: null }
}

export function GuardForm({ guard, busy, error, onClose, onSave }: FormProps) {
  const accounts = useAccounts().data ?? []
  const { options: actors, nameOf } = useActors()
  const [draft, setDraft] = useState(() => draftOf(guard, accounts[0]?.currency ?? 'USD'))
  const set = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }))
  const problem = (field: string) => refusalIn(error)?.issues.find(({ path }) => path.endsWith(field))?.message
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={guard ? t('Change the guard') : t('New guard')}
      lead={t('Leave a limit empty where there is none.')}
      actions={
        <Button look="main" busy={busy} onClick={() => onSave(inputOf(draft))}>
          {t('Set the guard')}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-3 md:grid-cols-3">
        <TextField
          label={t('Name')}
          value={draft.name ?? ''}
          onChange={(event) => set({ name: event.target.value || null })}
        />
        <SelectField
          label={t('Platform')}
          options={[{ value: '', label: t('All') }, ...platformOptions(accounts.map(({ platform }) => platform))]}
          value={draft.platform ?? ''}
          onChange={(platform) => set({ platform: platform || null, accountId: null })}
        />
        <SelectField
          label={t('Ad account')}
          options={[{ value: '', label: t('All') }, ...accountOptions(accounts, draft.platform)]}
          value={draft.accountId ?? ''}
          onChange={(id) => set(accountOf(accounts, id))}
        />
        <TextField
          label={t('Campaigns named like')}
          hint={t('* stands for anything.')}
          value={draft.campaignPattern ?? ''}
          problem={problem('campaignPattern')}
          onChange={(event) => set({ campaignPattern: event.target.value || null })}
        />
        <TextField
          label={t('Currency')}
          value={draft.currency}
          problem={problem('currency')}
          onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
        />
        <SelectField
          label={t('Mode')}
          options={modes}
          value={draft.mode}
          onChange={(mode) => set({ mode: mode as GuardMode })}
        />
        <SelectField
          label={t('By##whose writes a guard counts')}
          hint={draft.by ? t('Counts what these writes let run today, by itself.') : undefined}
          options={[
            { value: '', label: t('Everybody') },
            ...(draft.by && !actors.some(({ value }) => value === draft.by)
              ? [{ value: draft.by, label: nameOf(draft.by) }]
              : []),
            ...actors,
          ]}
          value={draft.by ?? ''}
          problem={problem('by')}
          onChange={(by) => set(by ? { by, stop: false } : { by: null })}
        />
        {!draft.by && (
          <SelectField
            label={t('Caps count')}
            options={bases}
            value={draft.basis ?? 'commitments'}
            onChange={(basis) => set({ basis: basis as GuardBasis })}
          />
        )}
        {limitNames.map((name) => (
          <TextField
            key={name}
            label={limits[name]}
            inputMode="decimal"
            value={draft[name]}
            problem={problem(name)}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        ))}
      </div>
      <div className="flex flex-col gap-2">
        <Checkbox
          label={t('Overdelivery: a daily budget counts with what its platform may spend beyond it on a day')}
          checked={draft.overdelivery ?? false}
          onChange={(event) => set({ overdelivery: event.target.checked })}
        />
        <Checkbox
          label={t('Stop: pause what spends when a cap is reached')}
          checked={draft.stop ?? false}
          disabled={Boolean(draft.by)}
          onChange={(event) => set({ stop: event.target.checked })}
        />
        <Checkbox
          label={t('Four eyes: whoever asked cannot approve')}
          checked={draft.fourEyes ?? false}
          onChange={(event) => set({ fourEyes: event.target.checked })}
        />
      </div>
      <Preview guard={inputOf(draft)} />
      <Problem error={error} />
    </Dialog>
  )
}
