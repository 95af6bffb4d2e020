import type { Virtualizer } from '@tanstack/react-virtual'
import { useState } from 'react'
import type { Entity } from '../../../../../client/src/index.ts'
import { entityKey } from '../../../data/running/entity-key.ts'
import { useSingleKeys } from '../../../ui/single-keys.ts'
import type { Line } from './lines.ts'
import { t } from '../../../languages/t.ts'

export const keysOfList = [
  ['↑ ↓', t('the line before, the next one (also k and j)')],
  ['Enter', t('open it beside the list')],
  ['Esc', t('close it')],
  ['← →', t('in a tree: close, open')],
  ['x', t('choose it')],
  ['p', t('pause or resume it')],
  ['b', t('change its budget')],
  ['r', t('make a rule of it')],
  ['/', t('search')],
] as const

interface OfRow {
  lines: Line[]
  drawn: Virtualizer<HTMLDivElement, Element>
  /** What stands in the panel beside the list, which goes along; null: there is none. */
  inPanel: string | null
  onOpen: (row: Entity) => void
  onToggle: (row: Entity) => void
  onChoose: (row: Entity) => void
  onSwitch: (row: Entity) => void
  onRule: (row: Entity) => void
}

export const lineId = (row: Entity): string => `line ${entityKey(row)}`

/** Arrows and letters go where a line or the panel has the focus; letters also where nothing has it. */
const isInList = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.matches('tr[data-row], [data-list], [data-panel]')

/** The line that the keyboard is on, and what its keys do. */
export function useRowKeys({ lines, drawn, inPanel, ...on }: OfRow) {
  const [focused, setAt] = useState<string | null>(null)
  const at = inPanel ?? focused
  const index = lines.findIndex(({ row }) => entityKey(row) === at)
  const line = lines[index]
  const step = (by: number) => (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow') && !isInList(event)) return false
    const next = lines[Math.max(0, Math.min(lines.length - 1, index + by))]
    if (!next) return false
    if (next === line && inPanel !== null) return true
    setAt(entityKey(next.row))
    drawn.scrollToIndex(lines.indexOf(next))
    if (inPanel !== null) on.onOpen(next.row)
    else requestAnimationFrame(() => document.getElementById(lineId(next.row))?.focus())
    return true
  }
  const withLine = (act: (row: Entity, isOpen: boolean | null) => unknown) => () =>
    line === undefined ? false : act(line.row, line.isOpen)
  const branch = (wanted: boolean) => (event: KeyboardEvent) =>
    line === undefined || line.isOpen === null || line.isOpen === wanted || !isInList(event)
      ? false
      : on.onToggle(line.row)
  useSingleKeys({
    ...{ ArrowDown: step(1), j: step(1), ArrowUp: step(-1), k: step(-1) },
    ...{ ArrowRight: branch(true), ArrowLeft: branch(false) },
    Enter: (event) => (line === undefined || !isInList(event) || inPanel !== null ? false : on.onOpen(line.row)),
    x: withLine((row) => on.onChoose(row)),
    p: withLine((row) => on.onSwitch(row)),
    r: withLine((row) => on.onRule(row)),
    b: withLine((row) => document.getElementById(lineId(row))?.querySelector<HTMLElement>('[data-budget]')?.click()),
    '/': () => document.querySelector<HTMLElement>('[data-search] input')?.focus(),
  })
  return { at, setAt }
}
