import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { required } from '../../../../client/src/required.ts'
import { useTheme } from '../../app/theme.ts'

export interface Series {
  label: string
  /** null: unknown. The line has a gap there. */
  values: (number | null)[]
  /** A theme colour; left out: the next of a row that is told apart by those who see few colours too. */
  colour?: string
  dashed?: boolean
  format?: (value: number) => string
}

interface PlotProps {
  /** What it shows, in a sentence: read to those who do not see it. */
  label: string
  /** Days (`YYYY-MM-DD`) or moments. */
  times: string[]
  series: Series[]
  height?: number
}

const colours = ['--accent', '--warn', '--good', '--bad', '--muted']

/** A series over time. The same figures stand in a table beside it wherever it is used. */
export function Plot({ label, times, series, height = 240 }: PlotProps) {
  const place = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  useEffect(() => {
    const element = place.current
    if (!element) return
    const styles = getComputedStyle(document.documentElement)
    const colour = (name: string) => styles.getPropertyValue(name).trim()
    const axis = {
      stroke: colour('--muted'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { stroke: colour('--line') },
    }
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height,
        legend: { live: true },
        scales: { y: { range: (_chart, low, high) => [Math.min(0, low), high === 0 ? 1 : high * 1.05] } },
        axes: [axis, { ...axis, size: 64 }],
        series: [
          {},
          ...series.map((line, at) => ({
            label: line.label,
            stroke: colour(line.colour ?? required(colours[at % colours.length], 'colour')),
            width: 2,
            dash: line.dashed ? [6, 4] : undefined,
            points: { show: times.length < 40 },
            value: (_chart: uPlot, value: number | null) =>
              value === null ? '–' : (line.format?.(value) ?? value.toLocaleString('en-US')),
          })),
        ],
      },
      [times.map((time) => Date.parse(time) / 1000), ...series.map((line) => line.values)],
      element,
    )
    const watch = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.destroy()
    }
    // A canvas keeps the colours it was drawn with.
  }, [times, series, height, theme])
  return <div ref={place} role="img" aria-label={label} className="w-full min-w-0" />
}
