import { Link } from '@tanstack/react-router'
import { Wand2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Entity } from '../../../../client/src/index.ts'
import { useAuditLog } from '../../data/audit.ts'
import { useEntityDays } from '../../data/entities.ts'
import { metricTitle } from '../../data/metric-title.ts'
import { can, platformOf } from '../../data/platforms.ts'
import { useMay } from '../../data/session/session.ts'
import { AdPicture } from '../../ui/ad-picture.tsx'
import { Answer } from '../../ui/answer.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { DayBars } from '../../ui/figures/day-bars.tsx'
import { ago, count, money } from '../../ui/format.ts'
import { PlatformTitle } from '../../ui/platform-mark.tsx'
import { Refused } from '../campaigns/refused.tsx'
import { ExecutionsTable } from '../automations/list/executions-table.tsx'
import type { Acts } from './acts.ts'
import { BudgetCell } from './budget-cell.tsx'
import { shownColumns } from './columns.ts'
import { Figure } from './figure.tsx'
import { StateCell } from './state-cell.tsx'
import type { RunningSearch } from '../../app/search.ts'

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
      aria-label={`About ${name}`}
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
        <IconButton label="Close" icon={<X size={18} aria-hidden />} onClick={onClose} />
      </header>
      <div className="flex flex-wrap items-center gap-4">
        <StateCell row={row} acts={acts} />
        {row.level !== 'ad' && (
          <div className="text-right tabular-nums">
            <BudgetCell row={row} acts={acts} />
          </div>
        )}
        <Button small icon={<Wand2 size={14} aria-hidden />} onClick={onRule}>
          Make a rule of this …
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
      <nav aria-label="More about it" className="flex flex-wrap gap-x-4 gap-y-1 text-accent underline">
        <Link to="/campaigns" search={{ account: row.accountId }}>
          Its account as a tree
        </Link>
        {row.level === 'ad' && can(row.platform, 'comments') && (
          <Link to="/campaigns/comments" search={{ account: row.accountId, ad: row.id }}>
            Comments
          </Link>
        )}
        {can(row.platform, 'listChanges') && (
          <Link to="/campaigns/changes" search={{ account: row.accountId, object: row.id }}>
            Changes on the platform
          </Link>
        )}
      </nav>
      <section aria-label="What rules did" className="flex flex-col gap-2">
        <h3 className="font-semibold">What rules did</h3>
        <ExecutionsTable entityId={row.id} />
      </section>
      <Done row={row} />
    </aside>
  )
}

function Days({ row }: { row: Entity }) {
  const days = useEntityDays(row)
  return (
    <Answer of={days} what="its days">
      {(list) => (
        <section aria-label="Day by day" className="flex flex-col gap-4">
          <DayBars
            label="Spend, last 14 days"
            days={list.map(({ day, spend }) => ({ day, value: spend }))}
            format={(value) => money(value, row.currency)}
          />
          <DayBars
            label="Results, last 14 days"
            days={list.map(({ day, results }) => ({ day, value: results }))}
            format={count}
          />
        </section>
      )}
    </Answer>
  )
}

/** What was done to it through Flightdeck, for whoever may read the audit log. */
function Done({ row }: { row: Entity }) {
  return useMay('admin') ? <Entries id={row.id} /> : null
}

function Entries({ id }: { id: string }) {
  const entries = useAuditLog({ target: `entity:${id}` })
  return (
    <section aria-label="What was done here" className="flex flex-col gap-2">
      <h3 className="font-semibold">What was done here</h3>
      <Answer of={entries} what="the log" empty={<p className="text-muted">Nothing was changed through Flightdeck.</p>}>
        {(list) => (
          <ul className="flex flex-col gap-1 text-[13px]">
            {list.slice(0, 10).map(({ seq, at, actor, action, outcome }) => (
              <li key={seq}>
                <span className="font-medium">{actor.name}</span>: {plain(action)}
                {outcome === 'done' ? '' : ` (${outcome})`} <span className="text-muted">{ago(at)}</span>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </section>
  )
}

/** The name of an operation, as words. */
const plain = (action: string) => action.replaceAll('_', ' ')
