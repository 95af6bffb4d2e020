import { addRows, clearRange, fillDown } from '../sheet/edits.ts'
import { maxAdsPerLaunch } from '../../../../../client/src/sheet/limits.ts'
import type { CellPosition } from '../sheet/range.ts'
import { isEmpty } from '../sheet/rows.ts'
import type { SheetStore } from '../sheet/store.ts'

interface Press {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

const pageRows = 12

/** Does what a key asks for while no cell is being written in; answers whether it was one of ours. */
export function pressed(sheet: SheetStore, press: Press): boolean {
  const withCtrl = press.ctrlKey || press.metaKey
  const goal = goalOf(sheet, press)
  if (goal) {
    sheet.select(goal, press.shiftKey && press.key !== 'Tab')
    return true
  }
  if (press.key === 'Delete' || press.key === 'Backspace') {
    sheet.change(clearRange(sheet.content(), sheet.range()))
    return true
  }
  if (!withCtrl) return false
  const key = press.key.toLowerCase()
  if (key === 'y' || (key === 'z' && press.shiftKey)) sheet.redo()
  else if (key === 'z') sheet.undo()
  else if (key === 'd') sheet.change(fillDown(sheet.content(), sheet.range()))
  else if (key === 'a') {
    const { rows, columns } = sheet.content()
    sheet.selectRange({ row: 0, col: 0 }, { row: rows.length - 1, col: columns.length - 1 })
  } else return false
  return true
}

/** Where a key leads; null: it leads nowhere. */
function goalOf(sheet: SheetStore, { key, ctrlKey, metaKey, shiftKey }: Press): CellPosition | null {
  const { row, col } = sheet.active()
  const { rows, columns } = sheet.content()
  const last = { row: rows.length - 1, col: columns.length - 1 }
  const far = ctrlKey || metaKey
  const goals: Record<string, CellPosition> = {
    ArrowUp: { row: far ? 0 : row - 1, col },
    ArrowDown: { row: far ? lastFilled(sheet, row) : row + 1, col },
    ArrowLeft: { row, col: far ? 0 : col - 1 },
    ArrowRight: { row, col: far ? last.col : col + 1 },
    Home: { row: far ? 0 : row, col: 0 },
    End: { row: far ? last.row : row, col: last.col },
    PageUp: { row: row - pageRows, col },
    PageDown: { row: row + pageRows, col },
    Tab: nextPlace({ row, col }, shiftKey ? -1 : 1, columns.length),
  }
  return goals[key] ?? null
}

/** The last ad; from there on the end of the sheet. */
function lastFilled(sheet: SheetStore, row: number): number {
  const { rows } = sheet.content()
  const filled = rows.findLastIndex((each) => !isEmpty(each))
  return row < filled ? filled : rows.length - 1
}

function nextPlace({ row, col }: CellPosition, step: number, width: number): CellPosition {
  const next = col + step
  if (next < 0) return { row: row - 1, col: row > 0 ? width - 1 : 0 }
  return next < width ? { row, col: next } : { row: row + 1, col: 0 }
}

/** One cell on; at the end of the sheet there is a new row. */
export function moveOn(sheet: SheetStore, key: string, shiftKey: boolean): void {
  const { row } = sheet.active()
  const { rows } = sheet.content()
  if (key === 'Enter') {
    if (!shiftKey && row === rows.length - 1 && rows.length < maxAdsPerLaunch) sheet.change(addRows(sheet.content(), 1))
    sheet.select({ ...sheet.active(), row: shiftKey ? row - 1 : row + 1 })
  } else pressed(sheet, { key, shiftKey: key === 'Tab' && shiftKey, ctrlKey: false, metaKey: false })
}
