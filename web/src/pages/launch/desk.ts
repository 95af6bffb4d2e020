import type { Problems } from './sheet/problems.ts'
import type { SheetStore } from './sheet/store.ts'

/** What the page works with: made once, outside of React. */
export interface Desk {
  sheet: SheetStore
  problems: Problems
}
