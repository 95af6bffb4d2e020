import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Creative, Entity } from '../../../../client/src/index.ts'
import { metricTitle } from '../../data/metric-title.ts'
import { useMetrics } from '../../data/reports.ts'
import { useEntities } from '../../data/running/entities.ts'
import { entityKey } from '../../data/running/entity-key.ts'
import { AdPicture } from '../../ui/ad-picture.tsx'
import { Answer } from '../../ui/answer.tsx'
import { State } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Empty } from '../../ui/page.tsx'
import { PlatformTitle } from '../../ui/platform-mark.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table.tsx'
import { count, wholeDay } from '../../ui/words/format.ts'
import { metricText } from '../reports/metric.ts'
import { rowWord } from '../running/query.ts'
import type { BoardDays } from './query.ts'
import { t } from '../../languages/t.ts'

interface AdsProps {
  creative: Creative
  title: string
  days: BoardDays
}

/** How many ads show it: pressed, which ones. */
export function Ads({ creative, title, days }: AdsProps) {
  const [isOpen, open] = useState(false)
  const number = t({ one: '{count} ad', other: '{count} ads' }, { count: creative.ads })
  // Without an id the question would be about all ads.
  if (creative.adIds.length === 0) return number
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t(
          { one: '{count} ad that shows {title}', other: '{count} ads that show {title}' },
          { count: creative.ads, title },
        )}
        className="text-accent underline"
        onClick={() => open(true)}
      >
        {number}
      </button>
      {isOpen && <AdsDialog {...{ creative, title, days }} onClose={() => open(false)} />}
    </>
  )
}

const shownMetrics = ['spend', 'results']

/** The ads of a creative with what they did in the days of the board, each with the way to it among everything that runs. */
function AdsDialog({ creative, title, days, onClose }: AdsProps & { onClose: () => void }) {
  const { adIds, accountIds, ads } = creative
  const found = useEntities({ level: 'ad', ids: adIds, accountIds, columns: shownMetrics, sortBy: 'spend', ...days })
  const columns = useColumns(days)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('Ads that show {title}', { title })}
      lead={t('Figures from {from} to {to}.', { from: wholeDay(days.startDate), to: wholeDay(days.endDate) })}
    >
      {ads > adIds.length && (
        <p>{t('The newest {shown} of {ads} ads are listed.', { shown: count(adIds.length), ads: count(ads) })}</p>
      )}
      <Answer of={found} what={t('the ads')}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title={t('None of them is known any more.')} />
          ) : (
            <Table label={t('Ads that show {title}', { title })} columns={columns} rows={rows} keyOf={entityKey} />
          )
        }
      </Answer>
    </Dialog>
  )
}

function useColumns(days: BoardDays): Column<Entity>[] {
  const metrics = useMetrics()
  const figure = (name: 'spend' | 'results'): Column<Entity> => ({
    head: metricTitle(name),
    cell: ({ figures, currency }) =>
      metricText(
        metrics.find((metric) => metric.name === name),
        figures[name],
        currency,
      ),
    figure: true,
    oneLine: true,
  })
  return [
    { head: t('Ad'), cell: (row) => <Named row={row} days={days} /> },
    { head: t('State'), cell: ({ state, status }) => <State word={state ?? status ?? 'unknown'} />, oneLine: true },
    figure('spend'),
    figure('results'),
  ]
}

/** By its picture and name, with the account that it is in. */
function Named({ row, days }: { row: Entity; days: BoardDays }) {
  return (
    <div className="flex items-center gap-3">
      <AdPicture accountId={row.accountId} adId={row.id} className="size-10 rounded" small />
      <div className="min-w-0">
        <Link
          to="/running"
          search={{
            ...{ level: 'ad', accounts: row.accountId, row: rowWord(row) },
            ...{ from: days.startDate, to: days.endDate },
          }}
          className="break-words text-accent underline"
        >
          {row.name ?? row.id}
        </Link>
        <p className="text-xs text-muted">
          <PlatformTitle name={row.platform} /> · {row.accountName}
        </p>
      </div>
    </div>
  )
}
