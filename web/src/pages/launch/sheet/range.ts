/** Where a cell stands: counted from 0. */
export interface CellPosition {
  row: number
  col: number
}

/** A rectangle of cells, its edges included. */
export interface Range {
  top: number
  left: number
  bottom: number
  right: number
}

export function rangeOf(one: CellPosition, other: CellPosition): Range {
  return {
    top: Math.min(one.row, other.row),
    left: Math.min(one.col, other.col),
    bottom: Math.max(one.row, other.row),
    right: Math.max(one.col, other.col),
  }
}

export const heightOf = ({ top, bottom }: Range) => bottom - top + 1
export const isOneCell = (range: Range) => range.top === range.bottom && range.left === range.right
