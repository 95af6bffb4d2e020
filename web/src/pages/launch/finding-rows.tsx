import { required } from '../../../../client/src/required.ts'
import { useAccounts } from '../../data/accounts.ts'
import { cx } from '../../ui/classes.ts'
import { titleOf } from '../../data/platforms.ts'
import type { LaunchPageState } from './page-state.ts'
import { headOf } from './sheet/columns.ts'
import { showColumn } from './sheet/edits.ts'
import type { Finding } from './sheet/problems.ts'

const maxShown = 50

interface Placed extends Finding {
  row: number
}

/**
 * What is wrong with the sheet, and behind it what is better known. Before both stand columns that ads are made without, each in one
 * line: whoever has put the words of all their ads there must not find that out below fifty other lines.
 */
export function findingsIn(
  { sheet, problems }: LaunchPageState,
  platformOf: (account: string) => string | undefined,
): Placed[] {
  const { rows } = sheet.content()
  const all = rows.flatMap((row, index) => problems.ofRow(row).map((finding): Placed => ({ ...finding, row: index })))
  const platformIn = (row: number) => platformOf(rows[row]?.cells.account ?? '')
  const unused = Map.groupBy(
    all.filter(({ isUnused }) => isUnused),
    ({ row, column }) => `${column} ${platformIn(row)}`,
  )
  const others = all.filter(({ isUnused }) => !isUnused)
  return [
    ...[...unused.values()].map((same) => inOneLine(same, platformIn)),
    ...others.filter(({ tone }) => tone === 'bad'),
    ...others.filter(({ tone }) => tone === 'warn'),
  ]
}

function inOneLine(same: Placed[], platformIn: (row: number) => string | undefined): Placed {
  const first = required(same[0], 'finding')
  const platform = platformIn(first.row)
  const who = platform === undefined ? 'The platform' : titleOf(platform)
  const ads =
    same.length === 1 ? 'the ad of this row is made without it' : `the ads of ${same.length} rows are made without it`
  return { ...first, message: `${who} has no use for what stands in this column: ${ads}.` }
}

/** The platform of an account, by its id. */
export function usePlatformOf(): (account: string) => string | undefined {
  const accounts = useAccounts().data
  return (account) => accounts?.find(({ id }) => id === account.trim())?.platform
}

/** A press leads to the cell, also where its column is not shown yet. */
export function FindingRows({
  pageState: { sheet },
  found,
  onGo,
}: {
  pageState: LaunchPageState
  found: Placed[]
  onGo?: () => void
}) {
  const go = ({ row, column }: Placed) => {
    if (column) sheet.change(showColumn(sheet.content(), column))
    sheet.select({ row, col: column ? sheet.content().columns.indexOf(column) : 0 })
    onGo?.()
    document.querySelector<HTMLElement>('[role=grid]')?.focus()
  }
  return (
    <>
      <ul className="flex flex-col">
        {found.slice(0, maxShown).map((problem) => (
          <li key={`${problem.row} ${problem.column} ${problem.message}`}>
            <button
              type="button"
              onClick={() => go(problem)}
              className="flex w-full items-baseline gap-3 rounded px-2 py-1 text-left hover:bg-raised"
            >
              <span className="w-44 shrink-0 font-medium max-md:w-28">
                Row {problem.row + 1}
                {problem.column ? `, ${headOf(problem.column)}` : ''}
              </span>
              <span
                title={problem.message}
                className={cx('line-clamp-2 min-w-0', problem.tone === 'bad' ? 'text-bad' : 'text-warn')}
              >
                {problem.message}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > maxShown && <p className="px-2 pt-1 text-muted">And {found.length - maxShown} more.</p>}
    </>
  )
}
