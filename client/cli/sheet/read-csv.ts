import { CsvError, parse } from 'csv-parse/sync'
import { decodeText } from '../../src/sheet/decode.ts'
import { delimiterOf } from '../../src/sheet/delimiter.ts'
import { gridOf } from './grid.ts'
import type { Grid } from './grid.ts'
import { inSheet, SheetError } from './problem.ts'

export function readCsv(bytes: Uint8Array, file: string): Grid {
  const text = decodeText(bytes)
  try {
    const lines = parse(text, { delimiter: delimiterOf(text), relax_column_count: true, bom: true })
    return gridOf(lines)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new SheetError(file, [inSheet(explain(error))])
  }
}

function explain(error: CsvError): string {
  const line = typeof error.lines === 'number' ? ` (line ${error.lines} of the file)` : ''
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return `A cell begins with a quote (") that is never closed${line}. Close it, or write "" where a quote is meant.`
  }
  if (error.code === 'INVALID_OPENING_QUOTE' || error.code === 'CSV_INVALID_CLOSING_QUOTE') {
    return `There is a quote (") in the middle of a cell${line}. Put the whole cell in quotes, and write "" where a quote is meant.`
  }
  return `It cannot be read as CSV${line}: ${error.message}`
}
