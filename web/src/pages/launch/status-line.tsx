import { required } from '../../../../client/src/required.ts'
import { problemText } from '../../ui/problem.tsx'
import type { LaunchPageState } from './page-state.ts'
import type { Checker } from './sheet/checker.ts'
import { headOf } from './sheet/columns.ts'
import { heightOf, isOneCell } from './sheet/range.ts'
import { rowsInWords } from './rows-in-words.ts'
import { useSignal } from './sheet/signals.ts'
import { t } from '../../languages/t.ts'

/** Below the sheet: where one is, what is wrong there, and how far the check is. */
export function StatusLine({ pageState, checker }: { pageState: LaunchPageState; checker: Checker | null }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 text-[13px] text-muted">
      <Where pageState={pageState} />
      <Check pageState={pageState} checker={checker} />
      <p id="sheet-help" className="w-full text-xs max-md:hidden">
        {t(
          'Type or press Enter to write in a cell, Ctrl-D to fill down, Ctrl-Z to undo, Ctrl-Enter to launch. Escape, then Tab, leads out of the sheet.',
        )}
      </p>
    </div>
  )
}

function Where({ pageState: { sheet, problems } }: { pageState: LaunchPageState }) {
  useSignal(sheet.signals, 'selection')
  useSignal(sheet.signals, 'problems')
  const { columns, rows } = sheet.content()
  const range = sheet.range()
  const { row, col } = sheet.active()
  const column = required(columns[col], 'column')
  const findings = rows[row] ? problems.ofRow(rows[row]).filter((finding) => finding.column === column) : []
  const corner = required(columns[range.left], 'column')
  const place = t('{column}, row {row}', { column: headOf(corner), row: range.top + 1 })
  return (
    <p role="status">
      {isOneCell(range)
        ? place
        : t(
            { one: '{rows} in one column, from {place}', other: '{rows} by {count} columns, from {place}' },
            { rows: rowsInWords(heightOf(range)), count: range.right - range.left + 1, place },
          )}
      {findings.map(({ message, tone }) => (
        <span key={message} className={tone === 'bad' ? 'text-bad' : 'text-warn'}>
          {' · '}
          {message}
        </span>
      ))}
    </p>
  )
}

function Check({ pageState: { sheet }, checker }: { pageState: LaunchPageState; checker: Checker | null }) {
  useSignal(sheet.signals, 'check')
  const state = checker?.state() ?? 'idle'
  if (checker && state === 'failed')
    return (
      <p className="text-bad">{t('Not checked: {problemText}', { problemText: problemText(checker.failure()) })}</p>
    )
  return <p>{state === 'idle' ? t('Checked') : t('Checking …')}</p>
}
