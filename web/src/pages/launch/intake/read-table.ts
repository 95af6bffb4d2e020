import { decodeText } from '../../../../../client/src/sheet/decode.ts'
import { linesOf } from '../sheet/text-table.ts'
import { t } from '../../../languages/t.ts'

/** More than any sheet of that many rows that people write. */
const largestTableBytes = 16 * 2 ** 20

export const isTable = ({ name, type }: File) => type === 'text/csv' || /\.(csv|tsv|txt|xlsx?)$/i.test(name)

/** The lines of a table in a file, or why it cannot be used. */
export async function readTable(file: File): Promise<{ lines: string[][] } | { refusal: string }> {
  if (/\.xls$/i.test(file.name))
    return { refusal: t('{name} is of an old kind. Save it as "Excel workbook (.xlsx)" or CSV.', { name: file.name }) }
  if (file.size > largestTableBytes)
    return { refusal: t('{name} is too large for a sheet. Nothing of it was read.', { name: file.name }) }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!/\.xlsx$/i.test(file.name)) return { lines: linesOf(decodeText(bytes)) }
  // Most people never give a workbook: the page is there sooner without the reader.
  const { linesOfWorkbook, WorkbookProblem } = await import('./workbook.ts')
  try {
    return { lines: await linesOfWorkbook(bytes) }
  } catch (error) {
    if (error instanceof WorkbookProblem) return { refusal: `${file.name} ${error.message}` }
    throw error
  }
}
