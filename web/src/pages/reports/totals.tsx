import { metricTitle } from '../../data/metric-title.ts'
import { useMetrics } from '../../data/reports.ts'
import { cx } from '../../ui/classes.ts'
import type { Row } from './ask.ts'
import { change, changeText, metricText } from './metric.ts'
import { t } from '../../languages/t.ts'

interface TotalsProps {
  metrics: string[]
  totals: Row[]
  /** Of the period before; null: it is not compared. */
  earlier: Row[] | null
  chart: string
  onChart: (metric: string) => void
}

/** The totals as tiles: pressing one puts it into the chart. */
export function Totals({ metrics, totals, earlier, chart, onChart }: TotalsProps) {
  return (
    <div role="group" aria-label={t('Totals')} className="grid grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] gap-2">
      {metrics.map((metric) => (
        <button
          key={metric}
          type="button"
          aria-pressed={metric === chart}
          onClick={() => onChart(metric)}
          className={cx(
            'rounded-lg border bg-surface p-3 text-left',
            metric === chart ? 'border-accent' : 'hover:bg-raised/60',
          )}
        >
          <span className="text-[13px] text-muted">{metricTitle(metric)}</span>
          {totals.length === 0 && <span className="block text-[15px] font-semibold">–</span>}
          {totals.map((total) => (
            <Figure
              key={total.currency}
              metric={metric}
              total={total}
              earlier={earlier}
              isOneOfMany={totals.length > 1}
            />
          ))}
        </button>
      ))}
    </div>
  )
}

interface FigureProps {
  metric: string
  total: Row
  earlier: Row[] | null
  isOneOfMany: boolean
}

function Figure({ metric, total, earlier, isOneOfMany }: FigureProps) {
  const about = useMetrics().find(({ name }) => name === metric)
  const value = total.figures[metric]
  const then = earlier?.find(({ currency }) => currency === total.currency)?.figures[metric]
  return (
    <span className="block">
      <data
        value={value ?? ''}
        data-total={`${metric} ${total.currency}`}
        className="text-[15px] font-semibold tabular-nums"
      >
        {metricText(about, value, total.currency)}
      </data>
      {isOneOfMany && about?.unit !== 'currency' && <span className="ml-1 text-xs text-muted">{total.currency}</span>}
      {earlier && (
        <span
          className="block text-xs text-muted"
          title={t('Before: {metricText}', { metricText: metricText(about, then, total.currency) })}
        >
          {changeText(change(value, then))} <span className="sr-only">{t('than before')}</span>
        </span>
      )}
    </span>
  )
}
