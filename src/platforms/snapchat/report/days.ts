import { addDays } from '../../kit/days.ts'
import { offsetAt } from '../../kit/local-time.ts'

/** Reports are cut at midnights of the account, told with the offset that holds at that moment. */
export function midnightOf(day: string, timeZone: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // The offset at the guess may be another one than at midnight itself when clocks change that day: look twice.
  const guess = utc - offsetAt(utc, timeZone)
  const later = offsetAt(guess, timeZone)
  // Where clocks skip midnight itself, the day begins at the moment they do: the offset before it tells that moment.
  const offset = dayAt(utc - later, timeZone) === day ? later : offsetAt(utc, timeZone)
  return `${day}T00:00:00.000${offsetText(offset)}`
}

export function dayAfter(day: string): string {
  return addDays(day, 1)
}

const dates = new Map<string, Intl.DateTimeFormat>()

/** Which day it is there at a moment. */
export function dayAt(time: number, timeZone: string): string {
  let format = dates.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    dates.set(timeZone, format)
  }
  return format.format(time)
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / 60_000
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
