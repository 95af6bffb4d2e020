import { required } from '../../../../lookup.ts'
import { dayNumber } from './days.ts'

/** What the clocks of a time zone show at each slot. */
export interface Clock {
  /** The date, counted in days. */
  day: number
  hour: number
  weekday: string
  offsetMinutes: number
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const minute = 60_000

/** A time zone that is not known here counts as UTC. */
export function clocksAt(timeZone: string, slots: readonly Date[]): Clock[] {
  const format = timeZone === 'UTC' ? null : formatOf(timeZone)
  return slots.map((slot) => {
    const here = Math.floor(slot.getTime() / minute) * minute
    const there = format ? wallTime(format, slot) : here
    const wall = new Date(there)
    return {
      day: dayNumber(wall.toISOString().slice(0, 10)),
      hour: wall.getUTCHours(),
      weekday: required(weekdays[wall.getUTCDay()], 'weekday'),
      offsetMinutes: Math.round((there - here) / minute),
    }
  })
}

function wallTime(format: Intl.DateTimeFormat, at: Date): number {
  // Swedish dates are written year-month-day hour:minute.
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`)
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
