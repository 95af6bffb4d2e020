import { adOfRow } from '../../../../../client/src/sheet/ad-of-row.ts'
import type { LaunchAd } from '../../../../../client/src/sheet/ad-of-row.ts'
import type { RowProblem } from '../../../../../client/src/sheet/row-problem.ts'
import { placed } from './columns.ts'

/** One ad as somebody writes it: what stands in each cell. It is never changed, only replaced. */
export interface Row {
  /** Stays the same while the row is edited and moved. */
  id: number
  cells: Readonly<Record<string, string>>
}

/** What a table says of the campaign of a row: it is no field of an ad, and tells ad sets of one name apart. */
export const campaignHint = 'campaign'

export function isEmpty({ cells }: Row): boolean {
  for (const column in cells) if (column !== campaignHint && cells[column]?.trim()) return false
  return true
}

interface ReadRow {
  ad: LaunchAd
  problems: { column: string | null; message: string }[]
}

const read = new WeakMap<Row, ReadRow>()

/** What a row means; each content of it is read once. */
export function readRow(row: Row): ReadRow {
  const known = read.get(row)
  if (known) return known
  const problems: RowProblem[] = []
  const cells = placed.map(({ title }) => (row.cells[title] ?? '').trim())
  const ad = adOfRow({ number: row.id, cells }, placed, problems)
  const made = { ad, problems: problems.map(({ column, message }) => ({ column, message })) }
  read.set(row, made)
  return made
}

/** For a draft: what cannot be understood is kept as it was written. */
export function adAsWritten(row: Row): LaunchAd {
  const { ad, problems } = readRow(row)
  const asWritten: LaunchAd = { ...ad }
  for (const { column } of problems) {
    const found = placed.find(({ title }) => title === column)
    const text = column === null ? '' : (row.cells[column] ?? '').trim()
    if (found?.column.of === 'ad' && text !== '') asWritten[found.column.field.name] = text
  }
  return asWritten
}
