import { openSheet } from './sheet/kept.ts'
import { createProblems } from './sheet/problems.ts'
import type { Problems } from './sheet/problems.ts'
import type { SheetStore } from './sheet/store.ts'

/** What the page works with, outside of React. */
export interface Desk {
  sheet: SheetStore
  problems: Problems
}

let desk: Desk | null = null

/** A tab has one: what was just written or emptied is there for whoever comes back to the page. */
export function openDesk(): Desk {
  if (desk) return desk
  const sheet = openSheet()
  desk = { sheet, problems: createProblems(sheet) }
  return desk
}
