import { useMemo } from 'react'
import { metricTitle } from '../../data/metric-title.ts'
import { useMetrics } from '../../data/reports.ts'
import { Answer } from '../../ui/answer.tsx'
import { Plot } from '../../ui/figures/plot.tsx'
import type { Series } from '../../ui/figures/plot.tsx'
import { useRows, useSeries } from './ask.ts'
import type { Report, Row } from './ask.ts'
import { before, everyDay } from './days.ts'
import type { Days } from './days.ts'
import { wholeDay } from '../../ui/words/format.ts'
import { metricText } from './metric.ts'
import type { View } from './view.ts'
import { t } from '../../languages/t.ts'

/** The chosen figure day by day, with the period before it dashed. */
export function TimeChart({ view, days }: { view: View; days: Days }) {
  const earlier = before(days)
  const now = useSeries(view, days)
  const then = useSeries(view, earlier, view.compare)
  const metric = useMetrics().find(({ name }) => name === view.chart)
  const times = useMemo(() => everyDay(days), [days.from, days.to])
  const series = useMemo(() => {
    const named = (report: Report | undefined, period: Days, isBefore: boolean) =>
      seriesOf(report, view.chart, everyDay(period)).map(([currency, values], _at, all): Series => {
        const name = `${metricTitle(view.chart)}${all.length > 1 ? ` (${currency})` : ''}`
        return {
          label: isBefore ? t('{name}, the {times} days before', { name, times: times.length }) : name,
          values,
          dashed: isBefore,
          colour: isBefore ? '--muted' : undefined,
          format: (value) => metricText(metric, value, currency),
        }
      })
    return [...named(now.data, days, false), ...(view.compare ? named(then.data, earlier, true) : [])]
  }, [now.data, then.data, view.chart, view.compare, metric, times])
  const label = view.compare
    ? t('{metricTitle} day by day from {from} to {to}, against the period before', {
        metricTitle: metricTitle(view.chart),
        from: wholeDay(days.from),
        to: wholeDay(days.to),
      })
    : t('{metricTitle} day by day from {from} to {to}', {
        metricTitle: metricTitle(view.chart),
        from: wholeDay(days.from),
        to: wholeDay(days.to),
      })
  return (
    <Answer of={now} what={t('the chart')}>
      {() => <Plot label={label} times={times} series={series} height={260} />}
    </Answer>
  )
}

/** A line for each currency. A day without a figure is a gap. */
function seriesOf(report: Report | undefined, chart: string, days: string[]): [string, (number | null)[]][] {
  const byCurrency = Map.groupBy(report?.rows ?? [], ({ currency }) => currency)
  return [...byCurrency].map(([currency, rows]) => {
    const byDay = new Map(rows.map((row) => [row.label, row]))
    return [currency, days.map((day) => byDay.get(day)?.figures[chart] ?? null)]
  })
}

const barsShown = 10

/** The rows with the most of the chosen figure, as bars. */
export function BarChart({ view, days }: { view: View; days: Days }) {
  const asked = { ...view, sort: view.chart, up: false }
  const report = useRows(asked, days, { limit: barsShown })
  return (
    <Answer of={report} what={t('the chart')}>
      {(data) => <Bars all={data.rows} chart={view.chart} />}
    </Answer>
  )
}

function Bars({ all, chart }: { all: Row[]; chart: string }) {
  const metric = useMetrics().find(({ name }) => name === chart)
  const figure = (row: Row) => row.figures[chart] ?? null
  const rows = all.toSorted((a, b) => (figure(b) ?? -Infinity) - (figure(a) ?? -Infinity)).slice(0, barsShown)
  const max = Math.max(...rows.map((row) => figure(row) ?? 0), 0)
  return (
    <ol
      aria-label={t('{metricTitle}, the largest first', { metricTitle: metricTitle(chart) })}
      className="flex flex-col gap-1.5"
    >
      {rows.map((row) => (
        <li key={row.key} className="grid grid-cols-[minmax(6rem,14rem)_1fr_6.5rem] items-center gap-3">
          <span className="truncate" title={row.label}>
            {row.label}
          </span>
          <span className="h-4 rounded bg-raised" aria-hidden>
            <span
              className="block h-full rounded bg-accent"
              style={{ width: `${max === 0 ? 0 : ((figure(row) ?? 0) / max) * 100}%` }}
            />
          </span>
          <span className="text-right tabular-nums">{metricText(metric, figure(row), row.currency)}</span>
        </li>
      ))}
    </ol>
  )
}
