import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { aboutOf, allColumns, headOf } from '../sheet/columns.ts'
import { hideColumn, showColumn } from '../sheet/edits.ts'
import { useSignal } from '../sheet/signals.ts'
import type { SheetStore } from '../sheet/store.ts'
import { t } from '../../../languages/t.ts'

const needed = ['name', 'account']

/** Which fields of an ad the sheet shows. */
export function ColumnsDialog({ sheet, onClose }: { sheet: SheetStore; onClose: () => void }) {
  useSignal(sheet.signals, 'shape')
  const content = sheet.content()
  const isUsed = (name: string) => content.rows.some(({ cells }) => (cells[name] ?? '') !== '')
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('Columns')}
      lead={t(
        'Every field that an ad can have on any platform. What stands in a column that is hidden is launched too.',
      )}
    >
      <ul className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2">
        {allColumns.map((name) => {
          const isShown = content.columns.includes(name)
          return (
            <li key={name}>
              <Checkbox
                label={headOf(name)}
                checked={isShown}
                disabled={needed.includes(name)}
                onChange={() =>
                  sheet.change(isShown ? hideColumn(sheet.content(), name) : showColumn(sheet.content(), name))
                }
              />
              {!isShown && isUsed(name) && <span className="pl-2 text-[13px] text-warn">{t('has values')}</span>}
              <p className="line-clamp-2 pl-6 text-[13px] text-muted">{aboutOf(name)}</p>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
