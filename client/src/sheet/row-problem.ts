/** One thing that is wrong with a sheet: where, and what. */
export interface RowProblem {
  /** As spreadsheets count: the row of titles is 1. null: the sheet as a whole. */
  row: number | null
  /** The title as it stands in the sheet. null: the row as a whole. */
  column: string | null
  message: string
}
