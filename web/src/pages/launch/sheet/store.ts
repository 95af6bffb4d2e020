import { addRows } from './edits.ts'
import type { Content } from './edits.ts'
import { createHistory } from './history.ts'
import { rangeOf } from './range.ts'
import type { CellPosition, Range } from './range.ts'
import { createSignals } from './signals.ts'
import type { Signals } from './signals.ts'

/**
 * The sheet that somebody works on. It lies outside of React, and whoever draws a part of it is told of changes to that part alone:
 * `shape` (which rows and columns there are), `content` (any cell), `selection`, `history`, and each cell by itself.
 */
export interface SheetStore {
  signals: Signals
  content(): Content
  /** Edits with the same name that follow each other are one step back. */
  change(next: Content, name?: string): void
  /** What is better known of it, such as the id behind a name: no step back. */
  amend(next: Content): void
  /** What another tab wrote comes in, here and in all steps back: taking one's own back takes nothing back of theirs. */
  adopt(put: (content: Content) => Content): void
  /** Begins anew: there is no way back before it. */
  replace(next: Content): void
  undo(): void
  redo(): void
  canUndo(): boolean
  canRedo(): boolean
  /** The cell that is being written in. */
  writing(): WrittenCell | null
  write(cell: WrittenCell | null): void
  active(): CellPosition
  range(): Range
  select(place: CellPosition, extend?: boolean): void
  selectRange(from: CellPosition, to: CellPosition): void
}

interface WrittenCell {
  rowId: number
  column: string
}

export const cellKey = (rowId: number, column: string) => `${rowId} ${column}`

export function createSheet(start: Content): SheetStore {
  const signals = createSignals()
  let content = start
  const history = createHistory()
  const selection = createSelection(signals, () => content)

  function show(next: Content): void {
    const before = content
    content = next
    notifyChanges(signals, before, next)
    selection.select(selection.active(), true)
  }

  function move(next: Content | null): void {
    if (next === null) return
    show(next)
    signals.notify('history')
  }

  return {
    signals,
    content: () => content,
    change(next, name) {
      if (next === content) return
      history.note(content, name)
      show(next)
      signals.notify('history')
    },
    adopt(put) {
      history.adopt(put)
      const next = put(content)
      if (next !== content) show(next)
    },
    amend(next) {
      if (next !== content) show(next)
    },
    ...createWriting(signals),
    replace(next) {
      history.clear()
      show(next)
      selection.select({ row: 0, col: 0 })
      signals.notify('history')
    },
    undo: () => move(history.back(content)),
    redo: () => move(history.forth(content)),
    canUndo: () => history.canGoBack(),
    canRedo: () => history.canGoForth(),
    ...selection,
  }
}

function createSelection(
  signals: Signals,
  content: () => Content,
): Pick<SheetStore, 'active' | 'range' | 'select' | 'selectRange'> {
  let active: CellPosition = { row: 0, col: 0 }
  let anchor: CellPosition = active

  function selectRange(from: CellPosition, to: CellPosition): void {
    anchor = clamp(from, content())
    active = clamp(to, content())
    signals.notify('selection')
  }

  return {
    active: () => active,
    range: () => rangeOf(anchor, active),
    select: (place, extend = false) => selectRange(extend ? anchor : place, place),
    selectRange,
  }
}

const within = (place: number, count: number) => Math.max(0, Math.min(place, count - 1))

function clamp({ row, col }: CellPosition, { rows, columns }: Content): CellPosition {
  return { row: within(row, rows.length), col: within(col, columns.length) }
}

function createWriting(signals: Signals): Pick<SheetStore, 'writing' | 'write'> {
  let writing: WrittenCell | null = null
  return {
    writing: () => writing,
    write(cell) {
      writing = cell
      signals.notify('writing')
    },
  }
}

function notifyChanges(signals: Signals, before: Content, now: Content): void {
  const old = new Map(before.rows.map((row) => [row.id, row]))
  for (const row of now.rows) {
    const was = old.get(row.id)
    if (!was || was === row) continue
    for (const column of new Set([...Object.keys(was.cells), ...Object.keys(row.cells)]))
      if (was.cells[column] !== row.cells[column]) signals.notify(cellKey(row.id, column))
  }
  const sameRows =
    before.rows.length === now.rows.length && now.rows.every(({ id }, index) => before.rows[index]?.id === id)
  if (!sameRows || before.columns !== now.columns) signals.notify('shape')
  signals.notify('content')
}

export function emptySheet(columns: readonly string[], rows = 10): Content {
  return addRows({ columns, rows: [] }, rows)
}
