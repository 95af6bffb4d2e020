import pg from 'pg'
import type { FileColumn, FileParts } from '../sql.ts'

/** What spreadsheets take for the beginning of a formula. */
const formulaStarts = ['=', '+', '-', '@', '\t', '\r']
const startCodes = formulaStarts.map((start) => start.charCodeAt(0)).join(', ')

/** A function of SQL takes a hundred values at most. */
const maxPieces = 90

/** Texts that a spreadsheet would calculate stand behind an apostrophe. */
export function csvCopy({ columns, from }: FileParts): string {
  const cells = columns.map(({ name, sql, kind }) => `${kind === 'text' ? defused(sql) : sql} AS "${name}"`)
  return `COPY (SELECT ${cells.join(', ')} ${from}) TO STDOUT WITH (FORMAT csv, HEADER)`
}

function defused(sql: string): string {
  return `CASE WHEN ascii((${sql})::text) IN (${startCodes}) THEN '''' || (${sql})::text ELSE (${sql})::text END`
}

/**
 * A line of JSON for each row, put together piece by piece: row_to_json looks up the type of every value of every row.
 * JSON has no control characters of its own, so with these as marks nothing is quoted a second time.
 */
export function ndjsonCopy({ columns, from }: FileParts): string {
  const pieces = columns.flatMap((column, place) => [
    pg.escapeLiteral(`${place === 0 ? '{' : ','}${JSON.stringify(column.name)}:`),
    jsonOf(column),
  ])
  const parts: string[] = []
  for (let at = 0; at < pieces.length; at += maxPieces)
    parts.push(`concat(${pieces.slice(at, at + maxPieces).join(', ')})`)
  return `COPY (SELECT concat(${parts.join(', ')}, '}') ${from}) TO STDOUT WITH (FORMAT csv, QUOTE e'\\x01', DELIMITER e'\\x02')`
}

/** What JSON writes otherwise. Nearly no name has any of it, and asking takes less than escaping. */
const escaped = String.raw`'["\\\x01-\x1f]'`

function jsonOf({ sql, kind }: FileColumn): string {
  if (kind === 'figure') return `coalesce((${sql})::text, 'null')`
  const text = `(${sql})::text`
  const plain = `coalesce('"' || ${text} || '"', 'null')`
  return kind === 'day'
    ? plain
    : `CASE WHEN ${text} COLLATE "C" ~ ${escaped} THEN to_json(${text})::text ELSE ${plain} END`
}
