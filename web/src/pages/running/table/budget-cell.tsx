import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '../../../../../client/src/index.ts'
import { money } from '../../../ui/words/format.ts'
import { amountIn } from '../amount.ts'
import type { Acts } from '../acts.ts'
import { t } from '../../../languages/t.ts'

/** A budget, changed where it stands: Enter saves, Escape leaves it. What was refused is said in its place. */
export function BudgetCell({ row, acts }: { row: Entity; acts: Acts }) {
  const [text, setText] = useState<string | null>(null)
  const { amount, isDaily } = acts.budgetOf(row)
  const name = row.name ?? row.id
  if (amount === null) return <span>–</span>
  if (text === null || acts.isBusy(row)) {
    return (
      <>
        <button
          type="button"
          data-budget
          disabled={!acts.mayManage || acts.isBusy(row)}
          onClick={() => setText(String(amount))}
          className="-mr-1 inline-flex items-center gap-1 rounded px-1 enabled:hover:bg-raised"
        >
          {acts.mayManage && <Pencil size={11} className="text-muted" aria-hidden />}
          {money(amount, row.currency)}
          <span className="sr-only">: {t('change the budget of {name}', { name })}</span>
        </button>
        <span className="block text-xs text-muted">{isDaily ? t('a day') : t('in all')}</span>
      </>
    )
  }
  const wanted = amountIn(text)
  const save = () => {
    if (wanted === null) return
    setText(null)
    if (wanted !== amount) acts.setBudgets([{ entity: row, amount: wanted }])
  }
  return (
    <form onSubmit={(event) => (event.preventDefault(), save())}>
      <input
        autoFocus
        inputMode="decimal"
        aria-label={t('Budget of {name} in {currency}', { name, currency: row.currency })}
        aria-invalid={wanted === null}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && (event.stopPropagation(), setText(null))}
        onBlur={() => setText(null)}
        className="h-7 w-24 rounded border border-field bg-surface px-1.5 text-right aria-[invalid=true]:border-bad"
      />
      <span className="block text-xs text-muted">{t('Enter saves')}</span>
    </form>
  )
}
