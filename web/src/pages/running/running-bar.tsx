import { Pause, Play, X } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '../../../../client/src/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { money } from '../../ui/format.ts'
import { useSandboxOf } from '../../data/accounts.ts'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import type { Switches } from './switches.ts'

interface BarProps {
  chosen: Entity[]
  switches: Switches
  onClear: () => void
}

/** What can be done with all that is chosen. Pausing says what it stops first. */
export function RunningBar({ chosen, switches, onClear }: BarProps) {
  const [isAsking, ask] = useState(false)
  const sandboxOf = useSandboxOf()
  if (chosen.length === 0) return null
  const isBusy = chosen.some(switches.isBusy)
  const go = (isOn: boolean) => {
    ask(false)
    switches.switchTo(chosen, isOn)
  }
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-lg border bg-surface px-3 py-2">
      <span className="mr-2 font-medium">{chosen.length} chosen</span>
      <SandboxOrLive of={chosen.map(({ accountId }) => sandboxOf(accountId))} />
      <Button
        small
        icon={<Pause size={14} aria-hidden />}
        busy={isBusy}
        disabled={!switches.mayManage}
        onClick={() => ask(true)}
      >
        Pause …
      </Button>
      <Button
        small
        icon={<Play size={14} aria-hidden />}
        busy={isBusy}
        disabled={!switches.mayManage}
        onClick={() => go(true)}
      >
        Resume
      </Button>
      <Button small look="quiet" icon={<X size={14} aria-hidden />} onClick={onClear}>
        Choose none
      </Button>
      {isAsking && (
        <Dialog
          open
          onClose={() => ask(false)}
          title={`Pause these ${chosen.length}?`}
          lead={`Together they spent ${spentBy(chosen)} in the days that are shown. “Resume” brings them back.`}
          actions={
            <>
              <Button onClick={() => ask(false)}>Let them run</Button>
              <Button look="danger" onClick={() => go(false)}>
                Pause {chosen.length}
              </Button>
            </>
          }
        >
          {null}
        </Dialog>
      )}
    </div>
  )
}

/** Currencies are never added up. */
function spentBy(chosen: Entity[]): string {
  const byCurrency = Map.groupBy(chosen, ({ currency }) => currency)
  const sums = [...byCurrency].map(([currency, rows]) =>
    money(
      rows.reduce((sum, { figures }) => sum + (figures.spend ?? 0), 0),
      currency,
    ),
  )
  return sums.join(' and ')
}
