import { useEffect, useState } from 'react'
import { maxAdsPerLaunch } from '../../../../client/src/sheet/limits.ts'
import { takeHandedMedia } from '../../data/launch/handed-media.ts'
import { say } from '../../ui/say.ts'
import { useTables } from './intake/use-tables.ts'
import { addFilesToRow, spreadFiles, spreadStored } from './media/put-media.ts'
import { count } from '../../ui/words/format.ts'
import { isTable } from './intake/read-table.ts'
import type { SheetStore } from './sheet/store.ts'
import { t } from '../../languages/t.ts'

/** How things come into the sheet from outside: pasted, dropped or chosen. What is not taken is said, with the reason. */
export function useIntake(sheet: SheetStore) {
  const [refusal, refuse] = useState<string | null>(null)
  const tables = useTables(sheet, refuse)
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
    say(
      t(
        {
          one: '{count} file of the library is in the sheet.',
          other: '{count} files of the library are in the sheet.',
        },
        { count: taken },
      ),
    )
    if (taken < media.length)
      refuse(
        t('A launch takes at most {maxAdsPerLaunch} ads: {media} files found no row.', {
          maxAdsPerLaunch: count(maxAdsPerLaunch),
          media: media.length - taken,
        }),
      )
  }, [sheet])
  return {
    refusal,
    refuse,
    ...tables,
    filesForRange: (files: File[]) => takeFiles(files, sheet.active().row),
    onDragOver: (event: React.DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event: React.DragEvent) => {
      const files = [...event.dataTransfer.files]
      if (files.length === 0) return
      event.preventDefault()
      for (const file of files.filter(isTable)) tables.takeTable(file)
      const media = files.filter((file) => !isTable(file))
      const row = (event.target as Element).closest<HTMLElement>('[role=gridcell]')?.dataset.row
      if (media.length > 0) takeFiles(media, row === undefined ? null : Number(row))
    },
  }
}
