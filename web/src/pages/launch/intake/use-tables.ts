import { useState } from 'react'
import { useAccounts } from '../../../data/accounts.ts'
import { say } from '../../../ui/say.ts'
import { named } from '../names/matching.ts'
import { readTable } from './read-table.ts'
import { setInThese, showColumn } from '../sheet/edits.ts'
import { isFilled, pasteCells, pasteTable } from '../sheet/paste.ts'
import type { Pasted } from '../sheet/paste.ts'
import { isEmpty } from '../sheet/rows.ts'
import type { SheetStore } from '../sheet/store.ts'
import { guess } from './guess.ts'
import type { Taken } from './taken.ts'
import { hasTitles, understand } from './titles.ts'
import { t } from '../../../languages/t.ts'

/** Tells ids and names of ad accounts from other words. */
function useIsAccount(): (text: string) => boolean {
  const accounts = useAccounts().data
  return (text) => accounts?.some(({ id, name }) => id === text || named(name) === named(text)) ?? false
}

/** Tables that are pasted or given as files; what one says is kept until the next, so that somebody can correct it. */
export function useTables(sheet: SheetStore, refuse: (text: string | null) => void) {
  const isAccount = useIsAccount()
  const [taken, setTaken] = useState<Taken | null>(null)

  const take = (pasted: Pasted) => {
    if ('refusal' in pasted) return (refuse(pasted.refusal), false)
    refuse(null)
    setTaken(null)
    sheet.change(pasted.content)
    const { top, left, bottom, right } = pasted.range
    sheet.selectRange({ row: bottom, col: right }, { row: top, col: left })
    say(t({ one: '{count} row is in the sheet.', other: '{count} rows are in the sheet.' }, { count: pasted.rows }))
    return true
  }
  const takeLines = (lines: string[][], { at, what }: { at: number; what: string }) => {
    const titled = hasTitles(lines)
    const { told, leftOut } = titled ? understand(lines[0] ?? []) : guess(lines, isAccount)
    const body = (titled ? lines.slice(1) : lines).filter(isFilled)
    if (!take(pasteTable(sheet.content(), { lines: body, told, at, what }))) return
    const rowIds = sheet
      .content()
      .rows.slice(at, at + body.length)
      .map(({ id }) => id)
    setTaken({ what, told, leftOut, isGuessed: !titled, lines: body, rowIds })
  }
  const paste = (lines: string[][]) => {
    if (lines.length === 0) return
    const widest = Math.max(...lines.map((line) => line.length))
    const isTooWide = widest > sheet.content().columns.length - sheet.range().left
    if (hasTitles(lines) || isTooWide) takeLines(lines, { at: sheet.active().row, what: t('The paste') })
    else take(pasteCells(sheet.content(), lines, sheet.range()))
  }
  const takeTable = (file: File) => {
    void readTable(file).then((read) => {
      if ('refusal' in read) return refuse(read.refusal)
      const lines = read.lines.slice(Math.max(0, read.lines.findIndex(isFilled)))
      if (!lines.some(isFilled)) return refuse(t('{name} is empty.', { name: file.name }))
      takeLines(lines, { at: firstFree(sheet), what: file.name })
    })
  }
  /** A column that was left out goes where somebody says. */
  const putLeftOut = (place: number, column: string) => {
    if (!taken) return
    const textOf = new Map(taken.rowIds.map((id, index) => [id, (taken.lines[index]?.[place] ?? '').trim()]))
    const shown = showColumn(sheet.content(), column)
    sheet.change(setInThese(shown, new Set(taken.rowIds), ({ id }) => ({ [column]: textOf.get(id) ?? '' })))
    const [title = ''] = taken.leftOut.filter((each) => each.place === place).map((each) => each.title)
    setTaken({
      ...taken,
      told: [...taken.told, { column, titles: [title], places: [place] }],
      leftOut: taken.leftOut.filter((each) => each.place !== place),
    })
  }
  return { taken, forget: () => setTaken(null), paste, takeTable, putLeftOut }
}

/** Behind the last row with something in it. */
function firstFree(sheet: SheetStore): number {
  return sheet.content().rows.findLastIndex((row) => !isEmpty(row)) + 1
}
