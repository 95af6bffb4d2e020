import { memo } from 'react'
import type { Entity } from '../../../../client/src/index.ts'
import { platformOf } from '../../data/platforms.ts'
import { AdPicture } from '../../ui/ad-picture.tsx'
import { cx } from '../../ui/classes.ts'
import { money } from '../../ui/format.ts'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { SandboxOrLive } from '../../ui/sandbox-or-live.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Figure } from './figure.tsx'
import type { Switches } from './switches.ts'

export const rowHeight = 52

interface RowProps {
  row: Entity
  /** Whether its account is in the sandbox; undefined: it is not known yet. */
  isSandbox: boolean | undefined
  figures: string[]
  switches: Switches
  /** Ads have none of their own. */
  hasBudgets: boolean
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

export const RunningRow = memo(function RunningRow({
  row,
  isSandbox,
  figures,
  switches,
  hasBudgets,
  isChosen,
  onChoose,
}: RowProps) {
  const name = row.name ?? row.id
  const problem = switches.problemOf(row)
  const isOn = switches.isOn(row)
  const canSwitch = row.state === 'active' || row.state === 'paused'
  return (
    <tr
      data-row={row.id}
      aria-selected={isChosen}
      style={{ height: rowHeight }}
      className={cx('hover:bg-raised/50', isChosen && 'bg-accent-soft')}
    >
      <td className="border-b border-hair px-3">
        <input
          type="checkbox"
          aria-label={`Choose ${name}`}
          className="size-4 accent-(--accent-strong)"
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      </td>
      <th scope="row" className="max-w-96 min-w-64 border-b border-hair px-3 text-left font-normal">
        <span className="flex items-center gap-2">
          {row.level === 'ad' && <AdPicture small accountId={row.accountId} adId={row.id} className="size-9 rounded" />}
          <span className="min-w-0">
            <span className="flex items-center gap-1.5">
              <PlatformMark name={row.platform} />
              <span className="truncate font-medium" title={name}>
                {name}
              </span>
            </span>
            <span
              className={cx('block truncate text-xs', problem === null ? 'text-muted' : 'text-bad')}
              title={problem ?? ''}
            >
              {problem ?? whereIs(row)}
            </span>
          </span>
          {isSandbox !== undefined && <SandboxOrLive of={[isSandbox]} />}
        </span>
      </th>
      <td className="border-b border-hair px-3">
        <span className="flex items-center gap-2 whitespace-nowrap text-[13px] text-muted">
          <Switch
            label={`${name} runs`}
            checked={isOn}
            disabled={!switches.mayManage || !canSwitch || switches.isBusy(row)}
            onChange={(isWanted) => switches.switchTo([row], isWanted)}
          />
          {canSwitch ? (isOn ? 'on' : 'paused') : (row.status ?? 'unknown').toLowerCase().replaceAll('_', ' ')}
        </span>
      </td>
      {hasBudgets && (
        <td className="border-b border-hair px-3 text-right whitespace-nowrap tabular-nums">{budgetOf(row)}</td>
      )}
      {figures.map((metric) => (
        <td key={metric} className="border-b border-hair px-3 text-right whitespace-nowrap tabular-nums">
          <Figure name={metric} figures={row.figures} change={row.changePercent} currency={row.currency} />
        </td>
      ))}
    </tr>
  )
})

/** The account, and what it stands in. */
function whereIs({ level, platform, accountName, campaignName, adSetName }: Entity): string {
  const above = level === 'campaign' ? [] : level === 'adset' ? [campaignName] : [campaignName, adSetName]
  const what = level === 'ad' ? '' : platformOf(platform).levels[level]
  return [what, accountName, ...above].filter(Boolean).join(' · ')
}

function budgetOf({ dailyBudget, lifetimeBudget, currency }: Entity): React.ReactNode {
  if (dailyBudget === null && lifetimeBudget === null) return '–'
  return (
    <>
      <span className="block">{money(dailyBudget ?? lifetimeBudget, currency)}</span>
      <span className="block text-xs text-muted">{dailyBudget === null ? 'in all' : 'a day'}</span>
    </>
  )
}
