import { widthOf } from '../sheet/columns.ts'

export const rowHeight = 36
export const headHeight = 36
export const numbersWidth = 48

/** Where each column begins, and behind the last where they all end. */
export function edgesOf(columns: readonly string[]): number[] {
  const edges = [numbersWidth]
  for (const name of columns) edges.push(edges.at(-1)! + widthOf(name))
  return edges
}

export const cellId = (rowId: number, column: string) => `cell-${rowId}-${column.replaceAll(/\W/g, '-')}`
