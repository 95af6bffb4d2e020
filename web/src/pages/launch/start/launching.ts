import { shortNameOf } from '../../../data/launch/launch-key.ts'
import { isEmpty, readRow } from '../sheet/rows.ts'
import type { Row } from '../sheet/rows.ts'
import type { SheetStore } from '../sheet/store.ts'

/** The rows that are launched, in their order. */
export function rowsToLaunch(sheet: SheetStore): Row[] {
  return sheet.content().rows.filter((row) => !isEmpty(row))
}

export const adsOf = (rows: Row[]) => rows.map((row) => readRow(row).ad)

/** Tells these ads from others. */
export const markOf = (rows: Row[]): string => shortNameOf(adsOf(rows))
