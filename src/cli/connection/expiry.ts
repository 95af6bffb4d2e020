import { InvalidArgumentError } from 'commander'
import { dayMs } from '../../days.ts'

const maxDays = 36_500

/** `2027-01-31` holds to the end of that day (UTC); `30d` is that many days from now. */
export function parseExpiry(text: string, now = new Date()): Date {
  const time = daysFromNow(text, now) ?? endOfDay(text)
  if (!time) throw new InvalidArgumentError('Write a day such as 2027-01-31, or a number of days such as 30d.')
  if (time <= now) throw new InvalidArgumentError('That is in the past.')
  return time
}

function daysFromNow(text: string, now: Date): Date | null {
  const days = Number(/^(\d{1,5})d$/.exec(text)?.[1])
  return days >= 1 && days <= maxDays ? new Date(now.getTime() + days * dayMs) : null
}

function endOfDay(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null
  const time = new Date(`${text}T23:59:59.999Z`)
  // 2027-02-30 would become a day in March.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text) ? time : null
}
