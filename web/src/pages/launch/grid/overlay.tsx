import { useRef } from 'react'
import { fillDown } from '../sheet/edits.ts'
import { useSignal } from '../sheet/signals.ts'
import type { SheetStore } from '../sheet/store.ts'
import { headHeight, placeOf, rowHeight } from './measures.ts'
import { t } from '../../../languages/t.ts'

interface OverlayProps {
  sheet: SheetStore
  edges: readonly number[]
  /** Which row lies at a height of the window. */
  rowAt: (clientY: number) => number
}

/** What is chosen, drawn above the cells: so that choosing draws none of them again. */
export function Overlay({ sheet, edges, rowAt }: OverlayProps) {
  useSignal(sheet.signals, 'selection')
  useSignal(sheet.signals, 'shape')
  const { top, left, bottom, right } = sheet.range()
  const active = sheet.active()
  const box = (from: { row: number; col: number }, to: { row: number; col: number }) => ({
    top: headHeight + from.row * rowHeight,
    ...placeOf(edges, from.col, to.col),
    height: (to.row - from.row + 1) * rowHeight,
  })
  const all = box({ row: top, col: left }, { row: bottom, col: right })
  const first = box({ row: top, col: 0 }, { row: bottom, col: 0 })
  return (
    <>
      <div className="pointer-events-none absolute inset-0 z-1" aria-hidden>
        <div className="absolute border border-accent bg-accent/10" style={all} />
        <div className="absolute border-2 border-accent" style={box(active, active)} />
        <FillHandle sheet={sheet} rowAt={rowAt} at={{ top: all.top + all.height, left: all.left + all.width }} />
      </div>
      {left === 0 && (
        // The column that stays in sight covers what is drawn below it.
        <div className="pointer-events-none sticky left-0 z-2 size-0 max-md:hidden" aria-hidden>
          <div className="absolute border border-accent bg-accent/10" style={first} />
          {active.col === 0 && <div className="absolute border-2 border-accent" style={box(active, active)} />}
          {right === 0 && (
            <FillHandle sheet={sheet} rowAt={rowAt} at={{ top: all.top + all.height, left: all.left + all.width }} />
          )}
        </div>
      )}
    </>
  )
}

/** Dragged down, it fills what is chosen into the rows below; by keyboard it is Ctrl-D. */
function FillHandle({ sheet, rowAt, at }: Omit<OverlayProps, 'edges'> & { at: { top: number; left: number } }) {
  const from = useRef<{ top: number; left: number; bottom: number; right: number } | null>(null)
  return (
    <div
      title={t('Drag to fill down')}
      className="pointer-events-auto absolute size-2.5 -translate-x-1.5 -translate-y-1.5 cursor-crosshair border border-surface bg-accent"
      style={at}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = sheet.range()
      }}
      onPointerMove={(event) => {
        const range = from.current
        if (!range) return
        const row = Math.max(range.bottom, rowAt(event.clientY))
        sheet.selectRange({ row: range.top, col: range.left }, { row, col: range.right })
      }}
      onPointerUp={() => {
        const range = from.current
        from.current = null
        if (range && sheet.range().bottom > range.bottom) sheet.change(fillDown(sheet.content(), { ...sheet.range() }))
      }}
    />
  )
}
