import { Banknote, Pause, Play, Wand2, X } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '../../../../client/src/index.ts'
import { useSandboxOf } from '../../data/accounts.ts'
import { Button } from '../../ui/button.tsx'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import type { Acts } from './acts.ts'
import { BudgetsDialog } from './budgets-dialog.tsx'
import { t } from '../../languages/t.ts'

interface BarProps {
  chosen: Entity[]
  acts: Acts
  onClear: () => void
  onRule: () => void
}

/** What can be done with all that is chosen. Pausing says what it stops first. */
export function RunningBar({ chosen, acts, onClear, onRule }: BarProps) {
  const [isPlanning, plan] = useState(false)
  const sandboxOf = useSandboxOf()
  if (chosen.length === 0) return null
  const isBusy = chosen.some(acts.isBusy)
  const off = !acts.mayManage
  const hasBudgets = chosen.some((entity) => acts.budgetOf(entity).amount !== null)
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-lg border bg-surface px-3 py-2">
      <span className="mr-2 font-medium">{t('{chosen} chosen', { chosen: chosen.length })}</span>
      <SandboxOrLive of={chosen.map(({ accountId }) => sandboxOf(accountId))} />
      <Button
        small
        icon={<Pause size={14} aria-hidden />}
        busy={isBusy}
        disabled={off}
        onClick={() => acts.askPause(chosen)}
      >
        {t('Pause …')}
      </Button>
      <Button
        small
        icon={<Play size={14} aria-hidden />}
        busy={isBusy}
        disabled={off}
        onClick={() => acts.switchTo(chosen, true)}
      >
        {t('Resume')}
      </Button>
      {hasBudgets && (
        <Button small icon={<Banknote size={14} aria-hidden />} busy={isBusy} disabled={off} onClick={() => plan(true)}>
          {t('Budgets …')}
        </Button>
      )}
      <Button small icon={<Wand2 size={14} aria-hidden />} onClick={onRule}>
        {t('Make a rule …')}
      </Button>
      <Button small look="quiet" icon={<X size={14} aria-hidden />} onClick={onClear}>
        {t('Choose none')}
      </Button>
      {isPlanning && <BudgetsDialog chosen={chosen} acts={acts} onClose={() => plan(false)} />}
    </div>
  )
}
