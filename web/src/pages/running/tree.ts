import { useState } from 'react'
import type { Entity } from '../../../../client/src/index.ts'
import { entityKey, useInside } from '../../data/entities.ts'
import type { EntityQuery, Inside } from '../../data/entities.ts'

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

export interface Opening {
  lines: (rows: readonly Entity[]) => Line[]
  toggle: (row: Entity) => void
  isReading: boolean
  /** Why something that was opened could not be read. */
  error: unknown
}

/** Campaigns that are opened show their ad sets, and those their ads, with the figures of the same days. */
export function useOpening(query: EntityQuery, isTree: boolean): Opening {
  const [open, setOpen] = useState<ReadonlyMap<string, Entity>>(new Map())
  const rows = isTree ? [...open.values()] : []
  const found = useInside(query, rows)
  const below = new Map(
    rows.map((row, at) => [entityKey(row), found[at] ?? { rows: [], isReading: false, error: null }]),
  )
  const keys = new Set(open.keys())
  return {
    lines: (all) => (isTree ? linesOf(all, below, keys) : flat(all)),
    toggle: (row) =>
      setOpen((now) => {
        const next = new Map(now)
        if (!next.delete(entityKey(row))) next.set(entityKey(row), row)
        return next
      }),
    isReading: found.some(({ isReading }) => isReading),
    error: found.find(({ error }) => error !== null)?.error ?? null,
  }
}
