import type { AssistantScope, ConsentRequest, KeySpends } from '../../../../client/src/index.ts'
import { useSession } from '../../data/session/session.ts'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import { t } from '../../languages/t.ts'

type Asks = NonNullable<ConsentRequest['asks']>

/** What a person has chosen so far. */
export interface Decision {
  scopes: AssistantScope[]
  workspaceIds: number[]
  spends: KeySpends
  /** As it was typed. */
  limit: string
  currency: string
}

interface DecideProps {
  asks: Asks
  decision: Decision
  onChange: (next: Decision) => void
  /** What is wrong with the limit. */
  problem: string | null
}

/** null: the limit can stand as it is. */
export function limitProblem({ before }: Asks, { scopes, limit }: Decision): string | null {
  const typed = limit.trim()
  if (typed === '') {
    const isNeeded = scopes.some((scope) => scope !== 'read') && !before?.dailyLimit
    return isNeeded ? t('Type how much it may let run on a day.') : null
  }
  return /^\d+(\.\d+)?$/.test(typed) ? null : t('Type an amount, such as 50 or 50.5.')
}

const spending = [
  { value: 'ask', label: t('It asks a person first') },
  { value: 'act', label: t('It acts, as far as its limit and guards let it') },
]

/** What it may do, whether it asks, and how much it may let run on a day. */
export function Decide({ asks, decision, onChange, problem }: DecideProps) {
  const isMore = decision.scopes.some((scope) => scope !== 'read')
  return (
    <>
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1 text-[13px] font-medium">{t('What it may do')}</legend>
        {asks.scopes.map(({ scope, words }) => (
          <Checkbox
            key={scope}
            label={words}
            checked={scope === 'read' || decision.scopes.includes(scope)}
            disabled={scope === 'read'}
            onChange={(event) =>
              onChange({ ...decision, scopes: toggled(decision.scopes, scope, event.target.checked) })
            }
          />
        ))}
      </fieldset>
      {isMore && (
        <>
          <Limit {...{ asks, decision, onChange, problem }} />
          {asks.mayAct && (
            <SelectField
              label={t('When it spends')}
              hint={t('What asks waits under Approvals until a person says yes.')}
              options={spending}
              value={decision.spends}
              onChange={(spends) => onChange({ ...decision, spends: spends as KeySpends })}
            />
          )}
        </>
      )}
    </>
  )
}

function toggled(scopes: AssistantScope[], scope: AssistantScope, on: boolean): AssistantScope[] {
  return on ? [...scopes, scope] : scopes.filter((other) => other !== scope)
}

/** Typed by the person: no amount stands there before. */
function Limit({ asks: { before, mayAct }, decision, onChange, problem }: DecideProps) {
  const usual = useSession().data?.company.currency ?? 'USD'
  const had = before?.dailyLimit ?? null
  const hint = had
    ? mayAct
      ? t('It has {amount} {currency}: empty, it stays. More needs a fresh sign-in.', {
          amount: had.amount,
          currency: had.currency,
        })
      : t('It has {amount} {currency}: empty, it stays. Only an admin raises it.', {
          amount: had.amount,
          currency: had.currency,
        })
    : t('More than this it cannot let run on a day, whoever approves it.')
  return (
    <div className="grid grid-cols-[2fr_1fr] gap-3">
      <TextField
        label={t('Daily limit')}
        hint={hint}
        problem={problem}
        inputMode="decimal"
        value={decision.limit}
        onChange={(event) => onChange({ ...decision, limit: event.target.value, currency: decision.currency || usual })}
      />
      <TextField
        label={t('Currency')}
        value={decision.currency || usual}
        maxLength={3}
        onChange={(event) => onChange({ ...decision, currency: event.target.value.toUpperCase() })}
      />
    </div>
  )
}
