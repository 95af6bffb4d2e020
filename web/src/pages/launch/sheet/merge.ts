import type { Content } from './edits.ts'
import type { Row } from './rows.ts'

/**
 * Two tabs write on one sheet: what each has changed since both had the same, put together. Where both have changed one cell, that of this
 * tab stays. Rows that stay the same stay the same object.
 */
export function merge(base: Content, mine: Content, theirs: Content): Content {
  const [before, own] = [byId(base), byId(mine)]
  const rows: Row[] = []
  for (const their of theirs.rows) {
    const was = before.get(their.id)
    const here = own.get(their.id)
    if (here) rows.push(mergeRow(was, here, their))
    // It is gone here; it stays where somebody has written in it since.
    else if (!was || !isSame(was, their)) rows.push(their)
  }
  const there = new Set(theirs.rows.map(({ id }) => id))
  for (const [place, row] of mine.rows.entries()) {
    if (there.has(row.id)) continue
    const was = before.get(row.id)
    if (was && isSame(was, row)) continue
    const above = mine.rows[place - 1]?.id
    const at = above === undefined ? -1 : rows.findIndex(({ id }) => id === above)
    rows.splice(at < 0 && above !== undefined ? rows.length : at + 1, 0, row)
  }
  const isUnchanged = rows.length === mine.rows.length && rows.every((row, place) => row === mine.rows[place])
  const columns = mergeColumns(base.columns, mine.columns, theirs.columns)
  if (isUnchanged && columns === mine.columns) return mine
  return { columns, rows: rows.length > 0 ? rows : mine.rows.slice(0, 1) }
}

const byId = ({ rows }: Content) => new Map(rows.map((row) => [row.id, row]))

function isSame(one: Row, other: Row): boolean {
  if (one === other) return true
  const columns = new Set([...Object.keys(one.cells), ...Object.keys(other.cells)])
  for (const column of columns) if ((one.cells[column] ?? '') !== (other.cells[column] ?? '')) return false
  return true
}

function mergeRow(was: Row | undefined, here: Row, their: Row): Row {
  if (isSame(here, their)) return here
  const cells: Record<string, string> = { ...their.cells }
  for (const column of new Set([...Object.keys(here.cells), ...Object.keys(was?.cells ?? {})])) {
    const [text, before] = [here.cells[column] ?? '', was?.cells[column] ?? '']
    if (text !== before) cells[column] = text
  }
  const merged = { id: here.id, cells }
  return isSame(here, merged) ? here : merged
}

function mergeColumns(base: readonly string[], mine: readonly string[], theirs: readonly string[]): readonly string[] {
  const hidden = new Set(base.filter((name) => !mine.includes(name)))
  const added = mine.filter((name) => !base.includes(name) && !theirs.includes(name))
  const columns = [...theirs.filter((name) => !hidden.has(name)), ...added]
  return columns.join('\n') === mine.join('\n') || columns.length === 0 ? mine : columns
}
