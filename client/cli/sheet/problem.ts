import { CommandProblem } from '../exit.ts'

/** One thing that is wrong with a sheet: where, and what. */
export interface SheetProblem {
  /** As spreadsheets count: the row of titles is 1. null: the sheet as a whole. */
  row: number | null
  /** The title as it stands in the sheet. null: the row as a whole. */
  column: string | null
  message: string
}

/** All that is wrong with a sheet, told at once. */
export class SheetError extends CommandProblem {
  readonly problems: SheetProblem[]

  constructor(file: string, problems: SheetProblem[]) {
    const count = problems.length
    super(`${file} has ${count} ${count === 1 ? 'problem' : 'problems'}. Nothing was launched.`)
    this.name = 'SheetError'
    this.problems = problems
  }
}

export function inSheet(message: string): SheetProblem {
  return { row: null, column: null, message }
}
