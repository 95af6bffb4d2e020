import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Entity, EntityTotals } from '../../../../client/src/index.ts'
import { required } from '../../../../client/src/required.ts'
import type { RunningSearch } from '../../app/search.ts'
import { useSandboxOf } from '../../data/accounts.ts'
import { entityKey } from '../../data/entities.ts'
import { metricTitle } from '../../data/metric-title.ts'
import { cx } from '../../ui/classes.ts'
import { count } from '../../ui/format.ts'
import { Figure } from './figure.tsx'
import { figuresOf } from './query.ts'
import { rowHeight, RunningRow } from './running-row.tsx'
import type { ChangeSearch } from './query.ts'
import type { Switches } from './switches.ts'

interface TableProps {
  rows: Entity[]
  totals: EntityTotals[]
  search: RunningSearch
  onChange: ChangeSearch
  switches: Switches
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  /** The last rows are in sight: more are wanted. */
  onEnd: () => void
}

/** So many rows before the end the next page is read. */
const readAhead = 40

/** Only the rows in sight are drawn, however many there are; totals and titles stay in sight. */
export function RunningTable({ rows, totals, search, onChange, switches, chosen, onChoose, onEnd }: TableProps) {
  const place = useRef<HTMLDivElement>(null)
  const figures = figuresOf(search)
  const sandboxOf = useSandboxOf()
  const hasBudgets = (search.level ?? 'ad') !== 'ad'
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => entityKey(required(rows[at], 'row')),
    overscan: 10,
  })
  const inSight = drawn.getVirtualItems()
  const last = inSight.at(-1)?.index ?? 0
  useEffect(() => {
    if (last > rows.length - readAhead) onEnd()
  }, [last, rows.length])
  const before = inSight[0]?.start ?? 0
  const after = drawn.getTotalSize() - (inSight.at(-1)?.end ?? 0)
  const toggle = (row: Entity, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(entityKey(row))
    else next.delete(entityKey(row))
    onChoose(next)
  }
  return (
    <div
      ref={place}
      tabIndex={0}
      role="region"
      aria-label="Everything that runs"
      className="max-h-[70vh] overflow-auto rounded-lg border bg-surface"
    >
      <table aria-rowcount={rows.length} className="w-full border-separate border-spacing-0">
        <thead className="sticky top-0 z-2 bg-surface">
          <tr>
            <th scope="col" className="w-9 border-b px-3 text-left">
              <input
                type="checkbox"
                aria-label="Choose all that were read"
                className="size-4 accent-(--accent-strong)"
                checked={rows.length > 0 && chosen.size === rows.length}
                onChange={({ target }) => onChoose(new Set(target.checked ? rows.map(entityKey) : []))}
              />
            </th>
            <Head name="name" title="Name" search={search} onChange={onChange} />
            <th scope="col" className="border-b px-3 text-left text-[13px] font-medium text-muted">
              State
            </th>
            {hasBudgets && <Head name="dailyBudget" title="Budget" search={search} onChange={onChange} isFigure />}
            {figures.map((name) => (
              <Head key={name} name={name} title={metricTitle(name)} search={search} onChange={onChange} isFigure />
            ))}
          </tr>
          {totals.map((total) => (
            <Total
              key={total.currency}
              {...{ total, figures }}
              isOne={totals.length === 1}
              columns={hasBudgets ? 3 : 2}
            />
          ))}
        </thead>
        <tbody>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {inSight.map(({ index, key }) => {
            const row = required(rows[index], 'row')
            return (
              <RunningRow
                key={String(key)}
                {...{ row, figures, switches, hasBudgets }}
                isSandbox={sandboxOf(row.accountId)}
                isChosen={chosen.has(entityKey(row))}
                onChoose={(isChosen) => toggle(row, isChosen)}
              />
            )
          })}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps {
  name: string
  title: string
  search: RunningSearch
  onChange: ChangeSearch
  isFigure?: boolean
}

function Head({ name, title, search, onChange, isFigure = false }: HeadProps) {
  const isSorted = (search.sort ?? 'spend') === name
  const isUp = search.up ?? false
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}
      className={cx('border-b px-1 py-1', isFigure ? 'text-right' : 'text-left')}
    >
      <button
        type="button"
        onClick={() => onChange({ sort: name, up: isSorted ? !isUp || undefined : !isFigure || undefined })}
        className="inline-flex items-center gap-1 rounded px-2 py-1 text-[13px] font-medium whitespace-nowrap text-muted hover:bg-raised"
      >
        {isSorted && <Arrow size={13} aria-hidden />}
        {title}
      </button>
    </th>
  )
}

interface TotalProps {
  total: EntityTotals
  figures: string[]
  isOne: boolean
  /** How many stand before the figures. */
  columns: number
}

function Total({ total, figures, isOne, columns }: TotalProps) {
  const { currency, figures: sums, changePercent } = total
  return (
    <tr className="bg-page font-semibold" data-total={currency}>
      <td className="border-b" />
      <th scope="row" className="border-b px-3 py-1.5 text-left" colSpan={columns}>
        {isOne ? 'Total' : `Total in ${currency}`} of {count(total.count)}
      </th>
      {figures.map((name) => (
        <td key={name} className="border-b px-3 py-1.5 text-right whitespace-nowrap tabular-nums">
          <Figure name={name} figures={sums} change={changePercent} currency={currency} />
        </td>
      ))}
    </tr>
  )
}
