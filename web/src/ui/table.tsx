import type { ReactNode } from 'react'
import { cx } from './classes.ts'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** Figures stand to the right, so that they can be compared. */
  figure?: boolean
  /** Left out on phones. */
  wideOnly?: boolean
  /** Times and the like: on a phone they would take a line for each word. */
  oneLine?: boolean
  /** What is read as a text: it keeps a width for that, and the table scrolls sooner. */
  long?: boolean
}

interface TableProps<Row> {
  /** What the table lists, for those who hear it. */
  label: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  foot?: ReactNode
}

/** A plain table that scrolls sideways by itself. Lists of more than some hundred rows are drawn by `virtual`. */
export function Table<Row>({ label, columns, rows, keyOf, foot }: TableProps<Row>) {
  const place = (column: Column<Row>) =>
    cx(
      'px-3 py-2',
      column.figure ? 'text-right tabular-nums' : 'text-left',
      column.wideOnly && 'max-md:hidden',
      column.oneLine && 'whitespace-nowrap',
    )
  return (
    <div className="overflow-x-auto rounded-lg border bg-surface" tabIndex={0} role="region" aria-label={label}>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b">
            {columns.map((column) => (
              <th
                key={column.head}
                scope="col"
                className={cx(place(column), 'text-[13px] font-medium whitespace-nowrap text-muted')}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b last:border-b-0 hover:bg-raised/50">
              {columns.map((column) => (
                <td key={column.head} className={place(column)}>
                  {column.long ? <div className="min-w-60">{column.cell(row)}</div> : column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot}
      </table>
    </div>
  )
}
