import { CircleCheck } from 'lucide-react'
import { cx } from '../../ui/classes.ts'
import { Card } from '../../ui/page.tsx'
import type { Desk } from './launch.tsx'
import { headOf } from './sheet/columns.ts'
import { showColumn } from './sheet/edits.ts'
import type { Finding } from './sheet/problems.ts'
import { isEmpty } from './sheet/rows.ts'
import { useSignal } from './sheet/signals.ts'

const mostShown = 50

interface Placed extends Finding {
  row: number
}

/** Everything that is wrong, each with the way to its cell. */
export function ProblemList({ desk }: { desk: Desk }) {
  const { sheet, problems } = desk
  useSignal(sheet.signals, 'problems')
  useSignal(sheet.signals, 'shape')
  useSignal(sheet.signals, 'check')
  const { rows } = sheet.content()
  const found = rows.flatMap((row, index) => problems.ofRow(row).map((finding): Placed => ({ ...finding, row: index })))
  const bad = found.filter(({ tone }) => tone === 'bad')
  const shown = [...bad, ...found.filter(({ tone }) => tone === 'warn')]
  if (rows.every(isEmpty)) return null
  const go = ({ row, column }: Placed) => {
    if (column) sheet.change(showColumn(sheet.content(), column))
    sheet.select({ row, col: column ? sheet.content().columns.indexOf(column) : 0 })
    document.querySelector<HTMLElement>('[role=grid]')?.focus()
  }
  const isChecked = rows.every((row) => isEmpty(row) || problems.isKnown(row))
  const title =
    bad.length === 0
      ? isChecked
        ? 'No problems'
        : 'Checking …'
      : bad.length === 1
        ? '1 problem'
        : `${bad.length} problems`
  return (
    <Card title={title} className="max-h-80 overflow-y-auto">
      {shown.length === 0 && isChecked && (
        <p className="flex items-center gap-2 text-good">
          <CircleCheck size={16} aria-hidden /> Nothing stands against these ads so far.
        </p>
      )}
      <ul className="flex flex-col">
        {shown.slice(0, mostShown).map((problem) => (
          <li key={`${problem.row} ${problem.column} ${problem.message}`}>
            <button
              type="button"
              onClick={() => go(problem)}
              className="flex w-full items-baseline gap-3 rounded px-2 py-1 text-left hover:bg-raised"
            >
              <span className="w-44 shrink-0 font-medium">
                Row {problem.row + 1}
                {problem.column ? `, ${headOf(problem.column)}` : ''}
              </span>
              <span
                title={problem.message}
                className={cx('line-clamp-2', problem.tone === 'bad' ? 'text-bad' : 'text-warn')}
              >
                {problem.message}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length > mostShown && <p className="px-2 pt-1 text-muted">And {shown.length - mostShown} more.</p>}
    </Card>
  )
}
