import { delimiterOf } from '../../../../../client/src/sheet/delimiter.ts'

/**
 * Reads what spreadsheets put on the clipboard and what stands in CSV files. A quote means something only where a cell begins with
 * it: spreadsheets copy 5" as it is.
 */
export function linesOf(text: string, delimiter: string = delimiterOf(text)): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let at = 0
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedAt(text, at, delimiter) : plainAt(text, at, delimiter)
    line.push(cell.text)
    at = cell.end
    if (text[at] === delimiter) {
      at += 1
      // A line that ends with a delimiter ends with an empty cell.
      if (at === text.length) line.push('')
      continue
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    lines.push(line)
    line = []
  }
  if (line.length > 0) lines.push(line)
  return lines
}

interface CellAt {
  text: string
  /** Where the delimiter or the line break behind it stands. */
  end: number
}

function plainAt(text: string, start: number, delimiter: string): CellAt {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { text: text.slice(start, end), end }
}

function quotedAt(text: string, start: number, delimiter: string): CellAt {
  let at = start + 1
  let inside = ''
  while (at < text.length) {
    const next = text.indexOf('"', at)
    if (next < 0) break
    inside += text.slice(at, next)
    if (text[next + 1] === '"') {
      inside += '"'
      at = next + 2
      continue
    }
    const rest = plainAt(text, next + 1, delimiter)
    return { text: inside + rest.text, end: rest.end }
  }
  // It is never closed: then it was no quote that holds a cell together.
  return plainAt(text, start, delimiter)
}

/** Rows as a spreadsheet takes them from the clipboard. */
export function textOfLines(lines: readonly (readonly string[])[]): string {
  return lines.map((line) => line.map(quoted).join('\t')).join('\n')
}

const quoted = (cell: string) => (/[\t\n\r]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
