import type { EntityFigures } from '../../../../../client/src/index.ts'
import { useMetrics } from '../../../data/reports.ts'
import { decimals } from '../../../ui/words/format.ts'
import { metricText } from '../../reports/metric.ts'

interface FigureProps {
  name: string
  figures: EntityFigures | null
  /** In per cent of the days before. */
  change: EntityFigures | null
  currency: string
}

/** A figure, and below it how it changed. */
export function Figure({ name, figures, change, currency }: FigureProps) {
  const metrics = useMetrics()
  const value = valueIn(figures, name)
  const moved = valueIn(change, name)
  return (
    <>
      <data value={value ?? ''} data-metric={name} className="block">
        {metricText(
          metrics.find((metric) => metric.name === name),
          value,
          currency,
        )}
      </data>
      <span className="block text-xs font-normal text-muted">{moved === null ? '' : movedText(moved)}</span>
    </>
  )
}

function valueIn(figures: EntityFigures | null, name: string): number | null {
  return (figures as Record<string, number | null | undefined> | null)?.[name] ?? null
}

function movedText(percent: number): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±'
  return `${sign}${decimals(Math.abs(percent), 1)} %`
}
