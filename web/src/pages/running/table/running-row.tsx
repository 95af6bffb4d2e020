import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { Entity } from '../../../../../client/src/index.ts'
import { platformOf } from '../../../data/platforms.ts'
import { AdPicture } from '../../../ui/ad-picture.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/classes.ts'
import { ago } from '../../../ui/words/format.ts'
import { PlatformMark } from '../../../ui/platform-mark.tsx'
import { SandboxOrLive } from '../../../ui/sandbox-or-live.tsx'
import type { Acts } from '../acts.ts'
import { BudgetCell } from './budget-cell.tsx'
import { isFact, isRight } from '../columns/columns.ts'
import type { Fact } from '../columns/columns.ts'
import { lineId } from './row-keys.ts'
import { StateCell } from './state-cell.tsx'
import { Figure } from './figure.tsx'
import { t } from '../../../languages/t.ts'

export const rowHeight = 52

interface RowProps {
  row: Entity
  /** How deep it stands in a tree, and whether what is in it is shown; null: there is nothing to open. */
  depth: number
  isBranch: boolean | null
  /** The keyboard is on it. */
  isHere: boolean
  /** Whether its account is in the sandbox; undefined: it is not known yet. */
  isSandbox: boolean | undefined
  columns: string[]
  acts: Acts
  isChosen: boolean
  isOpen: boolean
  onOpen: (row: Entity) => void
  onChoose: (row: Entity, isChosen: boolean) => void
  onToggle: (row: Entity) => void
  onFocus: (row: Entity) => void
}

export const RunningRow = memo(function RunningRow({
  row,
  depth,
  isBranch,
  isHere,
  isSandbox,
  columns,
  acts,
  isChosen,
  isOpen,
  ...on
}: RowProps) {
  const name = row.name ?? row.id
  const problem = acts.problemOf(row)
  return (
    <tr
      id={lineId(row)}
      data-row={row.id}
      tabIndex={isHere ? 0 : -1}
      aria-selected={isChosen}
      {...(isBranch === null && depth === 0 ? {} : { 'aria-level': depth + 1, 'aria-expanded': isBranch ?? undefined })}
      onFocus={() => on.onFocus(row)}
      style={{ height: rowHeight }}
      className={cx(
        '-outline-offset-2',
        isChosen ? 'bg-accent-soft' : isOpen ? 'bg-raised' : 'bg-surface hover:bg-raised',
      )}
    >
      <td className="border-b border-hair px-3">
        <input
          type="checkbox"
          aria-label={t('Choose {name}', { name })}
          className="size-4 accent-(--accent-strong)"
          checked={isChosen}
          onChange={({ target }) => on.onChoose(row, target.checked)}
        />
      </td>
      <th
        scope="row"
        className="sticky left-0 z-1 max-w-96 min-w-64 border-b border-hair bg-inherit px-3 text-left font-normal max-md:static max-md:max-w-52 max-md:min-w-52 max-md:px-2"
      >
        <span className="flex items-center gap-2" style={{ paddingLeft: `${depth * 1.25}rem` }}>
          {isBranch !== null && (
            <IconButton
              small
              className="-ml-2 shrink-0"
              label={`${isBranch ? t('Close') : t('Open')} ${name}`}
              icon={<ChevronRight size={15} className={cx(isBranch && 'rotate-90')} aria-hidden />}
              onClick={() => on.onToggle(row)}
            />
          )}
          {row.level === 'ad' && <AdPicture small accountId={row.accountId} adId={row.id} className="size-9 rounded" />}
          <span className="min-w-0">
            <span className="flex items-center gap-1.5">
              <PlatformMark name={row.platform} />
              <button
                type="button"
                title={name}
                aria-expanded={isOpen}
                onClick={() => on.onOpen(row)}
                className="truncate text-left font-medium hover:underline"
              >
                {name}
              </button>
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
      {columns.map((column) => (
        <td
          key={column}
          className={cx(
            'border-b border-hair px-3 whitespace-nowrap',
            isRight(column) ? 'text-right tabular-nums' : 'max-w-60 truncate text-[13px] text-muted',
          )}
        >
          {isFact(column) ? (
            <FactCell name={column} row={row} acts={acts} />
          ) : (
            <Figure name={column} figures={row.figures} change={row.changePercent} currency={row.currency} />
          )}
        </td>
      ))}
    </tr>
  )
})

/** The account, and what it stands in. */
export function whereIs({ level, platform, accountName, campaignName, adSetName }: Entity): string {
  const above = level === 'campaign' ? [] : level === 'adset' ? [campaignName] : [campaignName, adSetName]
  const what = level === 'ad' ? '' : platformOf(platform).levels[level]
  return [what, accountName, ...above].filter(Boolean).join(' · ')
}

function FactCell({ name, row, acts }: { name: Fact; row: Entity; acts: Acts }) {
  switch (name) {
    case 'state':
      return <StateCell row={row} acts={acts} />
    case 'dailyBudget':
      return <BudgetCell row={row} acts={acts} />
    case 'createdTime':
      return <>{ago(row.createdTime)}</>
    case 'learningPhase':
      return <>{row.learningPhase ?? '–'}</>
    default:
      return <span title={row[name] ?? undefined}>{row[name] ?? '–'}</span>
  }
}
