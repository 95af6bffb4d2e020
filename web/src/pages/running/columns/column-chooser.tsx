import { Popover } from '@base-ui/react/popover'
import { ArrowDown, ArrowUp, Columns3, Plus, X } from 'lucide-react'
import type { RunningSearch } from '../../../app/search.ts'
import { useMetrics } from '../../../data/reports.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { allColumns, chosenColumns, columnsText, columnTitle, movedTo, usualColumns } from './columns.ts'
import type { ChangeSearch } from '../query.ts'
import { t } from '../../../languages/t.ts'

/** Which columns there are, and in which order. They stand in the address, and are kept with a view. */
export function ColumnChooser({ search, onChange }: { search: RunningSearch; onChange: ChangeSearch }) {
  const figures = useMetrics()
    .map(({ name }) => name)
    .filter((name) => name !== 'reach' && name !== 'frequency')
  const chosen = chosenColumns(search)
  const set = (columns: string[]) => onChange({ columns: columnsText(columns) })
  const others = allColumns(figures).filter((name) => !chosen.includes(name))
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={t('Columns')}
        className="inline-flex h-9 items-center gap-1.5 rounded-md border border-field bg-surface px-2.5 hover:bg-raised"
      >
        <Columns3 size={15} aria-hidden /> {t('Columns')}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className="z-50">
          <Popover.Popup className="arrive flex max-h-[70vh] w-[min(22rem,calc(100vw-2rem))] flex-col gap-1 overflow-y-auto rounded-lg border bg-surface p-2 text-text shadow-xl">
            <Popover.Title className="px-1 text-[13px] font-medium text-muted">
              {t('Shown, in this order')}
            </Popover.Title>
            <ol aria-label={t('Columns that are shown')}>
              {chosen.map((name, at) => (
                <li key={name} className="flex items-center gap-1 rounded px-1 hover:bg-raised">
                  <span className="min-w-0 flex-1 truncate">{columnTitle(name)}</span>
                  <IconButton
                    small
                    label={t('{columnTitle} earlier', { columnTitle: columnTitle(name) })}
                    disabled={at === 0}
                    icon={<ArrowUp size={14} aria-hidden />}
                    onClick={() => set(movedTo(chosen, name, at - 1))}
                  />
                  <IconButton
                    small
                    label={t('{columnTitle} later', { columnTitle: columnTitle(name) })}
                    disabled={at === chosen.length - 1}
                    icon={<ArrowDown size={14} aria-hidden />}
                    onClick={() => set(movedTo(chosen, name, at + 1))}
                  />
                  <IconButton
                    small
                    label={t('Hide {columnTitle}', { columnTitle: columnTitle(name) })}
                    disabled={chosen.length === 1}
                    icon={<X size={14} aria-hidden />}
                    onClick={() => set(chosen.filter((each) => each !== name))}
                  />
                </li>
              ))}
            </ol>
            <p className="border-t px-1 pt-2 text-[13px] font-medium text-muted">{t('To add')}</p>
            <ul aria-label={t('Columns to add')}>
              {others.map((name) => (
                <li key={name}>
                  <button
                    type="button"
                    aria-label={t('Show {columnTitle}', { columnTitle: columnTitle(name) })}
                    onClick={() => set([...chosen, name])}
                    className="flex w-full items-center gap-2 rounded px-1 py-1 text-left hover:bg-raised"
                  >
                    <Plus size={14} aria-hidden /> {columnTitle(name)}
                  </button>
                </li>
              ))}
            </ul>
            <Button small look="quiet" onClick={() => set(usualColumns)}>
              {t('As usual')}
            </Button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
