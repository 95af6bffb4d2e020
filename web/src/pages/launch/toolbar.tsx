import { ArrowDownToLine, FileUp, Redo2, RowsIcon, Trash2, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { decodeText } from '../../../../client/src/sheet/decode.ts'
import { mostAdsPerLaunch } from '../../../../client/src/sheet/limits.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import type { Desk } from './launch.tsx'
import { addRows, deleteRows, fillDown } from './sheet/edits.ts'
import { titlesOf } from './sheet/paste.ts'
import { useSignal } from './sheet/signals.ts'
import type { SheetStore } from './sheet/store.ts'
import { linesOf } from './sheet/text-table.ts'

interface ToolbarProps {
  desk: Desk
  onTable: (lines: string[][], what: string) => void
  onRefused: (why: string) => void
}

const moreRows = 10

export function Toolbar({ desk: { sheet }, onTable, onRefused }: ToolbarProps) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <div role="toolbar" aria-label="Sheet" className="flex flex-wrap items-center gap-2">
      <input
        ref={file}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
        className="hidden"
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          event.target.value = ''
          if (chosen)
            void readTable(chosen).then((read) =>
              'lines' in read ? onTable(read.lines, chosen.name) : onRefused(read.refusal),
            )
        }}
      />
      <Button small icon={<FileUp size={15} aria-hidden />} onClick={() => file.current?.click()}>
        CSV file …
      </Button>
      <Button
        small
        icon={<ArrowDownToLine size={15} aria-hidden />}
        title="Ctrl-D"
        onClick={() => sheet.change(fillDown(sheet.content(), sheet.range()))}
      >
        Fill down
      </Button>
      <Button
        small
        icon={<RowsIcon size={15} aria-hidden />}
        onClick={() => {
          const room = mostAdsPerLaunch - sheet.content().rows.length
          if (room > 0) sheet.change(addRows(sheet.content(), Math.min(moreRows, room)))
        }}
      >
        Add {moreRows} rows
      </Button>
      <Button
        small
        icon={<Trash2 size={15} aria-hidden />}
        onClick={() => sheet.change(deleteRows(sheet.content(), sheet.range()))}
      >
        Delete rows
      </Button>
      <History sheet={sheet} />
    </div>
  )
}

function History({ sheet }: { sheet: SheetStore }) {
  useSignal(sheet.signals, 'history')
  return (
    <>
      <IconButton
        small
        label="Undo"
        icon={<Undo2 size={15} aria-hidden />}
        disabled={!sheet.canUndo()}
        onClick={() => sheet.undo()}
      />
      <IconButton
        small
        label="Redo"
        icon={<Redo2 size={15} aria-hidden />}
        disabled={!sheet.canRedo()}
        onClick={() => sheet.redo()}
      />
    </>
  )
}

/** More than any sheet of that many rows that people write. */
const largestTableBytes = 16 * 2 ** 20

export async function readTable(file: File): Promise<{ lines: string[][] } | { refusal: string }> {
  if (/\.xlsx?$/i.test(file.name))
    return { refusal: `${file.name} is a workbook. Save it as CSV, or copy its cells and paste them here.` }
  if (file.size > largestTableBytes)
    return { refusal: `${file.name} is too large for a sheet. Nothing of it was read.` }
  const lines = linesOf(decodeText(new Uint8Array(await file.arrayBuffer())))
  if (!titlesOf(lines)) {
    return { refusal: `${file.name} does not begin with the titles of columns, such as name, account, ad set, media.` }
  }
  return { lines }
}
