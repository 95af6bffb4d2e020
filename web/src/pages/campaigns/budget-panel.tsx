import { useState } from 'react'
import type { BudgetChanged } from '../../../../client/src/index.ts'
import { setBudget } from '../../data/campaigns/campaign-writes.ts'
import { keyOf } from '../../data/campaigns/campaigns.ts'
import type { Entity } from '../../data/campaigns/campaigns.ts'
import { issueAt, refusalIn } from '../../data/client/refusal.ts'
import { useWrite } from '../../data/client/write.ts'
import { Button } from '../../ui/button.tsx'
import { Costs } from '../../ui/figures/costs.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { money } from '../../ui/words/format.ts'
import { Refused } from './refused.tsx'
import { useTree } from './tree-state.tsx'
import { t } from '../../languages/t.ts'

/** What stands below a line of the tree. */
export function BudgetPanel({ entity }: { entity: Entity }) {
  const { panels, setPanel } = useTree()
  const panel = panels[keyOf(entity)]
  const close = () => setPanel(entity, null)
  if (panel?.kind === 'problem') {
    return (
      <div className="flex flex-col items-start gap-2">
        <Refused error={panel.problem} />
        <Button small onClick={close}>
          {t('Close')}
        </Button>
      </div>
    )
  }
  if (panel?.kind === 'changed') return <Changed entity={entity} changed={panel.changed} close={close} />
  return panel ? <BudgetForm entity={entity} text={panel.text} close={close} /> : null
}

const amountIn = ({ dailyBudget, lifetimeBudget }: BudgetChanged['old']) => dailyBudget ?? lifetimeBudget

/** How it was and how it is, and the way back. */
function Changed({ entity, changed, close }: { entity: Entity; changed: BudgetChanged; close: () => void }) {
  const { account, setPanel } = useTree()
  const before = amountIn(changed.old)
  const back = useWrite(setBudget, { then: (undone) => setPanel(entity, { kind: 'changed', changed: undone }) })
  return (
    <div className="flex flex-col items-start gap-2">
      <p role="status">
        {t('The budget went from {before} to {amountIn}.', {
          before: money(before, changed.currency),
          amountIn: money(amountIn(changed.new), changed.currency),
        })}
        <Sharing changed={changed} />
      </p>
      <Refused error={back.error} />
      <div className="flex gap-2">
        {before !== null && (
          <Button
            small
            busy={back.isPending}
            onClick={() => back.mutate({ account, entity, amount: before, allowShared: true, dryRun: false })}
          >
            {t('Change it back')}
          </Button>
        )}
        <Button small look="quiet" onClick={close}>
          {t('Close')}
        </Button>
      </div>
    </div>
  )
}

function Sharing({ changed: { campaigns = [] } }: { changed: BudgetChanged }) {
  return campaigns.length === 0 ? null : (
    <> {t('These spend from it: {campaigns}.', { campaigns: campaigns.map(({ name }) => name).join(', ') })}</>
  )
}

function BudgetForm({ entity, text, close }: { entity: Entity; text: string; close: () => void }) {
  const { account, setPanel } = useTree()
  const [allowShared, setAllowShared] = useState(false)
  const amount = Number(text.replace(',', '.'))
  const isAmount = text.trim() !== '' && Number.isFinite(amount) && amount > 0
  const ask = useWrite(setBudget, {
    then: (changed, { dryRun }) => dryRun || setPanel(entity, { kind: 'changed', changed }),
  })
  const send = (dryRun: boolean) => ask.mutate({ account, entity, amount, allowShared, dryRun })
  const issue = refusalIn(ask.error)?.issues.find(({ path }) => /Budget$/.test(path))
  const isShared = issueAt(ask.error, 'allowShared') !== undefined
  const problem = text !== '' && !isAmount ? t('must be an amount of money above 0') : (issue?.message ?? null)
  const kind = entity.dailyBudget === null ? t('Budget for its whole life') : t('Daily budget')
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => (event.preventDefault(), isAmount && send(false))}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-48">
          <TextField
            label={t('{kind} in {currency}', { kind, currency: account.currency })}
            inputMode="decimal"
            autoFocus
            value={text}
            problem={problem}
            onChange={(event) => (ask.reset(), setPanel(entity, { kind: 'budget', text: event.target.value }))}
          />
        </div>
        <Button type="submit" look="main" busy={ask.isPending && !ask.variables.dryRun} disabled={!isAmount}>
          {t('Save')}
        </Button>
        <Button busy={ask.isPending && ask.variables.dryRun} disabled={!isAmount} onClick={() => send(true)}>
          {t('Try it first')}
        </Button>
        <Button look="quiet" onClick={close}>
          {t('Cancel')}
        </Button>
      </div>
      {(isShared || allowShared) && (
        <Checkbox
          label={t('Change it for all campaigns that spend from this budget')}
          checked={allowShared}
          onChange={(event) => setAllowShared(event.target.checked)}
        />
      )}
      {!issue && <Refused error={ask.error} />}
      {ask.data?.dryRun && <Rehearsed changed={ask.data} />}
    </form>
  )
}

function Rehearsed({ changed }: { changed: BudgetChanged }) {
  return (
    <div role="status">
      <p>
        {t('Nothing was changed. It would go from {amountIn} to {amountIn2}.', {
          amountIn: money(amountIn(changed.old), changed.currency),
          amountIn2: money(amountIn(changed.new), changed.currency),
        })}
        <Sharing changed={changed} />
      </p>
      <Costs goesLive={changed.goesLive} exposure={changed.exposure} />
      {changed.guards?.map(({ guard, message }) => (
        <p key={guard} className="text-warn">
          {message}
        </p>
      ))}
    </div>
  )
}
