import { strFromU8, unzipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'
import { gridOf, largestSheetBytes, maxRows } from './grid.ts'
import type { Grid } from './grid.ts'
import { inSheet, SheetError } from './problem.ts'
import type { RowProblem } from '../../src/sheet/row-problem.ts'

const notReadable =
  'It is not a workbook that can be read (.xlsx, without a password). Save it as "Excel workbook (.xlsx)" or as CSV.'

/** The first sheet of a workbook. What a reader of values passes over in silence (merged cells, formulas without a result) is refused. */
export async function readXlsx(bytes: Buffer, file: string): Promise<Grid> {
  const xml = firstSheet(bytes)
  if (xml === null) throw new SheetError(file, [inSheet(notReadable)])
  if (rowsIn(xml) > maxRows * 10) throw new SheetError(file, [tooManyRows(rowsIn(xml))])
  try {
    const [sheet] = await readWorkbook(bytes, { parseNumber: exactNumber })
    const grid = gridOf((sheet?.data ?? []).map((row) => row.map(textOf)))
    return { ...grid, problems: [...mergedCells(xml), ...emptyFormulas(xml)] }
  } catch (error) {
    const said = error instanceof Error ? ` (${error.message})` : ''
    throw new SheetError(file, [inSheet(`${notReadable}${said}`)])
  }
}

/** Kept as text: an id with 18 digits is more than a number holds. */
function exactNumber(text: string): string {
  return text
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : ''
}

/** The words of the first sheet, as they lie in the archive; null: there is none, or the archive is broken. */
function firstSheet(bytes: Buffer): string | null {
  try {
    const path = firstSheetPath(bytes)
    return path === null ? null : textIn(bytes, path) || null
  } catch {
    return null
  }
}

function firstSheetPath(bytes: Buffer): string | null {
  const id = /<(?:\w+:)?sheet\b[^>]*\br:id="([^"]+)"/.exec(textIn(bytes, 'xl/workbook.xml'))?.[1]
  const links = textIn(bytes, 'xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)
  const link = [...links].find(([tag]) => tag.includes(`Id="${id}"`))?.[0]
  const target = link && /Target="([^"]+)"/.exec(link)?.[1]
  if (!target) return null
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** One file of the archive. A small one that would become a huge one is left packed. */
function textIn(bytes: Buffer, path: string): string {
  const file = unzipSync(bytes, {
    filter: ({ name, originalSize }) => name === path && originalSize <= largestSheetBytes,
  })[path]
  return file ? strFromU8(file) : ''
}

/** The titles are a row, too. Rows without anything in them are counted later, where they can be told apart. */
function rowsIn(xml: string): number {
  return xml.match(/<(?:\w+:)?row\b[^>]*[^/]>/g)?.length ?? 0
}

function tooManyRows(rows: number): RowProblem {
  return inSheet(`It has ${rows} rows; one sheet takes at most ${maxRows} ads.`)
}

function mergedCells(xml: string): RowProblem[] {
  return [...xml.matchAll(/<(?:\w+:)?mergeCell\b[^>]*\bref="([A-Z]+)(\d+):([A-Z]+\d+)"/g)].map(
    ([, letters = '', row, last]) => ({
      row: Number(row),
      column: letters,
      message: `The cells ${letters}${row} to ${last} are merged. Split them (Merge cells, Unmerge) and give each row its own value.`,
    }),
  )
}

/** A formula has its last result beside it, unless a program wrote the file and nobody ever opened it; or the result is an error. */
function emptyFormulas(xml: string): RowProblem[] {
  return [...xml.matchAll(/<(?:\w+:)?c\b([^>]*[^/])>([\s\S]*?)<\/(?:\w+:)?c>/g)].flatMap(
    ([, attributes = '', inner = '']) => {
      const [, letters = '', row = '0'] = /\br="([A-Z]+)(\d+)"/.exec(attributes) ?? []
      const at = { row: Number(row), column: letters }
      const value = /<(?:\w+:)?v\b[^>]*>([^<]*)</.exec(inner)?.[1]
      if (/\bt="e"/.test(attributes)) {
        return [
          { ...at, message: `The cell ${letters}${row} holds an error (${value ?? '#VALUE!'}). Mend its formula.` },
        ]
      }
      if (!/<(?:\w+:)?f\b/.test(inner) || value !== undefined) return []
      const message = `The cell ${letters}${row} holds a formula without a result. Open the file in a spreadsheet and save it, or put the value itself there.`
      return [{ ...at, message }]
    },
  )
}
