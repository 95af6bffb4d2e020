import { useState } from 'react'
import { locale } from '../words/locale.ts'
import { t } from '../../languages/t.ts'
import { kept } from '../../languages/kept.ts'

interface DayBarsProps {
  /** What it shows. */
  label: string
  days: readonly { day: string; value: number | null }[]
  format: (value: number | null) => string
}

const dayText = kept(
  () => new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
)
const height = 64

/** A figure day by day, small: what somebody points at is said above it; all of it can be heard. An unknown day is a gap. */
export function DayBars({ label, days, format }: DayBarsProps) {
  const [at, point] = useState<number | null>(null)
  const most = Math.max(...days.map(({ value }) => value ?? 0), 0)
  const chosen = at === null ? undefined : days[at]
  const words = (each: { day: string; value: number | null }) =>
    `${dayText().format(new Date(each.day))}: ${format(each.value)}`
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="flex justify-between gap-2 text-[13px]">
        <span className="font-medium">{label}</span>
        <span className="text-muted tabular-nums">
          {chosen ? words(chosen) : t('most {format}', { format: format(most) })}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${label}: ${days.map(words).join('; ')}`}
        viewBox={`0 0 ${days.length * 10} ${height}`}
        preserveAspectRatio="none"
        className="h-16 w-full border-b"
        onMouseLeave={() => point(null)}
      >
        {days.map(({ day, value }, place) => {
          const tall = most > 0 && value !== null ? Math.max((value / most) * height, value > 0 ? 1.5 : 0) : 0
          return (
            <g key={day} onMouseEnter={() => point(place)}>
              <rect x={place * 10} y={0} width={10} height={height} fill="transparent" />
              <rect
                x={place * 10 + 1}
                y={height - tall}
                width={8}
                height={tall}
                fill="var(--series-1)"
                opacity={at === null || at === place ? 1 : 0.5}
              />
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
