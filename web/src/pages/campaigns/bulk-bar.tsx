import { Pause, Play, X } from 'lucide-react'
import { useState } from 'react'
import type { Switched } from '../../data/campaigns/campaign-writes.ts'
import { Button } from '../../ui/button.tsx'
import { isOn } from './status-words.ts'
import { useTree } from './tree-state.tsx'
import { t } from '../../languages/t.ts'

interface Done {
  isOn: boolean
  outcomes: Switched[]
}

/** What can be done with all that is chosen, and the way back afterwards. */
export function BulkBar() {
  const { selected, clearSelection, switchTo, switching, mayManage } = useTree()
  const [done, setDone] = useState<Done | null>(null)
  const chosen = [...selected.values()]
  const isBusy = switching.size > 0
  const run = (isWanted: boolean) => {
    setDone(null)
    switchTo(chosen, isWanted, (outcomes) => (setDone({ isOn: isWanted, outcomes }), clearSelection()))
  }
  if (chosen.length === 0) return done ? <Outcome done={done} close={() => setDone(null)} /> : null
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-lg border bg-surface px-3 py-2">
      <span className="mr-2 font-medium">{t('{chosen} chosen', { chosen: chosen.length })}</span>
      <Button
        small
        icon={<Pause size={14} aria-hidden />}
        busy={isBusy}
        disabled={!mayManage}
        onClick={() => run(false)}
      >
        {t('Pause')}
      </Button>
      <Button small icon={<Play size={14} aria-hidden />} busy={isBusy} disabled={!mayManage} onClick={() => run(true)}>
        {t('Resume')}
      </Button>
      <Button small look="quiet" icon={<X size={14} aria-hidden />} onClick={clearSelection}>
        {t('Choose none')}
      </Button>
    </div>
  )
}

function Outcome({ done: { isOn: wasTurnedOn, outcomes }, close }: { done: Done; close: () => void }) {
  const { switchTo } = useTree()
  const went = outcomes.filter(({ problem }) => problem === null).map(({ entity }) => entity)
  const failed = outcomes.length - went.length
  // What stood so before is not moved by the way back.
  const moved = went.filter(({ status }) => isOn(status) !== wasTurnedOn)
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 rounded-lg border bg-surface px-3 py-2">
      <span>{outcomeWords(wasTurnedOn, went.length, failed)}</span>
      {moved.length > 0 && (
        <Button small onClick={() => (close(), switchTo(moved, !wasTurnedOn))}>
          {wasTurnedOn
            ? t({ one: 'Pause it again', other: 'Pause them again' }, { count: moved.length })
            : t({ one: 'Resume it again', other: 'Resume them again' }, { count: moved.length })}
        </Button>
      )}
      <Button small look="quiet" onClick={close}>
        {t('Close')}
      </Button>
    </div>
  )
}

function outcomeWords(wasTurnedOn: boolean, went: number, failed: number): string {
  if (failed === 0) return wasTurnedOn ? t('{went} resumed.', { went }) : t('{went} paused.', { went })
  return wasTurnedOn
    ? t('{went} resumed, {failed} failed: why stands below each.', { went, failed })
    : t('{went} paused, {failed} failed: why stands below each.', { went, failed })
}
