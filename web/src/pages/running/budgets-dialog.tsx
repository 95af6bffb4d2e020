import { useState } from 'react'
import type { Entity } from '../../../../client/src/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select.tsx'
import type { Acts } from './acts.ts'
import { amountIn } from './amount.ts'
import { t } from '../../languages/t.ts'

const ways = {
  raise: t('Raise by per cent'),
  lower: t('Lower by per cent'),
  set: t('Set to an amount'),
} as const
type BudgetChange = keyof typeof ways

/** Money has two digits in most currencies; the platform rounds where it has none. */
const rounded = (amount: number) => Math.round(amount * 100) / 100

function amountAfter(way: BudgetChange, value: number, amount: number): number {
  if (way === 'set') return value
  return rounded(amount * (1 + (way === 'raise' ? value : -value) / 100))
}

/** The budgets of what is chosen, all at once; what becomes of each is shown before anything is sent. */
export function BudgetsDialog({ chosen, acts, onClose }: { chosen: Entity[]; acts: Acts; onClose: () => void }) {
  const [way, setWay] = useState<BudgetChange>('raise')
  const [text, setText] = useState('20')
  const value = amountIn(text)
  const isWrong = value === null || (way === 'lower' && value >= 100)
  const having = chosen.filter((entity) => acts.budgetOf(entity).amount !== null)
  const go = () => {
    onClose()
    if (value === null) return
    acts.setBudgets(
      having.map((entity) => ({ entity, amount: amountAfter(way, value, acts.budgetOf(entity).amount ?? 0) })),
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Budgets of {having}', { having: having.length })}
      lead={
        having.length < chosen.length
          ? t('{chosen} of the chosen have no budget of their own: their campaign or ad set has it.', {
              chosen: chosen.length - having.length,
            })
          : undefined
      }
      actions={
        <Button look="main" disabled={isWrong || having.length === 0} onClick={go}>
          {t('See what becomes of them …')}
        </Button>
      }
    >
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label={t('How')}
          options={Object.entries(ways).map(([name, label]) => ({ value: name, label }))}
          value={way}
          onChange={(next) => setWay(next as BudgetChange)}
        />
        <TextField
          label={way === 'set' ? t('Amount') : t('Per cent')}
          inputMode="decimal"
          className="w-28!"
          value={text}
          problem={isWrong && text !== '' ? t('must be above 0') : null}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
