import { Wand2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Entity } from '../../../../../client/src/index.ts'
import { metricTitle } from '../../../data/metric-title.ts'
import { platformOf } from '../../../data/platforms.ts'
import { AdPicture } from '../../../ui/ad-picture.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { PlatformTitle } from '../../../ui/platform-mark.tsx'
import { Refused } from '../../campaigns/refused.tsx'
import { ExecutionsTable } from '../../automations/list/executions-table.tsx'
import type { Acts } from '../acts.ts'
import { BudgetCell } from '../table/budget-cell.tsx'
import { shownColumns } from '../columns/columns.ts'
import { Figure } from '../table/figure.tsx'
import { Days, History, Settings } from './panel-parts.tsx'
import { StateCell } from '../table/state-cell.tsx'
import type { RunningSearch } from '../../../app/search.ts'
import { t } from '../../../languages/t.ts'

interface PanelProps {
  row: Entity
  acts: Acts
  search: RunningSearch
  onRule: () => void
  onClose: () => void
}

/** All there is about one line, beside the list: its picture, its days, what can be done, and what was done. Escape closes it. */
export function SidePanel({ row, acts, search, onRule, onClose }: PanelProps) {
  const place = useRef<HTMLElement>(null)
  const name = row.name ?? row.id
  useEffect(() => place.current?.focus(), [row.id])
  return (
    <aside
      ref={place}
      tabIndex={-1}
      data-panel
      aria-label={t('About {name}', { name })}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="fixed inset-y-0 right-0 z-30 flex w-[min(28rem,100vw)] flex-col gap-4 overflow-y-auto border-l bg-surface p-4 shadow-xl outline-none"
    >
      <header className="flex items-start gap-3">
        {row.level === 'ad' && (
          <AdPicture accountId={row.accountId} adId={row.id} name={name} className="size-24 rounded-lg" />
        )}
        <div className="min-w-0 flex-1">
          <h2 className="text-base font-semibold break-words">{name}</h2>
          <p className="text-[13px] text-muted">
            <PlatformTitle name={row.platform} /> · {platformOf(row.platform).levels[row.level]} · {row.accountName}
          </p>
          <p className="text-[13px] break-words text-muted">
            {[row.campaignName, row.adSetName].filter((each) => each && each !== row.name).join(' · ')}
          </p>
        </div>
        <IconButton label={t('Close')} icon={<X size={18} aria-hidden />} onClick={onClose} />
      </header>
      <div className="flex flex-wrap items-center gap-4">
        <StateCell row={row} acts={acts} />
        {row.level !== 'ad' && (
          <div className="text-right tabular-nums">
            <BudgetCell row={row} acts={acts} />
          </div>
        )}
        <Button small icon={<Wand2 size={14} aria-hidden />} onClick={onRule}>
          {t('Make a rule of this …')}
        </Button>
      </div>
      {acts.problemOf(row) !== null && <Refused error={new Error(acts.problemOf(row) ?? '')} />}
      <dl className="grid grid-cols-3 gap-3">
        {shownColumns(search)
          .filter((column) => column in row.figures)
          .map((column) => (
            <div key={column}>
              <dt className="text-[13px] text-muted">{metricTitle(column)}</dt>
              <dd className="font-medium tabular-nums">
                <Figure name={column} figures={row.figures} change={row.changePercent} currency={row.currency} />
              </dd>
            </div>
          ))}
      </dl>
      <Days row={row} />
      <Settings row={row} />
      <section aria-label={t('What rules did')} className="flex flex-col gap-2">
        <h3 className="font-semibold">{t('What rules did')}</h3>
        <ExecutionsTable entityId={row.id} />
      </section>
      <History row={row} />
    </aside>
  )
}
