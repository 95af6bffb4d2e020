import { useEffect, useState } from 'react'
import { maxAdsPerLaunch } from '../../../../client/src/sheet/limits.ts'
import { takeHandedMedia } from '../../data/launch/handed-media.ts'
import { say } from '../../ui/say.ts'
import { addFilesToRow, spreadFiles, spreadStored } from './media/put-media.ts'
import { isTable, readTable } from './read-table.ts'
import { pasteCells, pasteTable, titlesOf } from './sheet/paste.ts'
import type { Pasted } from './sheet/paste.ts'
import { isEmpty } from './sheet/rows.ts'
import type { SheetStore } from './sheet/store.ts'

/** How things come into the sheet from outside: pasted, dropped or chosen. What is not taken is said, with the reason. */
export function useIntake(sheet: SheetStore) {
  const [refusal, refuse] = useState<string | null>(null)

  const take = (pasted: Pasted) => {
    if ('refusal' in pasted) return refuse(pasted.refusal)
    refuse(null)
    sheet.change(pasted.content)
    const { top, left, bottom, right } = pasted.range
    sheet.selectRange({ row: bottom, col: right }, { row: top, col: left })
    say(`${pasted.rows.toLocaleString('en')} ${pasted.rows === 1 ? 'row is' : 'rows are'} in the sheet.`)
  }
  const paste = (lines: string[][]) => {
    if (lines.length === 0) return
    if (titlesOf(lines)) take(pasteTable(sheet.content(), lines, { at: sheet.active().row, what: 'The paste' }))
    else take(pasteCells(sheet.content(), lines, sheet.range()))
  }
  const takeTable = (file: File) => {
    void readTable(file).then((read) => {
      if ('refusal' in read) refuse(read.refusal)
      else take(pasteTable(sheet.content(), read.lines, { at: firstFree(sheet), what: file.name }))
    })
  }
  const showRefusals = (refusals: string[]) => refuse(refusals.length > 0 ? refusals.join('\n') : null)
  /** All of them into a row, or one to a row. */
  const takeFiles = (files: File[], row: number | null) => {
    const id = row === null ? undefined : sheet.content().rows[row]?.id
    void (id === undefined ? spreadFiles(sheet, files) : addFilesToRow(sheet, id, files)).then(showRefusals)
  }
  useEffect(() => {
    const media = takeHandedMedia()
    if (media.length === 0) return
    const taken = spreadStored(sheet, media)
    say(`${taken} ${taken === 1 ? 'file of the library is' : 'files of the library are'} in the sheet.`)
    if (taken < media.length)
      refuse(
        `A launch takes at most ${maxAdsPerLaunch.toLocaleString('en')} ads: ${media.length - taken} files found no row.`,
      )
  }, [sheet])
  return {
    refusal,
    refuse,
    paste,
    takeTable,
    filesForRange: (files: File[]) => takeFiles(files, sheet.active().row),
    onDragOver: (event: React.DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event: React.DragEvent) => {
      const files = [...event.dataTransfer.files]
      if (files.length === 0) return
      event.preventDefault()
      for (const file of files.filter(isTable)) takeTable(file)
      const media = files.filter((file) => !isTable(file))
      const row = (event.target as Element).closest<HTMLElement>('[role=gridcell]')?.dataset.row
      if (media.length > 0) takeFiles(media, row === undefined ? null : Number(row))
    },
  }
}

/** Behind the last row with something in it. */
function firstFree(sheet: SheetStore): number {
  return sheet.content().rows.findLastIndex((row) => !isEmpty(row)) + 1
}
