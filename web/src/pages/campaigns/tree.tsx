import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { required } from '../../../../client/src/required.ts'
import { Problem } from '../../ui/problem.tsx'
import { BudgetPanel } from './budget-panel.tsx'
import { EntityRow, heads, layout } from './entity-row.tsx'
import type { Row } from './tree-rows.ts'

interface TreeProps {
  label: string
  rows: Row[]
  /** Asked for when the end comes into sight; null: there is no more. */
  more: (() => void) | null
}

const usualHeight = 53

/** Only the lines in sight are drawn: an account may have thousands. */
export function Tree({ label, rows, more }: TreeProps) {
  const place = useRef<HTMLDivElement>(null)
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => usualHeight,
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 12,
  })
  const items = lines.getVirtualItems()
  const isAtEnd = (items.at(-1)?.index ?? 0) >= rows.length - 1
  useEffect(() => {
    if (isAtEnd) more?.()
  }, [isAtEnd, more])
  const step = (from: number, by: 1 | -1) => {
    const next = from + by
    if (!rows[next]) return
    if (rows[next].kind !== 'entity') return step(next, by)
    lines.scrollToIndex(next)
    const { key } = rows[next]
    requestAnimationFrame(() => document.getElementById(`name-${key}`)?.focus())
  }
  return (
    <div ref={place} className="max-h-[calc(100dvh-13rem)] min-h-40 overflow-auto rounded-lg border bg-surface">
      <div
        role="treegrid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className="[--name:15rem] min-w-[74rem] max-md:[--name:9.5rem] max-md:min-w-[64rem]"
      >
        <div role="rowgroup" className="sticky top-0 z-2 border-b bg-surface">
          <div role="row" aria-rowindex={1} className={layout}>
            {heads.map(({ name, isFigure, isHidden }) => (
              <div
                key={name}
                role="columnheader"
                className={`py-2 text-[13px] font-medium whitespace-nowrap text-muted ${isFigure ? 'text-right' : ''}`}
              >
                <span className={isHidden ? 'sr-only' : ''}>{name}</span>
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative" style={{ height: lines.getTotalSize() }}>
          {items.map(({ index, key, start }) => (
            <div
              key={key}
              ref={lines.measureElement}
              data-index={index}
              role="presentation"
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Line row={required(rows[index], 'row')} index={index + 2} step={(by) => step(index, by)} />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

interface LineProps {
  row: Row
  index: number
  step: (by: 1 | -1) => void
}

function Line({ row, index, step }: LineProps) {
  if (row.kind === 'entity')
    return <EntityRow entity={row.entity} depth={row.depth} isOpen={row.isOpen} index={index} step={step} />
  return (
    <div role="row" aria-rowindex={index} aria-level={row.depth + 1} className="border-b">
      <div role="gridcell" className="max-w-3xl px-3 py-2" style={{ paddingLeft: `${row.depth * 1.25 + 4}rem` }}>
        {row.kind === 'panel' ? <BudgetPanel entity={row.entity} /> : <Note text={row.text} error={row.error} />}
      </div>
    </div>
  )
}

function Note({ text, error }: { text: string | null; error: unknown }) {
  return (
    <>
      {text && <p className="text-muted">{text}</p>}
      <Problem error={error} />
    </>
  )
}
