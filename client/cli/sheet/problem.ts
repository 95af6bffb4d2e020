import { CommandProblem } from '../exit.ts'
import type { RowProblem } from '../../src/sheet/row-problem.ts'

/** All that is wrong with a sheet, told at once. */
export class SheetError extends CommandProblem {
  readonly problems: RowProblem[]

  constructor(file: string, problems: RowProblem[]) {
    const count = problems.length
    super(`${file} has ${count} ${count === 1 ? 'problem' : 'problems'}. Nothing was launched.`)
    this.name = 'SheetError'
    this.problems = problems
  }
}

export function inSheet(message: string): RowProblem {
  return { row: null, column: null, message }
}
