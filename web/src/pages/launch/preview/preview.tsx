import { memo, useDeferredValue } from 'react'
import { useAccounts } from '../../../data/accounts.ts'
import { Card } from '../../../ui/page.tsx'
import type { LaunchPageState } from '../page-state.ts'
import { knownSignals } from '../sheet/known.ts'
import { isEmpty } from '../sheet/rows.ts'
import { useRead, useSignal } from '../sheet/signals.ts'
import { storedIn } from '../sheet/stored.ts'
import { platformOf } from '../../../data/platforms.ts'
import { Drawn } from './drawn.tsx'
import { t } from '../../../languages/t.ts'

/** The ad of the active row, as it would appear in each place. Letters are shown in their cell first. */
export function Preview({ pageState }: { pageState: LaunchPageState }) {
  const version = useDeferredValue(useSignal(pageState.sheet.signals, 'content'))
  return <Shown pageState={pageState} version={version} />
}

interface ShownProps {
  pageState: LaunchPageState
  /** It is drawn again when this is another. */
  version: number
}

const Shown = memo(function Shown({ pageState: { sheet, problems } }: ShownProps) {
  const index = useRead(sheet.signals, 'selection', () => sheet.active().row)
  useSignal(sheet.signals, 'problems')
  useSignal(knownSignals, 'defaults')
  useSignal(knownSignals, 'names')
  const row = sheet.content().rows[index]
  const accounts = useAccounts().data
  if (!row || isEmpty(row)) {
    return (
      <Card title={t('Preview')}>
        <p className="text-muted">{t('The ad of the row that you are in appears here.')}</p>
      </Card>
    )
  }
  const account = accounts?.find(({ id }) => id === row.cells.account?.trim())
  const text = storedIn(row, account?.platform, problems.ofRow(row))
  return (
    <Card title={t('Preview of row {index}', { index: index + 1 })}>
      <div
        className="flex gap-4 overflow-x-auto pb-1 xl:flex-col"
        tabIndex={0}
        role="region"
        aria-label={t('Previews')}
      >
        {platformOf(account?.platform ?? '').placements.map((placement) => (
          <figure key={placement.name} className="w-56 shrink-0 xl:w-full">
            <figcaption className="pb-1 text-[13px] text-muted">{placement.name}</figcaption>
            <Drawn row={row} text={text} placement={placement} />
          </figure>
        ))}
      </div>
    </Card>
  )
})
