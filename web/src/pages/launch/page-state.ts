import { openSheet } from './sheet/kept.ts'
import { createNameFinder } from './names/finder.ts'
import type { NameFinder } from './names/finder.ts'
import { lookBack, lookUp } from './names/look-up.ts'
import { createProblems } from './sheet/problems.ts'
import type { Problems } from './sheet/problems.ts'
import type { SheetStore } from './sheet/store.ts'

/** What the page works with, outside of React. */
export interface LaunchPageState {
  sheet: SheetStore
  problems: Problems
  names: NameFinder
}

let pageState: LaunchPageState | null = null

/** A tab has one: what was just written or emptied is there for whoever comes back to the page. */
export function openPageState(): LaunchPageState {
  if (pageState) return pageState
  const sheet = openSheet()
  pageState = { sheet, problems: createProblems(sheet), names: createNameFinder(sheet, lookUp, lookBack) }
  return pageState
}
