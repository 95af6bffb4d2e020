import { decodeText } from '../../../../client/src/sheet/decode.ts'
import { titlesOf } from './sheet/paste.ts'
import { linesOf } from './sheet/text-table.ts'

/** More than any sheet of that many rows that people write. */
const largestTableBytes = 16 * 2 ** 20

export const isTable = ({ name, type }: File) => type === 'text/csv' || /\.(csv|tsv|txt|xlsx?)$/i.test(name)

/** The lines of a CSV file that begins with titles, or why it cannot be used. */
export async function readTable(file: File): Promise<{ lines: string[][] } | { refusal: string }> {
  if (/\.xlsx?$/i.test(file.name))
    return { refusal: `${file.name} is a workbook. Save it as CSV, or copy its cells and paste them here.` }
  if (file.size > largestTableBytes)
    return { refusal: `${file.name} is too large for a sheet. Nothing of it was read.` }
  const lines = linesOf(decodeText(new Uint8Array(await file.arrayBuffer())))
  if (titlesOf(lines)) return { lines }
  return { refusal: `${file.name} does not begin with the titles of columns, such as name, account, ad set, media.` }
}
