import { useState } from 'react'
import type { Entity } from '../../../../../client/src/index.ts'
import { useInside } from '../../../data/running/entities.ts'
import type { EntityQuery } from '../../../data/running/entities.ts'
import { entityKey } from '../../../data/running/entity-key.ts'
import { flat, linesOf } from './lines.ts'
import type { Line } from './lines.ts'

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
