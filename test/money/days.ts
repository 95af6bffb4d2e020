/** Days as the model counts them: in the time zone of an account. */
const formats = new Map<string, Intl.DateTimeFormat>()

export const minute = 60_000
const hour = 60 * minute

export function dayIn(zone: string, time: number): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
  formats.set(zone, format)
  return format.format(time)
}

/** How many days of the month come after this one. */
export function furtherDays(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).getUTCDate() - date
}

/** When the day ends in which this time lies, to the second. */
export function nextMidnight(zone: string, time: number): number {
  const today = dayIn(zone, time)
  let [before, after] = [time, time + 26 * hour]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayIn(zone, middle) === today) before = middle
    else after = middle
  }
  return after
}
