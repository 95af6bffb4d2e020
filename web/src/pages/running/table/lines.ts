import type { Entity } from '../../../../../client/src/index.ts'
import type { Inside } from '../../../data/running/entities.ts'
import { entityKey } from '../../../data/running/entity-key.ts'

/** A line of the list: how deep it stands, and whether what is in it is shown; null: nothing can be in it, or the list is flat. */
export interface Line {
  row: Entity
  depth: number
  isOpen: boolean | null
}

/** What stands below which line, as it was read so far. */
export type Below = ReadonlyMap<string, Inside>

/** The rows as lines, with what is open below its parent. */
export function linesOf(rows: readonly Entity[], below: Below, open: ReadonlySet<string>): Line[] {
  const lines: Line[] = []
  const add = (row: Entity, depth: number) => {
    const key = entityKey(row)
    const isOpen = row.level === 'ad' ? null : open.has(key)
    lines.push({ row, depth, isOpen })
    if (isOpen) for (const inside of below.get(key)?.rows ?? []) add(inside, depth + 1)
  }
  for (const row of rows) add(row, 0)
  return lines
}

export const flat = (rows: readonly Entity[]): Line[] => rows.map((row) => ({ row, depth: 0, isOpen: null }))
