import { memo } from 'react'
import type { Entity } from '../../../../../../client/src/index.ts'
import { useMetrics } from '../../../../data/reports.ts'
import { metricText } from '../../../reports/metric.ts'
import { isFact, isRight } from '../../columns/columns.ts'
import { cx } from '../../../../ui/classes.ts'
import { rowHeight, whereIs } from '../running-row.tsx'

interface LightRowProps {
  row: Entity
  depth: number
  columns: string[]
}

/** A row that goes by: what it is called and its figures, as text in the places where they will stand. */
export const LightRow = memo(function LightRow({ row, depth, columns }: LightRowProps) {
  const metrics = useMetrics()
  const figures = row.figures as Record<string, number | null | undefined> | null
  return (
    <tr data-row={row.id} data-light style={{ height: rowHeight }} className="bg-surface">
      <td className="border-b border-hair" />
      <th
        scope="row"
        className="truncate border-b border-hair px-3 text-left leading-tight font-normal whitespace-pre"
        style={{ paddingLeft: `${depth * 1.25 + 0.75}rem` }}
      >
        {`${row.name ?? row.id}\n${whereIs(row)}`}
      </th>
      {columns.map((name) => (
        <td
          key={name}
          className={cx(
            'truncate border-b border-hair px-3',
            isRight(name) ? 'text-right tabular-nums' : 'text-[13px] text-muted',
          )}
        >
          {isFact(name)
            ? ''
            : metricText(
                metrics.find((metric) => metric.name === name),
                figures?.[name] ?? null,
                row.currency,
              )}
        </td>
      ))}
    </tr>
  )
})
