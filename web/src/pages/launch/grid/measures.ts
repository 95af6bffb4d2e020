import { widthOf } from '../sheet/columns.ts'

export const rowHeight = 36
export const headHeight = 36
export const numbersWidth = 48

/** The first column, which is the name, stays in sight where there is room for it. */
export const pinned = 'max-md:absolute md:sticky md:z-2 md:h-full md:shrink-0'

/** How much of the sheet's left is covered by what stays in sight, besides the numbers. */
export const pinnedWidth = (edges: readonly number[]) =>
  matchMedia('(min-width: 48rem)').matches ? placeOf(edges, 0).width : 0

/** Where each column begins, and behind the last where they all end. */
export function edgesOf(columns: readonly string[]): number[] {
  const edges = [numbersWidth]
  for (const name of columns) edges.push((edges.at(-1) ?? numbersWidth) + widthOf(name))
  return edges
}

/** Where a column begins, and how wide it is up to the end of another one. */
export function placeOf(edges: readonly number[], first: number, last = first): { left: number; width: number } {
  const left = edges[first] ?? numbersWidth
  return { left, width: (edges[last + 1] ?? left) - left }
}

export const cellId = (rowId: number, column: string) => `cell-${rowId}-${column.replaceAll(/\W/g, '-')}`
