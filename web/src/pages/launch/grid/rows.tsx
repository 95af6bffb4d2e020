import { memo } from 'react'
import { cx } from '../../../ui/classes.ts'
import type { Problems } from '../sheet/problems.ts'
import { useSignal } from '../sheet/signals.ts'
import { cellKey } from '../sheet/store.ts'
import type { SheetStore } from '../sheet/store.ts'
import { Cell } from './cell.tsx'
import { aboutOf, headOf } from '../sheet/columns.ts'
import { headHeight, numbersWidth, pinned, placeOf, rowHeight } from './measures.ts'
import { t } from '../../../languages/t.ts'

interface Of {
  sheet: SheetStore
  problems: Problems
  columns: readonly string[]
  edges: readonly number[]
}

export function Head({ columns, edges }: Pick<Of, 'columns' | 'edges'>) {
  return (
    <div role="row" aria-rowindex={1} className="sticky top-0 z-3 flex" style={{ height: headHeight }}>
      <div
        role="columnheader"
        aria-colindex={1}
        className="sticky left-0 z-1 shrink-0 border-r border-b bg-raised text-center"
        style={{ width: numbersWidth, height: headHeight }}
      >
        <span className="sr-only">{t('Row')}</span>
      </div>
      {columns.map((name, place) => (
        <div
          key={name}
          role="columnheader"
          aria-colindex={place + 2}
          title={aboutOf(name)}
          className={cx(
            'inset-y-0 flex items-center border-r border-b bg-raised px-2 text-[13px] font-medium',
            place === 0 ? pinned : 'absolute',
          )}
          style={placeOf(edges, place)}
        >
          <span className="truncate">{headOf(name)}</span>
          {(name === 'name' || name === 'account') && (
            <span aria-hidden className="text-bad">
              &nbsp;*
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

interface RowProps extends Of {
  index: number
  rowId: number
}

export const SheetRow = memo(function SheetRow({ sheet, problems, columns, edges, index, rowId }: RowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute inset-x-0 flex"
      style={{ top: headHeight + index * rowHeight, height: rowHeight }}
    >
      <RowNumber {...{ sheet, problems, index, rowId }} />
      {columns.map((column, place) => (
        <Cell key={column} {...{ sheet, problems, index, rowId, column, place }} {...placeOf(edges, place)} />
      ))}
    </div>
  )
})

/** What is wrong with the row as a whole stands at its number. */
function RowNumber({ sheet, problems, index, rowId }: Pick<RowProps, 'sheet' | 'problems' | 'index' | 'rowId'>) {
  useSignal(sheet.signals, cellKey(rowId, ''))
  const row = sheet.content().rows[index]
  const findings = row ? problems.ofRow(row).filter(({ column }) => column === null) : []
  const says = findings.map(({ message }) => message).join('\n')
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      data-row={index}
      data-number
      title={says || undefined}
      className={cx(
        'sticky left-0 z-2 flex h-full shrink-0 items-center justify-center border-r border-b text-xs',
        says ? 'bg-bad-soft font-medium text-bad' : 'bg-raised text-muted',
      )}
      style={{ width: numbersWidth }}
    >
      {index + 1}
      {says && <span className="sr-only"> {says}</span>}
    </div>
  )
}
