import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { required } from '../../../../../client/src/required.ts'
import { clearRange, textsIn } from '../sheet/edits.ts'
import type { Problems } from '../sheet/problems.ts'
import { useSignal } from '../sheet/signals.ts'
import type { SheetStore } from '../sheet/store.ts'
import { linesOf, textOfLines } from '../sheet/text-table.ts'
import { Editor } from './editor.tsx'
import type { Editing } from './editor.tsx'
import { moveOn, pressed } from './keys.ts'
import { cellId, edgesOf, headHeight, numbersWidth, pinnedWidth, placeOf, rowHeight } from './measures.ts'
import { Overlay } from './overlay.tsx'
import { Head, SheetRow } from './rows.tsx'
import { t } from '../../../languages/t.ts'

interface GridProps {
  sheet: SheetStore
  problems: Problems
  onPaste: (lines: string[][]) => void
  /** Enter in a cell of media. */
  onMedia: () => void
  onLaunch: () => void
}

/** The sheet itself: a grid in the sense of ARIA, with one place in the order of Tab. */
export function Grid({ sheet, problems, onPaste, onMedia, onLaunch }: GridProps) {
  useSignal(sheet.signals, 'shape')
  useSignal(sheet.signals, 'selection')
  const { columns, rows } = sheet.content()
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const edges = useMemo(() => edgesOf(columns), [columns])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollPaddingStart: headHeight,
  })
  const idOf = (index: number) => required(rows[index], 'row').id
  const [editing, setEditing] = useState<Editing | null>(null)
  const active = sheet.active()
  const activeRow = rows[active.row]
  const activeColumn = required(columns[active.col], 'column')
  useShown(scroller, { ...active, edges })

  const begin = (mode: Editing['mode']) => {
    // At once, so that the letter that was pressed falls into the cell.
    if (!activeRow) return
    sheet.write({ rowId: activeRow.id, column: activeColumn })
    flushSync(() => setEditing({ rowId: activeRow.id, column: activeColumn, mode }))
  }
  const end = (key: string, shiftKey: boolean) => {
    setEditing(null)
    sheet.write(null)
    if (key === '') return
    grid.current?.focus()
    if (key !== 'Escape') moveOn(sheet, key, shiftKey)
  }
  const press = useKeys({ sheet, begin, onMedia, onLaunch, isMedia: activeColumn === 'media' })
  const rowAt = (clientY: number) => {
    const box = required(grid.current, 'grid').getBoundingClientRect()
    return Math.floor((clientY - box.top - headHeight) / rowHeight)
  }
  const where = editing && rows.findIndex(({ id }) => id === editing.rowId)
  const column = editing && columns.indexOf(editing.column)
  return (
    <div
      ref={scroller}
      className="relative scroll-my-20 max-h-[60dvh] min-h-64 overflow-auto rounded-lg border bg-page"
    >
      <div className="relative" style={{ width: edges.at(-1), height: headHeight + virtual.getTotalSize() }}>
        <div
          ref={grid}
          role="grid"
          tabIndex={0}
          aria-label={t('Ads to launch')}
          aria-describedby="sheet-help"
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length + 1}
          aria-multiselectable
          aria-activedescendant={activeRow && cellId(activeRow.id, activeColumn)}
          className="absolute inset-0 outline-none"
          onKeyDown={press}
          onDoubleClick={() => (activeColumn === 'media' ? onMedia() : begin('in'))}
          onPaste={(event) => {
            event.preventDefault()
            onPaste(linesOf(event.clipboardData.getData('text/plain'), '\t'))
          }}
          onCopy={(event) => copy(event, sheet)}
          onCut={(event) => (copy(event, sheet), sheet.change(clearRange(sheet.content(), sheet.range())))}
          {...choosing(sheet)}
        >
          <Head columns={columns} edges={edges} />
          {virtual.getVirtualItems().map(({ index }) => (
            <SheetRow key={idOf(index)} {...{ sheet, problems, columns, edges, index }} rowId={idOf(index)} />
          ))}
        </div>
        <Overlay sheet={sheet} edges={edges} rowAt={rowAt} />
        {editing && where !== null && where >= 0 && column !== null && column >= 0 && (
          <Editor
            key={`${editing.rowId} ${editing.column}`}
            {...{ sheet, editing }}
            place={{
              top: headHeight + where * rowHeight,
              ...placeOf(edges, column),
            }}
            onEnd={end}
          />
        )}
      </div>
    </div>
  )
}

interface Keys {
  sheet: SheetStore
  begin: (mode: Editing['mode']) => void
  onMedia: () => void
  onLaunch: () => void
  isMedia: boolean
}

function useKeys({ sheet, begin, onMedia, onLaunch, isMedia }: Keys) {
  /** After Escape, Tab leads out of the sheet. */
  const leaving = useRef(false)
  return (event: React.KeyboardEvent) => {
    const { key } = event
    const withCtrl = event.ctrlKey || event.metaKey
    if (key === 'Tab' && leaving.current) return
    leaving.current = key === 'Escape' || (leaving.current && key === 'Shift')
    if (key === 'Enter' && withCtrl) onLaunch()
    else if (key === 'Enter' && isMedia) onMedia()
    else if (key === 'Enter' || key === 'F2') begin('in')
    else if (key.length === 1 && !withCtrl && !event.altKey) return begin('over')
    else if (!pressed(sheet, event)) return
    event.preventDefault()
  }
}

/** By mouse: press to choose a cell, drag or Shift to choose several, press a row's number to choose the row. */
function choosing(sheet: SheetStore) {
  const placeOf = (event: React.PointerEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-row]')
    if (!cell) return null
    const isRow = 'number' in cell.dataset
    return { row: Number(cell.dataset.row), col: isRow ? 0 : Number(cell.dataset.col), isRow }
  }
  return {
    onPointerDown: (event: React.PointerEvent) => {
      const place = placeOf(event)
      if (!place || event.button !== 0) return
      if (place.isRow)
        sheet.selectRange({ row: place.row, col: sheet.content().columns.length - 1 }, { row: place.row, col: 0 })
      else sheet.select(place, event.shiftKey)
    },
    onPointerOver: (event: React.PointerEvent) => {
      const place = (event.buttons & 1) === 1 && event.pointerType === 'mouse' ? placeOf(event) : null
      if (place && !place.isRow) sheet.select(place, true)
    },
  }
}

function copy(event: React.ClipboardEvent, sheet: SheetStore): void {
  event.preventDefault()
  event.clipboardData.setData('text/plain', textOfLines(textsIn(sheet.content(), sheet.range())))
}

/** The active cell is always in sight. */
function useShown(
  scroller: React.RefObject<HTMLDivElement | null>,
  { row, col, edges }: { row: number; col: number; edges: readonly number[] },
): void {
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const top = row * rowHeight
    const place = placeOf(edges, col)
    const left = col === 0 ? 0 : place.left - numbersWidth - pinnedWidth(edges)
    const right = place.left + place.width
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + headHeight + rowHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top + headHeight + rowHeight - box.clientHeight
    if (left < box.scrollLeft) box.scrollLeft = left
    else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = Math.min(left, right - box.clientWidth)
  }, [scroller, row, col, edges])
}
