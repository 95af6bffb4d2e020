import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { cx } from '../classes.ts'
import { locale } from '../words/locale.ts'
import { dayAt, dayText, held, isWithin, monthsAfter, weeksOf } from './month.ts'
import type { Bounds } from './month.ts'
import { t } from '../../languages/t.ts'

interface CalendarProps extends Bounds {
  /** Where it begins. */
  day: string
  /** Which days are chosen: one, or the first and the last of several. */
  from: string
  to: string
  onChoose: (day: string) => void
}

const inWords = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Date(day).toLocaleDateString(locale, { timeZone: 'UTC', ...options })

/** A month of days. Arrows go by days and weeks, Home and End within a week, PageUp and PageDown by months, with Shift by years. */
export function Calendar({ day, from, to, onChoose, min, max }: CalendarProps) {
  const [at, setAt] = useState(held(day, { min, max }))
  const grid = useRef<HTMLTableElement>(null)
  const first = firstWeekday()
  useEffect(() => grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus(), [at])
  const weeks = weeksOf(at, first)
  const turn = (months: number) => setAt(held(monthsAfter(at, months), { min, max }))
  const press = (event: React.KeyboardEvent) => {
    const next = dayAt(at, event, first)
    if (next === null) return
    event.preventDefault()
    setAt(held(next, { min, max }))
  }
  const title = inWords(at, { month: 'long', year: 'numeric' })
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2">
        <IconButton
          small
          label={t('Month before')}
          disabled={min !== undefined && at.slice(0, 7) <= min.slice(0, 7)}
          icon={<ChevronLeft size={16} aria-hidden />}
          onClick={() => turn(-1)}
        />
        <span aria-live="polite" className="font-medium">
          {title}
        </span>
        <IconButton
          small
          label={t('Month after')}
          disabled={max !== undefined && at.slice(0, 7) >= max.slice(0, 7)}
          icon={<ChevronRight size={16} aria-hidden />}
          onClick={() => turn(1)}
        />
      </div>
      <table
        ref={grid}
        role="grid"
        aria-label={title}
        onKeyDown={press}
        className="border-separate border-spacing-y-0.5"
      >
        <thead>
          <tr>
            {weeks[0]?.map((each) => (
              <th
                key={each}
                scope="col"
                abbr={inWords(each, { weekday: 'long' })}
                className="w-9 text-xs font-normal text-muted"
              >
                {inWords(each, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <Day
                  key={each}
                  day={each}
                  isHere={each === at}
                  isOther={each.slice(0, 7) !== at.slice(0, 7)}
                  isEnd={each === from || each === to}
                  isChosen={each >= from && each <= to}
                  isOff={!isWithin(each, { min, max })}
                  onChoose={onChoose}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayProps {
  day: string
  /** The keyboard is on it. */
  isHere: boolean
  /** It is of the month before or after. */
  isOther: boolean
  isEnd: boolean
  isChosen: boolean
  isOff: boolean
  onChoose: (day: string) => void
}

function Day({ day, isHere, isOther, isEnd, isChosen, isOff, onChoose }: DayProps) {
  return (
    <td role="gridcell" aria-selected={isChosen} className={cx('p-0', isChosen && !isEnd && 'bg-accent-soft')}>
      <button
        type="button"
        data-day={day}
        tabIndex={isHere ? 0 : -1}
        disabled={isOff}
        aria-label={inWords(day, { dateStyle: 'full' })}
        onClick={() => onChoose(day)}
        className={cx(
          'size-9 rounded-md tabular-nums disabled:opacity-40',
          isEnd ? 'bg-accent-strong text-on-accent' : 'enabled:hover:bg-raised',
          isOther && !isEnd && 'text-muted',
        )}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}

interface WithWeeks {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** As the reader's calendars have it; Monday where the browser does not tell. */
function firstWeekday(): number {
  const reader = new Intl.Locale(locale) as Intl.Locale & WithWeeks
  return (reader.getWeekInfo?.() ?? reader.weekInfo)?.firstDay ?? 1
}

/** Today, as the service counts days. */
export const today = (): string => dayText(Date.now())
