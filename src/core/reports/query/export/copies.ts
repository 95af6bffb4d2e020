import pg from 'pg'
import type { FileColumn, FieldsWriter } from '../names.ts'
import type { FileParts } from '../sql.ts'

/** What spreadsheets take for the beginning of a formula. */
const formulaStarts = ['=', '+', '-', '@', '\t', '\r']
const startCodes = formulaStarts.map((start) => start.charCodeAt(0)).join(', ')

/** Texts that a spreadsheet would calculate stand behind an apostrophe. */
export function csvCopy({ columns, from }: FileParts): string {
  const cells = columns.map(({ name, sql, kind }) => `${kind === 'text' ? defused(sql) : sql} AS "${name}"`)
  return `COPY (SELECT ${cells.join(', ')} ${from}) TO STDOUT WITH (FORMAT csv, HEADER)`
}

function defused(sql: string): string {
  return `CASE WHEN ascii((${sql})::text) IN (${startCodes}) THEN '''' || (${sql})::text ELSE (${sql})::text END`
}

/**
 * A line of JSON for each row, joined by an operator: concat looks up the type of every value of every row. JSON has no control
 * characters of its own, so with these as marks nothing is quoted a second time.
 */
export function ndjsonCopy({ columns, from }: FileParts): string {
  return `COPY (SELECT ${joined(['{', ...fieldsOf(columns), '}'])} ${from}) TO STDOUT WITH (FORMAT csv, QUOTE e'\\x01', DELIMITER e'\\x02')`
}

export const jsonFields: FieldsWriter = (columns) => joined(fieldsOf(columns))

/** A text as it is, or an expression that is never null: with one that is, the whole line would be. */
type Piece = string | { sql: string }

function joined(pieces: Piece[]): string {
  const merged: Piece[] = []
  for (const piece of pieces) {
    const last = merged.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') merged[merged.length - 1] = last + piece
    else merged.push(piece)
  }
  return merged.map((piece) => (typeof piece === 'string' ? pg.escapeLiteral(piece) : piece.sql)).join(' || ')
}

function fieldsOf(columns: FileColumn[]): Piece[] {
  return columns.flatMap((column, place) => {
    const name = column.kind === 'written' ? [] : [`${JSON.stringify(column.name)}:`]
    return [...(place === 0 ? [] : [',']), ...name, { sql: jsonOf(column) }]
  })
}

function jsonOf({ sql, kind }: FileColumn): string {
  if (kind === 'written') return sql
  const text = `(${sql})::text`
  if (kind === 'figure') return `coalesce(${text}, 'null')`
  if (kind === 'day') return `coalesce('"' || ${text} || '"', 'null')`
  return `coalesce(to_json(${text})::text, 'null')`
}
