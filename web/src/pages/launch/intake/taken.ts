import type { Understood } from './titles.ts'

/** A table that was taken into the sheet, and how it was understood. */
export interface Taken extends Understood {
  what: string
  /** It had no titles: its columns were told by what stands in them. */
  isGuessed: boolean
  lines: string[][]
  rowIds: number[]
}
