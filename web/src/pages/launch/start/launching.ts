import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { splitList } from '../../../../../client/src/sheet/values.ts'
import { shortNameOf } from '../../../data/launch/launch-key.ts'
import { say } from '../../../ui/say.ts'
import { nameOf } from '../sheet/known.ts'
import { isEmpty, readRow } from '../sheet/rows.ts'
import type { Row } from '../sheet/rows.ts'
import type { SheetStore } from '../sheet/store.ts'
import { t } from '../../../languages/t.ts'

/** The rows that are launched, in their order. */
export function rowsToLaunch(sheet: SheetStore): Row[] {
  return sheet.content().rows.filter((row) => !isEmpty(row))
}

export const adsOf = (rows: Row[]) => rows.map((row) => readRow(row).ad)

/** What the ad sets of the rows are called, as far as that came by. */
export const labelsOf = (rows: Row[]): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap(({ cells }) =>
      splitList(cells['ad set'] ?? '').flatMap((id) => {
        const name = nameOf(id)
        return name === null ? [] : [[id, name] as const]
      }),
    ),
  )

/** Tells these ads from others. */
export const markOf = (rows: Row[]): string => shortNameOf(adsOf(rows))

interface Watch {
  isUnderWay: RefObject<boolean>
  onEmptied: () => void
}

/** The same, for as long as they are looked at: what another tab writes meanwhile, or has launched, is not launched as it was. */
export function useRowsToLaunch(sheet: SheetStore, { isUnderWay, onEmptied }: Watch): Row[] {
  const [rows, setRows] = useState(() => rowsToLaunch(sheet))
  useEffect(
    () =>
      sheet.signals.subscribe('content', () => {
        if (isUnderWay.current) return
        const now = rowsToLaunch(sheet)
        if (now.length > 0) return setRows((was) => (isSameRows(was, now) ? was : now))
        say(t('The sheet was launched or emptied in another tab.'))
        onEmptied()
      }),
    // What is called at its end is always that of the dialog that opened.
    [sheet],
  )
  return rows
}

const isSameRows = (was: Row[], now: Row[]) =>
  was.length === now.length && was.every((row, place) => row === now[place])
