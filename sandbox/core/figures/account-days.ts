const formats = new Map<string, Intl.DateTimeFormat>()

export interface LocalTime {
  /** `2026-11-14` */
  day: string
  hour: number
  minute: number
}

export function localTime(milliseconds: number, timezone: string): LocalTime {
  const parts = new Map(
    formatFor(timezone)
      .formatToParts(milliseconds)
      .map(({ type, value }) => [type, value]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? ''
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    hour: Number(part('hour')),
    minute: Number(part('minute')),
  }
}

function formatFor(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timezone, made)
  return made
}

const minute = 60 * 1000
const starts = new Map<string, number>()

/** When a day begins there, in milliseconds. */
export function startOfDay(day: string, timezone: string): number {
  const key = `${timezone} ${day}`
  const known = starts.get(key)
  if (known !== undefined) return known
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // The offset at the guess may be another one than at midnight itself when clocks change that day: look twice.
  let start = midnight - offsetAt(midnight, timezone)
  start = midnight - offsetAt(start, timezone)
  starts.set(key, start)
  return start
}

function offsetAt(time: number, timezone: string): number {
  const local = localTime(time, timezone)
  const asUtc = Date.parse(`${local.day}T00:00:00Z`) + (local.hour * 60 + local.minute) * minute
  return asUtc - Math.floor(time / minute) * minute
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 24 * 60 * minute).toISOString().slice(0, 10)
}

/** The same day of another month, or that month's last day. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text
}

/** Every day from the first to the last, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
