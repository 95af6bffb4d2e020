import { memo } from 'react'
import { splitIds } from '../../../../../client/src/sheet/values.ts'
import { cx } from '../../../ui/classes.ts'
import { columnNamed } from '../sheet/columns.ts'
import type { Problems } from '../sheet/problems.ts'
import { defaultOf, knownSignals, nameOf } from '../sheet/known.ts'
import type { Row } from '../sheet/rows.ts'
import { useSignal } from '../sheet/signals.ts'
import { cellKey } from '../sheet/store.ts'
import type { SheetStore } from '../sheet/store.ts'
import { cellId, pinned } from './measures.ts'
import { MediaCell } from './media-cell.tsx'
import { t } from '../../../languages/t.ts'

interface CellProps {
  sheet: SheetStore
  problems: Problems
  index: number
  rowId: number
  column: string
  place: number
  left: number
  width: number
}

/** One cell. It is drawn again when its own text or its own problems change, and at no other time. */
export const Cell = memo(function Cell({ sheet, problems, index, rowId, column, place, left, width }: CellProps) {
  useSignal(sheet.signals, cellKey(rowId, column))
  const row = sheet.content().rows[index]
  if (row?.id !== rowId) return null
  const findings = problems.ofRow(row).filter((finding) => finding.column === column)
  const isBad = findings.some(({ tone }) => tone === 'bad')
  return (
    <div
      role="gridcell"
      id={cellId(rowId, column)}
      aria-colindex={place + 2}
      aria-invalid={isBad || undefined}
      data-row={index}
      data-col={place}
      title={findings.map(({ message }) => message).join('\n') || undefined}
      style={{ left, width }}
      className={cx(
        'inset-y-0 flex items-center overflow-hidden border-r border-b px-2 whitespace-pre',
        place === 0 ? pinned : 'absolute',
        isBad ? 'bg-bad-soft text-bad' : findings.length > 0 ? 'bg-warn-soft text-warn' : 'bg-surface',
      )}
    >
      <Text sheet={sheet} row={row} column={column} />
      {findings.length > 0 && <span className="sr-only"> {findings.map(({ message }) => message).join(' ')}</span>}
    </div>
  )
})

interface TextProps {
  sheet: SheetStore
  row: Row
  column: string
}

function Text({ sheet, row, column }: TextProps) {
  const text = row.cells[column] ?? ''
  if (column === 'media') return <MediaCell rowId={row.id} text={text} />
  if (text === '') return <Default sheet={sheet} row={row} column={column} />
  if (columnNamed(column).field.kind === 'id' || column === 'ad set') return <Named text={text} />
  return <span className="truncate">{text.replaceAll('\n', ' ⏎ ')}</span>
}

/** Ids by their names, where these are known. */
function Named({ text }: { text: string }) {
  useSignal(knownSignals, 'names')
  const names = splitIds(text).map((id) => nameOf(id) ?? id)
  return <span className="truncate">{names.join(', ')}</span>
}

/** What a launch fills in where nothing is written. */
function Default({ sheet, row, column }: TextProps) {
  useSignal(knownSignals, 'defaults')
  useSignal(sheet.signals, cellKey(row.id, 'account'))
  const account = sheet.content().rows.find(({ id }) => id === row.id)?.cells.account
  const text = account ? defaultOf(account, column) : null
  if (!text) return null
  return (
    <span className="truncate text-muted italic" title={t('Filled in by the launch defaults')}>
      {nameOf(text) ?? text}
    </span>
  )
}
