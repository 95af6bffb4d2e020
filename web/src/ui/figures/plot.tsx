import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { required } from '../../../../client/src/required.ts'
import { useTheme } from '../../app/theme.ts'
import { locale, numberLocale } from '../words/locale.ts'
import { kept } from '../../languages/kept.ts'

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

const colours = Array.from({ length: 8 }, (_, at) => `--series-${at + 1}`)
const colourOf = ({ colour }: Series, at: number) => colour ?? required(colours[at % colours.length], 'colour')

/** A canvas takes no names: what the theme makes of one. */
function colourIn(element: HTMLElement, name: string): string {
  const probe = element.appendChild(document.createElement('i'))
  probe.style.color = `var(${name})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const day = kept(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }))
const wholeDay = kept(() => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }))
const short = kept(() => new Intl.NumberFormat(numberLocale, { notation: 'compact', maximumFractionDigits: 1 }))

/** A series over time. The same figures stand in a table beside it wherever it is used. */
export function Plot({ label, times, series, height = 240 }: PlotProps) {
  const place = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const theme = useTheme()
  useEffect(() => {
    const element = place.current
    if (!element) return
    const chart = draw(element, { times, series, height, onPoint: setPointed })
    const watch = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }))
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.destroy()
    }
    // A canvas keeps the colours it was drawn with.
  }, [times, series, height, theme])
  return (
    <figure aria-label={label} className="w-full min-w-0">
      <figcaption className="mb-1 flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-[13px]">
        {series.map((line, at) => (
          <Line key={line.label} line={line} colour={colourOf(line, at)} pointed={pointed} />
        ))}
        <span className="ml-auto text-muted">
          {pointed === null ? '' : wholeDay().format(Date.parse(times[pointed] ?? ''))}
        </span>
      </figcaption>
      <div ref={place} aria-hidden />
    </figure>
  )
}

/** What a line is, and what it was where somebody points. */
function Line({ line, colour, pointed }: { line: Series; colour: string; pointed: number | null }) {
  const value = pointed === null ? undefined : line.values[pointed]
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <i
        className="w-3.5 self-center border-t-2"
        style={{ borderColor: `var(${colour})`, borderStyle: line.dashed ? 'dashed' : 'solid' }}
      />
      <span className="text-muted">{line.label}</span>
      {value !== undefined && (
        <b data-value className="font-medium tabular-nums">
          {textOf(line, value)}
        </b>
      )}
    </span>
  )
}

function textOf({ format }: Series, value: number | null): string {
  return value === null ? '–' : (format?.(value) ?? value.toLocaleString(numberLocale))
}

interface Drawing {
  times: string[]
  series: Series[]
  height: number
  onPoint: (at: number | null) => void
}

function draw(element: HTMLElement, { times, series, height, onPoint }: Drawing): uPlot {
  const font = `12px ${getComputedStyle(element).fontFamily}`
  const axis: uPlot.Axis = {
    stroke: colourIn(element, '--muted'),
    font,
    grid: { stroke: colourIn(element, '--hair'), width: 1 },
    ticks: { show: false },
  }
  const lines = series.map((line, at) => ({
    label: line.label,
    stroke: colourIn(element, colourOf(line, at)),
    width: 2,
    dash: line.dashed ? [5, 4] : undefined,
    points: { show: times.length < 3 },
  }))
  return new uPlot(
    {
      width: element.clientWidth,
      height,
      legend: { show: false },
      cursor: { y: false, points: { size: 7 } },
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
      scales: { y: { range: (_chart, low, high) => [Math.min(0, low), high === 0 ? 1 : high * 1.05] } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: 70,
          size: 32,
          gap: 9,
          values: (_chart, ticks) => ticks.map((tick) => day().format(tick * 1000)),
        },
        { ...axis, size: 52, values: (_chart, ticks) => ticks.map((tick) => short().format(tick)) },
      ],
      series: [{}, ...lines],
    },
    [times.map((time) => Date.parse(time) / 1000), ...series.map((line) => line.values)],
    element,
  )
}
