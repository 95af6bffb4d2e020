import { addDays } from '../../kit/time/days.ts'
import { clocksOf, offsetAt } from '../../kit/time/local-time.ts'

/** Reports are cut at midnights of the account, told with the offset that holds at that moment. */
export function midnightOf(day: string, timeZone: string): string {
  const clocks = clocksOf(timeZone)
  const utc = Date.parse(`${day}T00:00:00Z`)
  // The offset at the guess may be another one than at midnight itself when clocks change that day: look twice.
  const guess = utc - offsetAt(utc, clocks)
  const later = offsetAt(guess, clocks)
  // Where clocks skip midnight itself, the day begins at the moment they do: the offset before it tells that moment.
  const offset = daysIn(timeZone)(utc - later) === day ? later : offsetAt(utc, clocks)
  return `${day}T00:00:00.000${offsetText(offset)}`
}

export function dayAfter(day: string): string {
  return addDays(day, 1)
}

/** Tells which day it is there at a moment. */
export function daysIn(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (time) => format.format(time)
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / 60_000
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
