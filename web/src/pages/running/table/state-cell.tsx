import type { Entity } from '../../../../../client/src/index.ts'
import { Switch } from '../../../ui/switch.tsx'
import type { Acts } from '../acts.ts'
import { stateWord, t } from '../../../languages/t.ts'

/** Whether it runs, and the switch for that. */
export function StateCell({ row, acts }: { row: Entity; acts: Acts }) {
  const isOn = acts.isOn(row)
  const canSwitch = row.state === 'active' || row.state === 'paused'
  return (
    <span className="flex items-center gap-2">
      <Switch
        label={t('{name} runs', { name: row.name ?? row.id })}
        checked={isOn}
        disabled={!acts.mayManage || !canSwitch || acts.isBusy(row)}
        onChange={(isWanted) => acts.switchTo([row], isWanted)}
      />
      {canSwitch ? (isOn ? t('on') : t('paused')) : stateWord(row.status ?? 'unknown')}
    </span>
  )
}
