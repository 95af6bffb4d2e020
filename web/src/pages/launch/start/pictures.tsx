import { useAccounts } from '../../../data/accounts.ts'
import { platformOf } from '../../../data/platforms.ts'
import { count } from '../../../ui/words/format.ts'
import type { LaunchPageState } from '../page-state.ts'
import { Drawn } from '../preview/drawn.tsx'
import type { Row } from '../sheet/rows.ts'
import { storedIn } from '../sheet/stored.ts'
import { t } from '../../../languages/t.ts'

const maxShown = 6

/** The first ads in each place where they will be seen, with what is stored on their platforms and nothing else. */
export function Pictures({ pageState: { problems }, rows }: { pageState: LaunchPageState; rows: Row[] }) {
  const accounts = useAccounts().data
  return (
    <section aria-label={t('What people see')} tabIndex={0} className="flex shrink-0 gap-5 overflow-x-auto pb-1">
      {rows.slice(0, maxShown).map((row) => {
        const platform = accounts?.find(({ id }) => id === row.cells.account?.trim())?.platform
        const text = storedIn(row, platform, problems.ofRow(row))
        return (
          <div key={row.id} className="flex shrink-0 flex-col gap-1">
            <p className="max-w-72 truncate text-[13px] font-medium" title={row.cells.name}>
              {row.cells.name}
            </p>
            <div className="flex items-start gap-2">
              {platformOf(platform ?? '').placements.map((placement) => (
                <figure key={placement.name} className="w-36">
                  <Drawn row={row} text={text} placement={placement} />
                  <figcaption className="pt-1 text-xs text-muted">{placement.name}</figcaption>
                </figure>
              ))}
            </div>
          </div>
        )
      })}
      {rows.length > maxShown && (
        <p className="shrink-0 self-center pr-4 text-muted">
          {t('and {rows} more', { rows: count(rows.length - maxShown) })}
        </p>
      )}
    </section>
  )
}
