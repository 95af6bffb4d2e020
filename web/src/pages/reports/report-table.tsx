import { ArrowDown, ArrowUp } from 'lucide-react'
import { metricTitle } from '../../data/metric-title.ts'
import { useMetrics } from '../../data/reports.ts'
import { cx } from '../../ui/classes.ts'
import type { Row } from './ask.ts'
import { change, changeText, metricText } from './metric.ts'
import type { Change, View } from './view.ts'
import { t } from '../../languages/t.ts'

interface TableProps {
  view: View
  /** What the rows are. */
  label: string
  rows: Row[]
  totals: Row[]
  /** The rows of the period before, by key; null: they are not compared. */
  earlier: Map<string, Row> | null
  onChange: Change
}

/** The rows, with the totals below. Pressing a head puts them in that order. */
export function ReportTable({ view, label, rows, totals, earlier, onChange }: TableProps) {
  const columns = view.metrics
  return (
    <div
      className="overflow-x-auto rounded-lg border bg-surface"
      tabIndex={0}
      role="region"
      aria-label={t('Rows of the report')}
    >
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b">
            <th scope="col" className="px-3 py-2 text-left text-[13px] font-medium text-muted">
              {label}
            </th>
            {columns.map((metric) => (
              <Head key={metric} metric={metric} view={view} onChange={onChange} />
            ))}
            {earlier && (
              <th scope="col" className="px-3 py-2 text-right text-[13px] font-medium whitespace-nowrap text-muted">
                {t('{metricTitle}, change', { metricTitle: metricTitle(view.chart) })}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line
              key={row.key}
              row={row}
              view={view}
              earlier={earlier && (earlier.get(row.key) ?? null)}
              isCompared={earlier !== null}
            />
          ))}
        </tbody>
        <tfoot className="border-t-2">
          {totals.map((total) => (
            <Line
              key={total.currency}
              row={{
                ...total,
                key: `total ${total.currency}`,
                label: totals.length > 1 ? t('Total in {currency}', { currency: total.currency }) : t('Total'),
              }}
              view={view}
              earlier={null}
              isCompared={earlier !== null}
              isTotal
            />
          ))}
        </tfoot>
      </table>
    </div>
  )
}

function Head({ metric, view, onChange }: { metric: string; view: View; onChange: Change }) {
  const sorted = (view.sort ?? (view.by === 'day' ? null : 'spend')) === metric
  const Arrow = view.up ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={sorted ? (view.up ? 'ascending' : 'descending') : 'none'}
      className="px-1 py-1 text-right"
    >
      <button
        type="button"
        onClick={() => onChange({ sort: metric, up: sorted ? !view.up : false })}
        className="inline-flex items-center gap-1 rounded px-2 py-1 text-[13px] font-medium whitespace-nowrap text-muted hover:bg-raised"
      >
        {sorted && <Arrow size={13} aria-hidden />}
        {metricTitle(metric)}
      </button>
    </th>
  )
}

interface LineProps {
  row: Row
  view: View
  earlier: Row | null
  isCompared: boolean
  isTotal?: boolean
}

function Line({ row, view, earlier, isCompared, isTotal }: LineProps) {
  const metrics = useMetrics()
  return (
    <tr data-row={row.key} className={cx('border-b last:border-b-0', isTotal ? 'font-semibold' : 'hover:bg-raised/50')}>
      <th scope="row" className={cx('max-w-96 px-3 py-2 text-left', !isTotal && 'font-normal')}>
        <span className="block truncate" title={row.label}>
          {row.label}
        </span>
        {row.detail && <span className="block truncate text-xs font-normal text-muted">{row.detail}</span>}
      </th>
      {view.metrics.map((metric) => (
        <td key={metric} className="px-3 py-2 text-right whitespace-nowrap tabular-nums">
          <data value={row.figures[metric] ?? ''} data-metric={metric}>
            {metricText(
              metrics.find(({ name }) => name === metric),
              row.figures[metric],
              row.currency,
            )}
          </data>
        </td>
      ))}
      {isCompared && (
        <td className="px-3 py-2 text-right whitespace-nowrap text-muted tabular-nums">
          {isTotal ? '' : changeText(change(row.figures[view.chart], earlier?.figures[view.chart]))}
        </td>
      )}
    </tr>
  )
}
