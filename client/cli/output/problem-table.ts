import type { RowProblem } from '../../src/sheet/row-problem.ts'
import type { World } from '../world.ts'
import { formatTable } from './table.ts'

const titles = [{ title: 'ROW' }, { title: 'COLUMN' }, { title: 'PROBLEM', isText: true }]

/** What is wrong with a sheet, by row and column. */
export function problemTable(world: World, problems: readonly RowProblem[]): string {
  const rows = problems.map(({ row, column, message }) => [String(row ?? '-'), column ?? '-', message])
  return formatTable(world, titles, rows)
}
