import {
  ArrowDownToLine,
  Columns3,
  FileUp,
  Images,
  ListPlus,
  Redo2,
  SlidersHorizontal,
  TextQuote,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useRef } from 'react'
import { maxAdsPerLaunch } from '../../../../client/src/sheet/limits.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import type { LaunchPageState } from './page-state.ts'
import { addRows, deleteRows, fillDown } from './sheet/edits.ts'
import { useSignal } from './sheet/signals.ts'
import type { SheetStore } from './sheet/store.ts'
import { t } from '../../languages/t.ts'

export type DialogName = 'media' | 'templates' | 'defaults' | 'columns' | 'drafts' | 'save' | 'launch'

interface ToolbarProps {
  pageState: LaunchPageState
  onFile: (file: File) => void
  onOpen: (dialog: DialogName) => void
}

const others: [DialogName, string, typeof Images][] = [
  ['media', t('Media …'), Images],
  ['templates', t('Templates …'), TextQuote],
  ['defaults', t('Defaults …'), SlidersHorizontal],
  ['columns', t('Columns …'), Columns3],
]

const moreRows = 10

export function Toolbar({ pageState: { sheet }, onFile, onOpen }: ToolbarProps) {
  const file = useRef<HTMLInputElement>(null)
  return (
    <div role="toolbar" aria-label={t('Sheet')} className="flex flex-wrap items-center gap-2">
      <input
        ref={file}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        aria-label={t('Table file')}
        className="hidden"
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          event.target.value = ''
          if (chosen) onFile(chosen)
        }}
      />
      <Button small icon={<FileUp size={15} aria-hidden />} onClick={() => file.current?.click()}>
        {t('Open a table …')}
      </Button>
      <Button
        small
        icon={<ArrowDownToLine size={15} aria-hidden />}
        title="Ctrl-D"
        onClick={() => sheet.change(fillDown(sheet.content(), sheet.range()))}
      >
        {t('Fill down')}
      </Button>
      <Button
        small
        icon={<ListPlus size={15} aria-hidden />}
        onClick={() => {
          const room = maxAdsPerLaunch - sheet.content().rows.length
          if (room > 0) sheet.change(addRows(sheet.content(), Math.min(moreRows, room)))
        }}
      >
        {t('Add {moreRows} rows', { moreRows })}
      </Button>
      <Button
        small
        icon={<Trash2 size={15} aria-hidden />}
        onClick={() => sheet.change(deleteRows(sheet.content(), sheet.range()))}
      >
        {t('Delete rows')}
      </Button>
      <History sheet={sheet} />
      <span className="grow" />
      {others.map(([dialog, name, Icon]) => (
        <Button key={dialog} small look="quiet" icon={<Icon size={15} aria-hidden />} onClick={() => onOpen(dialog)}>
          {name}
        </Button>
      ))}
    </div>
  )
}

function History({ sheet }: { sheet: SheetStore }) {
  useSignal(sheet.signals, 'history')
  return (
    <>
      <IconButton
        small
        label={t('Undo')}
        icon={<Undo2 size={15} aria-hidden />}
        disabled={!sheet.canUndo()}
        onClick={() => sheet.undo()}
      />
      <IconButton
        small
        label={t('Redo')}
        icon={<Redo2 size={15} aria-hidden />}
        disabled={!sheet.canRedo()}
        onClick={() => sheet.redo()}
      />
    </>
  )
}
